import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { callFailure } from '@/api';
import { deskCore, type RunnerChoice, type Setup } from '@/core';
import { Button, CallNotice, ConfirmDialog, SelectField, TextField } from '@/ui';
import { bibsQuery, useCorrect } from './corrections';
import { RunnersList } from './RunnersList';
import type { Place, Revised } from './types';

/** Sets a status for a whole list, such as all who were not seen since 10K: a preview with names, a question, one correction. */
export function StatusByList({ place, setup, revision }: Revised & { place: Place; setup: Setup }) {
  const lists = deskCore().runnerChoices(setup);
  const statuses = deskCore().statusChoices();
  const [label, setLabel] = useState(lists[0]?.label ?? '');
  const list = lists.find((one) => one.label === label) ?? lists[0];
  const [status, setStatus] = useState<string>();
  const [shown, setShown] = useState<RunnerChoice>();
  const timed = useId();
  if (!list) return null;
  const chosen = status ?? list.status ?? timed;
  return (
    <section className="flex flex-col items-start gap-4">
      <h3 className="display text-lg">A whole list</h3>
      <div className="flex w-full flex-wrap items-end gap-3">
        <SelectField
          label="List"
          value={list.label}
          onChange={(next) => {
            setLabel(next);
            setStatus(undefined);
            setShown(undefined);
          }}
          className="w-full max-w-md"
          options={lists.map((one) => ({ id: one.label, label: one.label }))}
        />
        <SelectField
          label="Status of the list"
          value={chosen}
          onChange={setStatus}
          className="min-w-56"
          options={statuses.map((one) => ({ id: one.value ?? timed, label: one.label }))}
        />
        <Button onPress={() => setShown(list)}>Show the runners</Button>
      </div>
      {shown && (
        <Preview
          key={shown.label}
          place={place}
          revision={revision}
          list={shown}
          status={statuses.find((one) => one.value === chosen)?.value}
          onDone={() => setShown(undefined)}
        />
      )}
    </section>
  );
}

type Status = RunnerChoice['status'] | null | undefined;

/** The runners of a list, and the button that sets their status after a question. */
function Preview({
  place,
  revision,
  list,
  status,
  onDone,
}: Revised & {
  place: Place;
  list: RunnerChoice;
  status: Status;
  onDone: () => void;
}) {
  const asked = { list: list.list as 'notSeen' | 'notStarted', contest: list.contest, point: list.point };
  const query = useQuery(bibsQuery(place.timedRace, asked, revision));
  const bibs = query.data ?? [];
  const [reason, setReason] = useState(() => deskCore().correctionReason('status'));
  /** The bibs that were shown when the question was asked: runners who are read meanwhile don't change them. */
  const [question, setQuestion] = useState<string[]>();
  const correct = useCorrect(place.timedRace);
  const words = status ?? 'As timed';
  return (
    <>
      <RunnersList
        race={place.timedRace}
        asked={asked}
        revision={revision}
        label={list.label}
        empty={<p className="text-ink-2">Nobody is in this list.</p>}
      />
      {bibs.length > 0 && (
        // While the bibs of a changed list are on their way, those before can't be set.
        <Button tone="ink" pending={query.isPlaceholderData} onPress={() => setQuestion(bibs)}>
          {words} for all {bibs.length.toLocaleString('en-US')}
        </Button>
      )}
      <ConfirmDialog
        title={`${words}: ${list.label}`}
        isOpen={question !== undefined}
        onClose={() => {
          correct.reset();
          setQuestion(undefined);
        }}
        confirmLabel={`Set ${words}`}
        pending={correct.isPending}
        onConfirm={() =>
          correct.mutate(
            { kind: 'status', bibs: question ?? [], ...(status ? { status } : {}), reason },
            {
              onSuccess: () => {
                setQuestion(undefined);
                onDone();
              },
            },
          )
        }
      >
        <p className="mb-4">{deskCore().statusQuestion(question?.length ?? 0, status ?? undefined)}</p>
        <TextField label="Reason" value={reason} onChange={setReason} />
        {correct.isError && (
          <div className="mt-4">
            <CallNotice {...callFailure(correct.error)} />
          </div>
        )}
      </ConfirmDialog>
    </>
  );
}
