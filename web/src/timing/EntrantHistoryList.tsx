import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callFailure } from '@/api';
import {
  Button,
  CallNotice,
  ConfirmDialog,
  DelayedSkeleton,
  dateAndClockOf,
  EmptyState,
  Skeleton,
  Table,
  toast,
} from '@/ui';
import { useDeskChange, useDryRun } from './api';
import { type EntrantHistory, historyQuery, postUndo } from './entrantsApi';
import type { Place } from './types';

type Change = EntrantHistory['changes'][number];

/** What lists and people have changed about entrants; each change can be undone. */
export function EntrantHistoryList({ timedRace, zone }: Pick<Place, 'timedRace' | 'zone'>) {
  const history = useQuery(historyQuery(timedRace));
  const [chosen, setChosen] = useState<Change>();
  const trial = useDryRun(timedRace, postUndo);
  const undo = useDeskChange(timedRace, postUndo);
  const close = () => {
    trial.reset();
    undo.reset();
    setChosen(undefined);
  };
  return (
    <section className="flex flex-col gap-3" aria-labelledby="entrant-changes">
      <h3 id="entrant-changes" className="display text-lg">
        Changes of entrants
      </h3>
      {history.isError ? (
        <CallNotice {...callFailure(history.error)} onRetry={() => void history.refetch()} />
      ) : !history.data ? (
        <DelayedSkeleton label="Loading the changes">
          <Skeleton className="h-24" />
        </DelayedSkeleton>
      ) : (
        <Table
          caption="Changes of entrants, the newest first"
          rows={history.data.changes}
          rowKey={(change) => change.id}
          empty={
            <EmptyState title="No changes yet">Lists and changes by hand appear here, and can be undone.</EmptyState>
          }
          columns={[
            {
              key: 'what',
              head: 'Change',
              rowHead: true,
              cell: (change) => (
                <>
                  {change.label} <span className="block font-normal text-ink-2">{change.summary}</span>
                </>
              ),
            },
            { key: 'when', head: 'When', cell: (change) => dateAndClockOf(change.at, zone) },
            { key: 'who', head: 'Who', wide: true, cell: (change) => change.by ?? '–' },
            {
              key: 'undo',
              head: <span className="sr-only">Actions</span>,
              align: 'right',
              cell: (change) =>
                change.undone ? (
                  'Undone'
                ) : (
                  <Button
                    size="sm"
                    onPress={() => {
                      setChosen(change);
                      trial.mutate({ change: change.id, dryRun: true });
                    }}
                    aria-label={`Undo: ${change.label}, ${change.summary}`}
                  >
                    Undo
                  </Button>
                ),
            },
          ]}
        />
      )}
      <ConfirmDialog
        title="Undo this change?"
        isOpen={chosen !== undefined}
        onClose={close}
        confirmLabel="Undo"
        pending={trial.isPending || undo.isPending}
        onConfirm={() =>
          chosen &&
          undo.mutate(
            { change: chosen.id, dryRun: false },
            {
              onSuccess: ({ summary }) => {
                close();
                toast.success(summary);
              },
            },
          )
        }
      >
        <p>
          {chosen?.label}. {chosen?.summary}
        </p>
        {trial.data && (
          <>
            <p className="mt-3 font-semibold">{trial.data.summary}</p>
            <ul className="mt-2 max-h-40 overflow-auto">
              {trial.data.kept.map((kept) => (
                <li key={kept.bib}>{kept.reason}</li>
              ))}
            </ul>
          </>
        )}
        {(trial.isError || undo.isError) && (
          <div className="mt-4">
            <CallNotice {...callFailure(undo.error ?? trial.error)} />
          </div>
        )}
      </ConfirmDialog>
    </section>
  );
}
