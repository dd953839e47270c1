import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callFailure } from '@/api';
import { deskCore } from '@/core';
import { Button, CallNotice, Dialog, TextField, toast } from '@/ui';
import { deleteRun, postRun, runsQuery, useDeskChange } from './api';
import type { DeskProps } from './types';

/** Starts a new run of the timing, after a rehearsal or when the demo starts again, and takes it back until its first read. */
export function RunPanel({ race, timedRace, desk, date, zone }: DeskProps) {
  const [asking, setAsking] = useState(false);
  const [typed, setTyped] = useState('');
  const [tried, setTried] = useState(false);
  // The desk's own numbers change with each read; fetching these again with them keeps both alike.
  const facts = useQuery(runsQuery(timedRace, desk.run, desk.counts.reads));
  const start = useDeskChange(timedRace, postRun);
  const back = useDeskChange(timedRace, deleteRun);
  const words = facts.data && deskCore().runWords(facts.data, desk.setup ?? { contests: [] }, date, zone);
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
            onPress={() => back.mutate(desk.run, { onSuccess: () => toast.success('The run was taken back') })}
          >
            Take back run {desk.run}
          </Button>
        )}
      </div>
      {words?.back && <p className="max-w-prose text-sm text-ink-2">{words.back}</p>}
      {back.isError && <CallNotice {...callFailure(back.error)} />}
      <Dialog
        title={`Start run ${desk.run + 1}?`}
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
}

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
