import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useCallback, useState } from 'react';
import { callFailure, useSession } from '@/api';
import { CallNotice, useAddressText } from '@/ui';
import { LinesSkeleton } from '../LinesSkeleton';
import { ViewLinks } from '../ViewLinks';
import { leagueQuery } from './api';
import { LeagueRaces } from './LeagueRaces';
import { LeagueRunnerView } from './LeagueRunnerView';
import { LeagueStandings } from './LeagueStandings';
import { DESK_VIEWS, type DeskView, type LeagueChange, type LeagueSearch, leagueSearch } from './search';

/** The standings of a year, a runner's points, or what an administrator decides, by the parameters in the address; and the rules. */
export function League({
  desk,
  split,
}: {
  /** What an administrator decides in a year. */
  desk: (view: DeskView, year: number) => ReactNode;
  /** The button that takes a result of a race out of a runner. */
  split: (publicID: string, race: string) => ReactNode;
}) {
  const search = leagueSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const session = useSession();
  const isAdmin = session.loggedIn && session.profile.role === 'admin';
  const [typed, setTyped] = useState(search.q ?? '');
  const change = useCallback(
    (values: LeagueChange) =>
      void navigate({
        to: '/raceleague',
        // Another choice begins at its first page.
        search: (before: LeagueSearch) => ({ ...before, page: undefined, ...values }),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  );
  const write = useCallback((q: string) => change({ q: q || undefined }), [change]);
  useAddressText(search.q ?? '', typed, setTyped, write);
  const { q: _, ...filters } = search;
  const league = useQuery(leagueQuery({ ...filters, ...(typed.trim() ? { q: typed } : {}) }));
  const view = isAdmin ? DESK_VIEWS.find(({ id }) => id === search.show)?.id : undefined;
  const { data } = league;
  return (
    <>
      <div className="column mt-4">
        {isAdmin && (
          <div className="mb-4">
            <ViewLinks
              label="Views of the league"
              to="/raceleague"
              views={[{ id: undefined, label: 'Standings' }, ...DESK_VIEWS].map(({ id, label }) => ({
                label,
                search: { ...(search.year ? { year: search.year } : {}), ...(id ? { show: id } : {}) },
                isShown: id === view,
              }))}
            />
          </div>
        )}
        {league.isPending && <LinesSkeleton />}
        {league.isError && (
          <CallNotice {...callFailure(league.error)} onRetry={() => void league.refetch()}>
            {data ? 'What you see is from the last answer.' : undefined}
          </CallNotice>
        )}
        {data && view && desk(view, data.year)}
        {data && !view && search.runner && (
          <LeagueRunnerView
            year={data.year}
            publicID={search.runner}
            search={search}
            split={isAdmin ? split : undefined}
          />
        )}
        {data && !view && !search.runner && (
          <LeagueStandings
            league={data}
            busy={league.isPlaceholderData}
            {...{ search, typed, onTyped: setTyped, onChange: change }}
          />
        )}
      </div>
      {data && !view && <LeagueRaces league={data} />}
    </>
  );
}
