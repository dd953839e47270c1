import { Link } from '@tanstack/react-router';
import type { League } from './api';

/** The rules of a season in words, and its races. */
export function LeagueRaces({ league }: { league: League }) {
  if (league.races.length === 0) return null;
  return (
    <div className="column mt-12 grid gap-x-12 gap-y-8 md:grid-cols-2">
      <section aria-labelledby="league-rules">
        <h2 id="league-rules" className="display text-2xl">
          How it works
        </h2>
        <ul className="mt-3 flex list-disc flex-col gap-1 pl-5">
          {league.rules.map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="league-season" className="print:hidden">
        <h2 id="league-season" className="display text-2xl">
          Races of {league.year}
        </h2>
        <ul className="mt-3 flex flex-col">
          {league.races.map(({ race, date, contests }) => (
            <li key={`${race} ${date}`} className="border-b border-rule py-2 last:border-0">
              <Link to="/results" search={{ race }} className="link inline-block min-h-6 wrap-anywhere">
                {race}
              </Link>
              <span className="block text-sm text-ink-2">
                {date}:{' '}
                {contests.map(({ contest, counts }) => (counts ? contest : `${contest} (does not count)`)).join(', ')}
              </span>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}
