import { Suspense } from 'react';
import { LinesSkeleton } from '@/results/LinesSkeleton';
import { League } from '@/results/league/League';
import { LeagueDesk, LeagueSplit } from '@/results/leagueDesk';
import { LeaguePage } from '@/site/info/LeaguePage';

/** The page of the race league with the standings, and with what an administrator decides about them. */
export function RaceLeague() {
  return (
    <LeaguePage>
      <League
        desk={(view, year) => (
          <Suspense fallback={<LinesSkeleton />}>
            <LeagueDesk key={year} view={view} year={year} />
          </Suspense>
        )}
        split={(publicID, race) => (
          <Suspense>
            <LeagueSplit publicID={publicID} race={race} />
          </Suspense>
        )}
      />
    </LeaguePage>
  );
}
