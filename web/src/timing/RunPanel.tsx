import { useQuery } from '@tanstack/react-query';
import { memo, useState } from 'react';
import { callFailure } from '@/api';
import { deskCore } from '@/core';
import { Button, CallNotice, Dialog, TextField, toast } from '@/ui';
import { type Desk, deleteRun, postRun, runsQuery, useDeskChange } from './api';
import type { Place } from './types';

type Parts = Pick<Desk, 'race' | 'run' | 'setup'> & {
  place: Place;
  /** How many reads there are. */
  reads: number;
  /** The number of the newest correction. */
  latest: number;
};

/** Starts a new run of the timing, after a rehearsal or when the demo starts again, and takes it back until its first read. */
export const RunPanel = memo(function RunPanel({ place, race, run, setup, reads, latest }: Parts) {
  const { timedRace, date, zone } = place;
  const [asking, setAsking] = useState(false);
  const [typed, setTyped] = useState('');
  const [tried, setTried] = useState(false);
  // The desk's own numbers change with each read; fetching these again with them keeps both alike.
  const facts = useQuery(runsQuery(timedRace, run, reads, latest));
  const start = useDeskChange(timedRace, postRun);
  const back = useDeskChange(timedRace, deleteRun);
  const words = facts.data && deskCore().runWords(facts.data, setup ?? { contests: [] }, date, zone);
  const problem = deskCore().runNameProblem(race, typed);
  const close = () => {
    start.reset();
    setTyped('');
    setTried(false);
    setAsking(false);
  };
  const confirm = () => {
    setTried(true);
    if (problem !== undefined) return;
    start.mutate(typed, {
      onSuccess: () => {
        close();
        toast.success('A new run has begun');
      },
    });
  };
  return (
    <div className="flex flex-col items-start gap-4">
      {facts.isError && <CallNotice {...callFailure(facts.error)} onRetry={() => void facts.refetch()} />}
      {words && <p className="max-w-prose text-ink-2">{words.now}</p>}
      <div className="flex flex-wrap gap-3">
        <Button onPress={() => setAsking(true)}>Start a new run</Button>
        {words?.back && (
          <Button
            tone="quiet"
            pending={back.isPending}
            onPress={() => back.mutate(run, { onSuccess: () => toast.success('The run was taken back') })}
          >
            Take back run {run}
          </Button>
        )}
      </div>
      {words?.back && <p className="max-w-prose text-sm text-ink-2">{words.back}</p>}
      {back.isError && <CallNotice {...callFailure(back.error)} />}
      <Dialog
        title={`Start run ${run + 1}?`}
        isOpen={asking}
        onClose={close}
        role="alertdialog"
        dismissable={false}
        actions={
          <>
            <Button onPress={close}>Cancel</Button>
            <Button tone="danger" pending={start.isPending} onPress={confirm}>
              Start a new run
            </Button>
          </>
        }
      >
        {words && (
          <div className="flex flex-col gap-4">
            <Lines title="What no longer counts" lines={words.drops} />
            <Lines title="What stays" lines={words.keeps} />
            <p>
              The live page of {race} starts empty for everyone. {words.until}
            </p>
          </div>
        )}
        <TextField
          label={`Type the race's name: ${race}`}
          value={typed}
          onChange={setTyped}
          error={tried ? problem : undefined}
          className="mt-4"
          autoComplete="off"
        />
        {start.isError && (
          <div className="mt-4">
            <CallNotice {...callFailure(start.error)} />
          </div>
        )}
      </Dialog>
    </div>
  );
});

function Lines({ title, lines }: { title: string; lines: readonly string[] }) {
  return (
    <section>
      <h3 className="label">{title}</h3>
      <ul className="list-disc pl-5 text-ink-2">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  );
}
