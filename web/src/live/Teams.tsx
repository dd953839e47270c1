import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { callWords, part } from '@/api';
import { Button, DelayedSkeleton, Notice, Skeleton } from '@/ui';
import type { TeamsField } from './TeamsPanel';

/**
 * The standing of the teams, behind a button: neither its script is loaded nor the board asked until somebody wants it. Rendered only
 * where the list has teams.
 */
export function Teams(field: TeamsField) {
  const [open, setOpen] = useState(false);
  const [panel, heading] = [useId(), useId()];
  const loaded = useQuery({
    queryKey: ['teamsPanel'],
    enabled: open,
    queryFn: async () => (await part(() => import('./TeamsPanel'))).TeamsPanel,
    networkMode: 'always',
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const Panel = loaded.data;
  return (
    <section aria-labelledby={heading} className={open ? undefined : 'print:hidden'}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id={heading} className="display text-lg sm:text-xl">
          Teams
        </h2>
        <Button
          size="sm"
          aria-expanded={open}
          aria-controls={open ? panel : undefined}
          className="print:hidden"
          onPress={() => setOpen(!open)}
        >
          {open ? 'Hide the standing' : 'Show the standing'}
        </Button>
      </div>
      {open && (
        <div id={panel} className="mt-3">
          {Panel ? (
            <Panel {...field} />
          ) : loaded.isError ? (
            <Notice tone="error">
              <p>{callWords(loaded.error)}</p>
              <Button size="sm" className="mt-2" onPress={() => void loaded.refetch()}>
                Try again
              </Button>
            </Notice>
          ) : (
            <TeamsSkeleton />
          )}
        </div>
      )}
    </section>
  );
}

/** A placeholder of some teams until they are loaded. */
export function TeamsSkeleton() {
  return (
    <DelayedSkeleton label="Loading the teams">
      <Skeleton className="h-5 max-w-xl" />
      <Skeleton className="mt-4 h-40" />
    </DelayedSkeleton>
  );
}
