import { Link } from '@tanstack/react-router';
import { core } from '@/core';
import type { Ticket } from './api';

/** The entries under the name of who wrote the ticket. */
export function Entries({ entries }: Pick<Ticket, 'entries'>) {
  return (
    <ul className="flex flex-col gap-1">
      {entries.map(({ race, raceID, bib, contest, sameAddress }) => (
        <li key={`${raceID} ${bib}`}>
          <Link to="/race/$RaceName" params={{ RaceName: race }} className="link">
            {race}
          </Link>{' '}
          <span className="tabular">
            {contest}
            {bib && ` · bib ${bib}`}
          </span>{' '}
          <span className="text-sm text-ink-2">{sameAddress ? 'same address' : 'same name'}</span>
        </li>
      ))}
    </ul>
  );
}

/** The published results under the name of who wrote the ticket. */
export function Results({ results }: Pick<Ticket, 'results'>) {
  return (
    <ul className="flex flex-col gap-1">
      {results.map(({ resultId, race, date, contest, bib, time }) => (
        <li key={resultId}>
          <span className="tabular text-ink-2">{core().dateText('', date).text}</span> {race}{' '}
          <span className="tabular">
            {contest} · bib {bib}
            {time && ` · ${time}`}
          </span>
        </li>
      ))}
    </ul>
  );
}
