import type { ReactNode } from 'react';
import type { TimedRace } from './api';
import { LIST_PAGE, type ListQuery, type RunnerLine, runnersQuery } from './corrections';
import { RunnerLink } from './RunnerLink';
import { SearchedList } from './SearchedList';
import type { Revised } from './types';

/** A list of runners: of tens of thousands only those that are in view are fetched. */
export function RunnersList({
  race,
  asked,
  label,
  revision,
  empty,
  children,
}: Revised & {
  race: TimedRace;
  asked: ListQuery;
  /** The list's name. */
  label: string;
  empty: ReactNode;
  /** What is shown at the end of a row. */
  children?: (runner: RunnerLine) => ReactNode;
}) {
  return (
    <SearchedList
      label={label}
      searchLabel={`Bib or name, ${label}`}
      revision={revision}
      pageRows={LIST_PAGE}
      page={(search, number) => runnersQuery(race, { ...asked, search }, number) as never}
      read={(found: { total: number; runners: readonly RunnerLine[] }) => ({ total: found.total, rows: found.runners })}
      rowKey={(runner) => runner.bib}
      rowHeight={64}
      count={(total) => `${total.toLocaleString('en-US')} ${total === 1 ? 'runner' : 'runners'}`}
      empty={empty}
      row={(runner) => (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <span className="numerals min-w-14 text-xl">{runner.bib}</span>
          <span className="min-w-0 flex-1 basis-48">
            <RunnerLink bib={runner.bib}>{runner.name}</RunnerLink>
            <span className="block text-sm text-ink-2">
              {[runner.contest, runner.wave, runner.status, runner.last].filter(Boolean).join(', ')}
            </span>
          </span>
          {children?.(runner)}
        </div>
      )}
    />
  );
}
