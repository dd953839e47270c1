import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArchiveRestore } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Notice as Words } from '@/core';
import { Button, Notice } from '@/ui';
import { isAboutName } from '../kit/rules';
import { type DeletedRace, deletedRacesQuery, refreshLists, restoreRace } from './api';
import { CallFailed } from './CallFailed';
import { RestoreDialog } from './RestoreDialog';
import { restoredNotice, words } from './rules';
import { moment } from './when';

/** The races that were deleted in the last 30 days, with a button to restore each. */
export function DeletedRaces({
  done,
  onDone,
}: {
  /** The last action on a race, shown as a message; `restored` is the race's name if it was restored. */
  done: { notice: Words; restored?: string } | undefined;
  onDone: (done: { notice: Words; restored?: string } | undefined) => void;
}) {
  const queries = useQueryClient();
  const { data: races, error, refetch } = useQuery(deletedRacesQuery);
  // The deleted race whose name cannot be used, for example because another race has it now: a new name must be typed.
  const [renaming, setRenaming] = useState<DeletedRace>();
  const messageBox = useRef<HTMLDivElement>(null);
  const restore = useMutation({
    mutationFn: ({ race, name }: { race: DeletedRace; name?: string }) =>
      restoreRace({ id: race.id, ...(name === undefined ? {} : { name }) }),
    networkMode: 'always',
    onMutate: () => onDone(undefined),
    onSuccess: ({ RaceName }, { race }) => {
      setRenaming(undefined);
      onDone({ notice: restoredNotice(), restored: RaceName });
      queries.setQueryData(deletedRacesQuery.queryKey, (all) => all?.filter((one) => one.id !== race.id));
      refreshLists(queries);
      // The row that had the focus was removed.
      setTimeout(() => messageBox.current?.focus());
    },
    onError: (failed, { race }) => {
      if (isAboutName(failed)) setRenaming(race);
    },
  });
  const restoringId = restore.variables?.race.id;
  return (
    <section aria-labelledby="deleted-races" className="mt-12">
      <h2 id="deleted-races" className="display mb-4 text-lg">
        Deleted races
      </h2>
      <div ref={messageBox} tabIndex={-1} aria-live="polite" className="outline-none not-empty:mb-4">
        {done?.restored !== undefined && (
          <Notice tone={done.notice.tone}>
            <p>
              {done.notice.text}{' '}
              <Link to="/EditRaces" search={{ race: done.restored }} className="link">
                {done.restored}
              </Link>
            </p>
          </Notice>
        )}
        {/* Hidden once a later action has its own message. */}
        {restore.error && !renaming && !done && (
          <CallFailed error={restore.error}>{restore.error.message === '' && words().restoreFailed}</CallFailed>
        )}
      </div>
      {error && <CallFailed error={error} onRetry={() => void refetch()} />}
      {races?.length === 0 && <p className="text-ink-2">{words().noneDeleted}</p>}
      {races && races.length > 0 && (
        <ul className="border-t border-rule">
          {races.map((race) => (
            <li
              key={race.id}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-rule py-3"
            >
              <span className="min-w-0">
                <span className="label block">{race.name}</span>
                <span className="text-sm text-ink-3">
                  {[
                    race.date,
                    `deleted ${moment(race.deletedAt)} by ${race.deletedBy}`,
                    `kept until ${moment(race.until)}`,
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </span>
              <Button
                size="sm"
                pending={restore.isPending && restoringId === race.id}
                isDisabled={restore.isPending && restoringId !== race.id}
                onPress={() => restore.mutate({ race })}
              >
                <ArchiveRestore size={16} aria-hidden="true" />
                Restore<span className="sr-only"> {race.name}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      {renaming && (
        <RestoreDialog
          race={renaming}
          sentName={restore.variables?.name}
          pending={restore.isPending}
          error={restore.error}
          onConfirm={(name) => restore.mutate({ race: renaming, name })}
          onClose={() => {
            setRenaming(undefined);
            restore.reset();
          }}
        />
      )}
    </section>
  );
}
