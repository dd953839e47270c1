import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { callFailure } from '@/api';
import { Button, CallNotice, DelayedSkeleton, Skeleton } from '@/ui';
import type { TimedRace } from './api';
import { type ListQuery, type RunnerLine, runnersQuery } from './corrections';
import { RunnerLink } from './RunnerLink';

/** A list of runners, a part at a time: of tens of thousands only those that somebody asks for are fetched. */
export function RunnersList({
  race,
  asked,
  bibs = false,
  label,
  empty,
  children,
}: {
  race: TimedRace;
  asked: ListQuery;
  /** Whether the bibs of the whole list are needed, as for {@link runnersQuery}. */
  bibs?: boolean;
  /** The list's name. */
  label: string;
  empty: ReactNode;
  /** What is shown at the end of a row. */
  children?: (runner: RunnerLine) => ReactNode;
}) {
  const query = useInfiniteQuery(runnersQuery(race, asked, { bibs }));
  if (query.isPending) {
    return (
      <DelayedSkeleton label="Loading the list">
        <Skeleton className="h-32" />
      </DelayedSkeleton>
    );
  }
  const runners = query.data?.pages.flatMap((page) => page.runners) ?? [];
  const total = query.data?.pages.at(-1)?.total ?? 0;
  return (
    <div className="flex w-full flex-col items-start gap-3">
      {query.isError && <CallNotice {...callFailure(query.error)} onRetry={() => void query.refetch()} />}
      {query.data && (
        <p role="status" className="label">
          {total.toLocaleString('en-US')} {total === 1 ? 'runner' : 'runners'}
        </p>
      )}
      {query.data && total === 0 && empty}
      {runners.length > 0 && (
        <ul aria-label={label} className="w-full rounded-control border border-rule bg-card">
          {runners.map((runner) => (
            <li
              key={runner.bib}
              className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-rule px-3 py-2 last:border-0"
            >
              <span className="numerals min-w-14 text-xl">{runner.bib}</span>
              <span className="min-w-0 flex-1 basis-48">
                <RunnerLink bib={runner.bib}>{runner.name}</RunnerLink>
                <span className="block text-sm text-ink-2">
                  {[runner.contest, runner.wave, runner.status, runner.last].filter(Boolean).join(', ')}
                </span>
              </span>
              {children?.(runner)}
            </li>
          ))}
        </ul>
      )}
      {query.hasNextPage && (
        <Button size="sm" pending={query.isFetchingNextPage} onPress={() => void query.fetchNextPage()}>
          More
        </Button>
      )}
    </div>
  );
}
