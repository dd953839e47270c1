import { useQuery } from '@tanstack/react-query';
import { Button, DelayedSkeleton, Dialog, EmptyState, Skeleton } from '@/ui';
import { type HistoryEntry, historyQuery } from './api';
import { CallFailed } from './CallFailed';
import { Changes } from './Changes';
import type { PartHandle } from './part';
import { words } from './rules';
import { useEditor } from './store';
import { moment } from './when';

/** The history of a part: who changed what and when, with a button to restore each earlier state. */
export function HistoryDialog({ part, onClose }: { part: PartHandle; onClose: () => void }) {
  const race = useEditor();
  const { data: entries, error, refetch } = useQuery(historyQuery(race, part.part));
  const { historyEmpty, historyOriginal } = words();
  const restore = (entry: HistoryEntry) => {
    // The result is shown at the part itself.
    void part.restore(entry.id);
    onClose();
  };
  return (
    <Dialog title={`History of ${part.title}`} isOpen onClose={onClose} shape="wide">
      {entries ? (
        entries.length === 0 ? (
          <EmptyState title={historyEmpty}>Every save will be listed here, and can be taken back.</EmptyState>
        ) : (
          <ol className="flex flex-col">
            {entries.map((entry, at) => (
              <li key={entry.id} className="border-b border-rule py-4 first:pt-0 last:border-0">
                <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
                  <p>
                    <span className="label">{entry.original ? historyOriginal : entry.by}</span>{' '}
                    <time dateTime={entry.at} className="text-sm text-ink-2">
                      {moment(entry.at)}
                    </time>
                  </p>
                  {at === 0 ? (
                    <span className="text-sm text-ink-3">As it stands now</span>
                  ) : (
                    <Button size="sm" onPress={() => restore(entry)}>
                      Restore this<span className="sr-only"> version of {moment(entry.at)}</span>
                    </Button>
                  )}
                </div>
                <Changes changes={entry.changes} labels={['Before', 'After']} />
              </li>
            ))}
          </ol>
        )
      ) : error ? (
        <CallFailed error={error} onRetry={() => void refetch()} />
      ) : (
        <DelayedSkeleton label="Loading the history">
          <Skeleton className="h-40" />
        </DelayedSkeleton>
      )}
    </Dialog>
  );
}
