import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import { Suspense, useCallback, useState } from 'react';
import { callFailure, isMissing, useSession } from '@/api';
import { Button, buttonStyle, CallNotice, EmptyState, ShareButton, Table, useAddressText } from '@/ui';
import { AwardsView } from './AwardsView';
import { choicesQuery, leaderboardQuery, raceResultsQuery } from './api';
import { columnsOf, lineKey } from './columns';
import { PublishPanel, RaceTools } from './desk';
import { Lines } from './Lines';
import { LinesSkeleton } from './LinesSkeleton';
import { Pages } from './Pages';
import { PrintAll } from './PrintAll';
import { RecordsView } from './RecordsView';
import { ResultsFilters } from './ResultsFilters';
import { Standing } from './Standing';
import { type ResultsChange, type ResultsSearch, type View, viewOf } from './search';
import { ViewLinks } from './ViewLinks';

const VIEWS = [
  { id: 'results', label: 'Results' },
  { id: 'awards', label: 'Awards' },
  { id: 'records', label: 'Records' },
] as const satisfies readonly { id: View; label: string }[];

/** The leaderboard: the published results of all races, the awards of one and the best times, by the parameters in the address. */
export function ResultsPage() {
  const search = useSearch({ strict: false }) as ResultsSearch;
  const navigate = useNavigate();
  const session = useSession();
  const queries = useQueryClient();
  const [text, setText] = useState(search.q ?? '');
  const change = useCallback(
    (values: ResultsChange) =>
      void navigate({
        to: '/results',
        // Another choice begins at its first page.
        search: (before: ResultsSearch) => ({ ...before, page: undefined, ...values }),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  );
  const write = useCallback((q: string) => change({ q: q || undefined }), [change]);
  useAddressText(search.q ?? '', text, setText, write);
  const view = viewOf(search);
  const board = useQuery({
    ...leaderboardQuery({ ...search, ...(text.trim() ? { q: text } : {}) }),
    enabled: view === 'results',
  });
  const { data: choices } = useQuery(choicesQuery(search));
  const published = useQuery(raceResultsQuery(search.race));
  const isAdmin = session.loggedIn && session.profile.role === 'admin';
  const { show: _, ...filters } = search;
  const file = (name: string) => `/api/leaderboard.${name}${new URLSearchParams(filters as Record<string, string>)}`;
  return (
    <div className="column pt-8 pb-16 desk:pt-12">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h1 className="display text-3xl wrap-anywhere desk:text-4xl">{search.race ?? 'Results'}</h1>
          {published.data?.date && <p className="mt-1 text-ink-2">{published.data.date}</p>}
        </div>
        <div className="flex gap-2 print:hidden">
          {view === 'results' && (
            <>
              <a className={buttonStyle()} href={file('csv?')} download>
                <Download size={18} aria-hidden="true" />
                CSV
              </a>
              <a className={buttonStyle()} href={file('json?')} download>
                JSON
              </a>
              {isAdmin && (
                <a className={buttonStyle()} href={file('csv?format=usatf&')} download>
                  USATF
                </a>
              )}
            </>
          )}
          <ShareButton title={search.race ? `Results: ${search.race}` : 'Results'} />
        </div>
      </div>
      <div className="mt-4">
        <ViewLinks
          label="Views of results"
          to="/results"
          views={VIEWS.filter(({ id }) => id !== 'awards' || search.race !== undefined).map(({ id, label }) => ({
            label,
            search: inView(search, id),
            isShown: id === view,
          }))}
        />
      </div>
      <ResultsFilters {...{ search, text, choices, view }} onText={setText} onChange={change} />
      {view === 'awards' && search.race && <AwardsView race={search.race} isAdmin={isAdmin} />}
      {view === 'records' && <RecordsView search={search} />}
      {view === 'results' && (
        <>
          {published.data && <Standing results={published.data} contest={search.contest} />}
          {isAdmin && published.data && (
            <Suspense>
              <PublishPanel results={published.data} />
              <RaceTools race={published.data} />
            </Suspense>
          )}
          {board.isPending && <LinesSkeleton />}
          {board.isError && (
            <div className="mt-6 flex flex-col items-start gap-4">
              <CallNotice {...callFailure(board.error)}>
                {board.data ? 'What you see is from the last answer.' : undefined}
              </CallNotice>
              <Button onPress={() => void board.refetch()}>Try Again</Button>
            </div>
          )}
          {board.data && (
            <div className="mt-6" aria-busy={board.isPlaceholderData}>
              {board.data.notice && search.race && (
                <p className="mb-3 border-l-4 border-line pl-3">
                  {board.data.notice}{' '}
                  <Link to="/liveRace" search={{ race: search.race }} className="link print:hidden">
                    Follow the race
                  </Link>
                </p>
              )}
              {board.data.rule && <p className="mb-3 text-sm text-ink-2">{board.data.rule}</p>}
              {board.data.items.length > 0 ? (
                <>
                  <PrintAll
                    total={board.data.total}
                    shown={board.data.items.length}
                    page={(number, lines) =>
                      queries.fetchQuery(leaderboardQuery({ ...search, page: number, pageSize: lines }))
                    }
                    table={(lines) => (
                      <Table
                        caption="Results"
                        columns={columnsOf({ withRace: search.race === undefined, print: true })}
                        rows={lines}
                        rowKey={lineKey}
                      />
                    )}
                  >
                    <Lines lines={board.data.items} withRace={search.race === undefined} onChange={change} />
                  </PrintAll>
                  <Pages {...board.data} label="Pages of results" to="/results" search={search} />
                </>
              ) : (
                <NoLines
                  search={search}
                  total={board.data.total}
                  noRace={isMissing(published.error)}
                  isTimed={(published.data?.contests.length ?? 1) > 0}
                />
              )}
            </div>
          )}
        </>
      )}
    </div>
  );
}

/** The same race in another view, with the filters that this view has. */
function inView(search: ResultsSearch, view: View): ResultsSearch {
  const { race, distance, year } = search;
  const all =
    view === 'awards'
      ? { show: view, race }
      : view === 'records'
        ? { show: view, race, distance, year }
        : { race, distance, year };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as ResultsSearch;
}

/** Why there are no lines, and what to do. */
function NoLines({
  search,
  total,
  noRace,
  isTimed,
}: {
  search: ResultsSearch;
  total: number;
  noRace: boolean;
  /** Whether the race has contests whose times are or will be on the live page. */
  isTimed: boolean;
}) {
  if (noRace) {
    return (
      <EmptyState
        title="Race not found"
        actions={
          <Link to="/results" search={{}} className={buttonStyle({ tone: 'ink' })}>
            Show all results
          </Link>
        }
      >
        No race has this name.
      </EmptyState>
    );
  }
  if (total > 0) {
    const { page: _, ...first } = search;
    return (
      <EmptyState
        title="There is no such page"
        actions={
          <Link to="/results" search={first} replace className={buttonStyle({ tone: 'ink' })}>
            First page
          </Link>
        }
      >
        These results have fewer pages.
      </EmptyState>
    );
  }
  const narrowed = Object.keys(search).length > (search.race ? 1 : 0);
  const all = (
    <Link
      to="/results"
      search={search.race && narrowed ? { race: search.race } : {}}
      replace
      className={buttonStyle({ tone: 'ink' })}
    >
      {search.race && narrowed ? 'Show all of this race' : 'Show all results'}
    </Link>
  );
  if (narrowed) {
    return (
      <EmptyState title="Nobody fits this search" actions={all}>
        Check the spelling of the name, or take a filter away.
      </EmptyState>
    );
  }
  if (search.race && !isTimed) {
    return (
      <EmptyState title="This race has no results" actions={all}>
        Nobody was timed in it, or its results were never published here.
      </EmptyState>
    );
  }
  if (search.race) {
    return (
      <EmptyState
        title="These results are not published yet"
        actions={
          <>
            <Link to="/liveRace" search={{ race: search.race }} className={buttonStyle({ tone: 'ink' })}>
              Unofficial times
            </Link>
            {all}
          </>
        }
      >
        Until the race director publishes them, the live page shows unofficial times.
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No results are published yet">
      Results appear here as soon as a race has published them.
    </EmptyState>
  );
}
