import { Link } from '@tanstack/react-router';
import { MapPin } from 'lucide-react';
import { core, type DistanceStart, type Flag, type Image } from '@/core';
import { Stamp } from './Bib';
import { buttonStyle, ExternalButton } from './Button';
import { RaceBib } from './RaceBib';
import { RegisterButton } from './RegisterButton';

/** The fields of a card that a tile shows. */
export interface TileFacts {
  Race: string;
  Date: string;
  Day: string;
  Distance: string;
  DistanceStartTimes: DistanceStart[];
  CardLocation: string;
  isCanceled: Flag;
  MaxCapacity: Flag;
  Link: string;
  /** The card's website path: where Info leads. */
  Info: string;
  RaceLogo?: Image | undefined;
}

/** A race among others: its bib, which leads to its page, and under it the day, the place, Register and Info. */
export function RaceTile({ race }: { race: TileFacts }) {
  const registration = core().raceRegistration(race.isCanceled, race.MaxCapacity, race.Link);
  const earliest = core().distanceEarliest(race.DistanceStartTimes);
  const canceled = race.isCanceled === 'True';
  return (
    <article className="group/tile relative flex flex-col">
      <div className="transition-transform duration-[200ms] group-has-[[data-cover]:hover]/tile:-translate-y-1">
        <RaceBib
          race={race}
          photo
          void={canceled}
          {...(canceled ? { stamp: <Stamp tone="live">{registration.label}</Stamp> } : {})}
        />
      </div>
      <h3 className="display mt-4 text-lg leading-tight">
        <Link
          data-cover
          to="/race/$RaceName"
          params={{ RaceName: race.Race }}
          className="text-ink no-underline after:absolute after:inset-0 after:rounded-bib"
        >
          <span className="sr-only">{race.Race}, </span>
          {race.Date ? `${race.Day}, ${race.Date}` : 'Date to be announced'}
        </Link>
      </h3>
      <p className="mt-1 flex flex-wrap items-center gap-x-3 text-sm text-ink-2">
        {earliest && <span className="tabular text-base">{earliest}</span>}
        {race.CardLocation && (
          <span className="inline-flex items-center gap-1">
            <MapPin size={15} className="text-ink-3" aria-hidden="true" />
            {race.CardLocation}
          </span>
        )}
      </p>
      <div className="relative mt-3 flex flex-wrap items-start gap-2 self-start">
        <RegisterButton race={race} size="sm" />
        <InfoLink race={race} />
      </div>
    </article>
  );
}

/** Where the card's website path leads: a page of this site, or the organiser's own. Without one, the race's page. */
function InfoLink({ race }: { race: TileFacts }) {
  const href = core().linkPath(race.Info);
  const look = buttonStyle({ size: 'sm' });
  if (href && !href.startsWith('/')) {
    return (
      <ExternalButton size="sm" href={href} aria-label={`Info about ${race.Race}`}>
        Info
      </ExternalButton>
    );
  }
  return href && core().routeStatus(href) === 200 ? (
    <Link to={href as never} className={look} aria-label={`Info about ${race.Race}`}>
      Info
    </Link>
  ) : (
    <Link to="/race/$RaceName" params={{ RaceName: race.Race }} className={look} aria-label={`Info about ${race.Race}`}>
      Info
    </Link>
  );
}
