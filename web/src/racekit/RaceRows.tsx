import { Link } from '@tanstack/react-router';
import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { dateNumerals } from './RaceBib';
import type { TileFacts } from './RaceTile';

/** A list of past races: the date in the bib's form, the name, date, place and distance; `more` returns further content for a race. */
export function RaceRows({
  races,
  more,
  toResults = false,
}: {
  races: readonly TileFacts[];
  more?: (race: string) => ReactNode;
  /** Whether the rows lead to the races' results instead of their pages. */
  toResults?: boolean;
}) {
  return (
    <ul className="border-t border-rule">
      {races.map((race) => (
        <li key={race.Race} className="border-b border-rule">
          <Link
            {...(toResults
              ? { to: '/results', search: { race: race.Race } }
              : { to: '/race/$RaceName', params: { RaceName: race.Race } })}
            className="group grid min-h-18 grid-cols-[4.5rem_minmax(0,1fr)_auto] items-center gap-4 py-3 text-ink no-underline"
          >
            <span className="numerals text-2xl leading-none text-ink-2 group-hover:text-line" aria-hidden="true">
              {dateNumerals(race.Date)}
            </span>
            <span className="min-w-0">
              <span className="label block group-hover:underline">{race.Race}</span>
              <span className="block text-sm text-ink-3">
                {[race.Date, race.CardLocation, race.Distance].filter(Boolean).join(' · ')}
              </span>
              {more?.(race.Race)}
            </span>
            <ArrowRight size={20} className="text-ink-3" aria-hidden="true" />
          </Link>
        </li>
      ))}
    </ul>
  );
}
