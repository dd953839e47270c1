import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import type { Field } from '@/api';
import { core, type Filters } from '@/core';
import { CourseSkeleton, CourseStrip } from './CourseStrip';
import type { Follow } from './follow/useFollow';
import { LiveFilters } from './LiveFilters';
import { PrintLists } from './PrintLists';
import { type Found, RunnerList } from './RunnerList';
import {
  forgetTyped,
  goOnTyping,
  hasServerFocus,
  hasServerRunners,
  isServerSearch,
  useTypedBefore,
} from './ServerRunners';
import type { LiveSearch } from './search';
import { Teams } from './Teams';
import { type RowQuery, useRows } from './useRows';

const LISTS = ['active', 'finished'] as const;

/**
 * The filters, the course, the teams and both lists of a race. The typed text is the state of this component, so that a key renders neither
 * the rest of the page nor the `children`, which are between the filters and the course.
 */
export function LiveBoard({
  race,
  search,
  field: { board, info, loading, retry },
  filters,
  waves,
  chosen,
  follow,
  missing,
  failure,
  onChange,
  children,
}: {
  race: string;
  search: LiveSearch;
  field: Field;
  filters: Filters;
  /** The waves of the chosen distance; empty when it has one only. */
  waves: readonly string[];
  /** The shown options: those in the address that the race has, else the core's defaults. */
  chosen: Omit<RowQuery, 'list' | 'search'>;
  follow: Follow;
  /** The server does not have this race. */
  missing: boolean;
  /** Why the board could not be loaded, if nothing of it is there. */
  failure: string | undefined;
  onChange: (change: Partial<Record<keyof LiveSearch, string | undefined>>) => void;
  children: ReactNode;
}) {
  const before = useTypedBefore(race);
  useEffect(() => forgetTyped, []);
  const [typed, setText] = useState<string>();
  const text = typed ?? before ?? search.q ?? '';
  const filtersBox = useRef<HTMLDivElement>(null);
  const [hadFocus] = useState(hasServerFocus);
  useEffect(() => {
    const input = filtersBox.current?.querySelector('input');
    if (hadFocus && input) goOnTyping(input);
  }, [hadFocus]);
  const [active, setActive] = useState<Found>();
  const [finished, setFinished] = useState<Found>();
  const searched = text.trim() !== '' && active !== undefined && finished !== undefined;
  const everywhere = searched ? active.everywhere : '';
  const version = info?.version;
  const { distance, team } = chosen;
  // These do not depend on the text.
  const overview = useMemo(
    () => (
      <>
        <Course board={board} version={version} chosen={chosen} />
        {filters.teams.length > 0 && (
          <Teams {...{ board, version, distance, team }} onTeam={(name) => onChange({ team: name })} />
        )}
      </>
    ),
    [board, version, chosen, distance, team, filters.teams, onChange],
  );
  const query = useMemo(() => ({ ...chosen, search: text }), [chosen, text]);
  return (
    <>
      {/* Always rendered: a screen reader does not announce a live region that is inserted together with its text. */}
      <p role="status" className="sr-only">
        {searched && `${core().liveFound(active.total, finished.total)}${everywhere && `. ${everywhere}`}`}
      </p>
      {!missing && (
        <div ref={filtersBox} className="print:hidden">
          <LiveFilters {...{ filters, waves, search, chosen, text, onChange }} onText={setText} />
        </div>
      )}
      {children}
      {everywhere && <p className="text-ink-2 print:hidden">{everywhere}</p>}
      {/* Also when the board cannot be loaded: the server's rows remain, and a notice says what is wrong. */}
      {(loading || info || LISTS.some((list) => hasServerRunners(list, race))) && (
        <>
          {overview}
          <PrintLists board={board} version={version} query={query} genders={filters.genders}>
            <div className="grid gap-8 desk:grid-cols-2 desk:gap-6">
              {LISTS.map((list) => (
                <RunnerList
                  key={list}
                  title={list === 'active' ? 'Active Participants' : 'Finished Participants'}
                  board={board}
                  version={version}
                  query={{ list, ...query }}
                  race={race}
                  follow={follow}
                  isServerSearch={isServerSearch(search, text)}
                  failure={failure && !info ? { text: failure, onRetry: retry } : undefined}
                  isOtherFull={((list === 'active' ? finished : active)?.total ?? 0) > 0}
                  onFound={list === 'active' ? setActive : setFinished}
                />
              ))}
            </div>
          </PrintLists>
        </>
      )}
    </>
  );
}

function Course({
  board,
  version,
  chosen,
}: {
  board: Field['board'];
  version: string | undefined;
  chosen: Omit<RowQuery, 'list' | 'search'>;
}) {
  // The course shows all runners of the distance: the search text does not apply to it.
  const { rows } = useRows(board, version, { ...chosen, list: 'active', search: '' }, 0);
  if (rows.total === undefined) return <CourseSkeleton />;
  return rows.course.length > 1 ? <CourseStrip points={rows.course} distance={chosen.distance} /> : null;
}
