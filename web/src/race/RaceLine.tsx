import { Link } from '@tanstack/react-router';
import { type CalendarRace, core, type RaceCard } from '@/core';
import { AddToCalendar, dateNumerals, FollowButton, RegisterButton, TileMarkView, tileMark } from '@/racekit';

/** A race in one line of a list: the date in the bib's form, the name, the place and start times, its state, Register. */
export function RaceLine({ card, race }: { card: RaceCard; race: CalendarRace }) {
  const { mark } = tileMark(race);
  const canceled = race.state === 'canceled';
  const past = race.state === 'past';
  const day = core().dateText(card.Day, card.Date).text;
  const starts = card.DistanceStartTimes.map((row) => `${row.distance} ${row.startTime}`).join(' · ') || card.Distance;
  return (
    <li className="relative grid grid-cols-[4rem_minmax(0,1fr)] items-center gap-x-4 gap-y-2 border-b border-rule py-2 sm:grid-cols-[4.5rem_minmax(0,1fr)_auto]">
      <span
        className={`numerals text-2xl leading-none ${canceled || past ? 'text-control' : 'text-ink'}`}
        aria-hidden="true"
      >
        {dateNumerals(card.Date)}
      </span>
      <div className="min-w-0 text-sm leading-snug text-ink-2">
        <h3 className="flex flex-wrap items-center gap-x-3 text-base">
          <Link
            data-cover
            to="/race/$RaceName"
            params={{ RaceName: card.Race }}
            aria-label={`${card.Race}, ${day}`}
            className={`label text-ink after:absolute after:inset-0 hover:underline ${canceled ? 'line-through' : 'no-underline'}`}
          >
            {card.Race}
          </Link>
          {mark && <TileMarkView mark={mark} />}
          {canceled && <TileMarkView mark={{ label: race.label }} />}
        </h3>
        <div className="flex flex-wrap items-baseline gap-x-4">
          <p>
            <span aria-hidden="true">
              {day}
              {card.CardLocation && ' · '}
            </span>
            {card.CardLocation}
          </p>
          {starts && <p className="tabular text-base">{starts}</p>}
        </div>
      </div>
      <div className="relative flex items-center gap-2 max-sm:col-start-2 print:hidden">
        {race.follow && <FollowButton race={card.Race} follow={race.follow} size="sm" named />}
        {race.register && !canceled && <RegisterButton race={card} size="sm" secondary={race.follow !== undefined} />}
        {core().calendarOffered(race.register, card.isCanceled, card.Date) && <AddToCalendar race={card.Race} />}
      </div>
    </li>
  );
}
