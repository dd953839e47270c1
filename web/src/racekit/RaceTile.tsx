import { Link } from '@tanstack/react-router';
import { MapPin } from 'lucide-react';
import { type CalendarRace, core, type DistanceStart, type Flag, type Image } from '@/core';
import { buttonStyle, ExternalButton } from '@/ui';
import { AddToCalendar } from './AddToCalendar';
import { Stamp } from './Bib';
import { Distances } from './Distances';
import { FollowButton } from './FollowButton';
import { RaceBib } from './RaceBib';
import { RegisterButton } from './RegisterButton';

/** The fields of a race card that a tile shows. */
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
  /** The card's website path: the target of the Info link. */
  Info: string;
  RaceLogo?: Image | undefined;
}

/** The label for a race's state in a list. `live` marks a race that runs now, which has a colour of its own. */
export interface TileMark {
  label: string;
  live?: boolean;
}

/** The label for a race's state; none for a canceled race, whose bib has a stamp instead. */
export function tileMark({ state, label }: Pick<CalendarRace, 'state' | 'label'>): { mark?: TileMark } {
  return label && state !== 'canceled' ? { mark: { label, live: state === 'live' } } : {};
}

/** A race in a list: its bib, which links to its page, and below it the date, the place, Register, Info and its calendar entry. */
export function RaceTile({
  race,
  listed,
  eager = false,
  row = false,
  isPreview = false,
}: {
  race: TileFacts;
  /** The race's entry in the calendar, with its state; undefined for an unsaved card, which has none yet. */
  listed?: CalendarRace;
  /** Whether its picture is on the first screen, so that it is loaded at once. */
  eager?: boolean;
  /** From 576 px on, the bib is next to the text, where there is space for all start times. */
  row?: boolean;
  /** Makes the tile inert: its links lead to a page that does not exist yet. */
  isPreview?: boolean;
}) {
  const registration = core().raceRegistration(race.isCanceled, race.MaxCapacity, race.Link);
  const earliest = core().distanceEarliest(race.DistanceStartTimes);
  const canceled = race.isCanceled === 'True';
  const register = listed?.register ?? true;
  return (
    <article
      inert={isPreview}
      className={`group/tile relative flex flex-col ${row ? 'sm:grid sm:grid-cols-[minmax(0,21rem)_minmax(0,1fr)] sm:items-center sm:gap-8 print:grid print:grid-cols-[11rem_minmax(0,1fr)] print:items-center print:gap-6' : ''}`}
    >
      <div className="transition-transform duration-[200ms] group-has-[[data-cover]:hover]/tile:-translate-y-1">
        <RaceBib
          race={race}
          photo
          eager={eager}
          void={canceled}
          {...(canceled ? { stamp: <Stamp tone="live">{registration.label}</Stamp> } : {})}
        />
      </div>
      <div className="min-w-0">
        <h3
          className={`display mt-4 text-lg leading-tight ${row ? 'sm:mt-0 sm:text-[clamp(1.25rem,2.4vw,1.9375rem)]' : ''}`}
        >
          <Link
            data-cover
            to="/race/$RaceName"
            params={{ RaceName: race.Race }}
            className="text-ink no-underline after:absolute after:inset-0 after:rounded-bib"
          >
            <span className="sr-only">{race.Race}, </span>
            {core().dateText(race.Day, race.Date).text}
          </Link>
        </h3>
        <p
          className={`mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-2 ${row ? 'sm:text-base' : ''}`}
        >
          {listed && <TileMarkView {...tileMark(listed)} />}
          {earliest && <span className={`tabular text-base ${row ? 'sm:hidden' : ''}`}>{earliest}</span>}
          {race.CardLocation && (
            <span className="inline-flex items-center gap-1">
              <MapPin size={15} className="text-ink-3" aria-hidden="true" />
              {race.CardLocation}
            </span>
          )}
        </p>
        {row && <Distances rows={race.DistanceStartTimes} className="mt-4 max-sm:hidden!" />}
        <div className={`relative mt-3 flex w-fit print:hidden flex-wrap items-start gap-2 ${row ? 'sm:mt-6' : ''}`}>
          {listed?.follow && <FollowButton race={race.Race} follow={listed.follow} size="sm" named />}
          {register && (
            <RegisterButton race={race} size="sm" isPreview={isPreview} secondary={listed?.follow !== undefined} />
          )}
          <InfoLink race={race} />
          {core().calendarOffered(register, race.isCanceled, race.Date) && <AddToCalendar race={race.Race} />}
        </div>
      </div>
    </article>
  );
}

/** Renders a {@link TileMark}; nothing without one. */
export function TileMarkView({ mark }: { mark?: TileMark }) {
  if (!mark) return null;
  return (
    <span
      className={`label inline-flex items-center gap-1.5 rounded-chip border px-2 py-0.5 text-xs ${mark.live ? 'border-live text-live' : 'border-control text-ink'}`}
    >
      {mark.live && <span className="size-2 animate-breathe rounded-full bg-live" aria-hidden="true" />}
      {mark.label}
    </span>
  );
}

/** The Info link: to the card's website path, on this site or on another; without one, to the race's page. */
function InfoLink({ race }: { race: TileFacts }) {
  const href = core().linkPath(race.Info);
  const look = buttonStyle({ size: 'sm' });
  if (href && !href.startsWith('/')) {
    return (
      <ExternalButton size="sm" href={href}>
        Info<span className="sr-only"> about {race.Race} </span>
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
