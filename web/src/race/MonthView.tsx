import { Link } from '@tanstack/react-router';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type CalendarRace, core, type MonthSheet, type RaceCard } from '@/core';
import { distanceNames, raceTone, toneFill } from '@/racekit';
import { Button, EmptyState } from '@/ui';
import { RaceLine } from './RaceLine';

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;

/** A race of the calendar with its card. */
interface Entry {
  card: RaceCard;
  race: CalendarRace;
}

/** A table of one month with the races on their days, and below it the same races as a list with all details. */
export function MonthView({
  sheet,
  races,
  cards,
  onMonth,
}: {
  sheet: MonthSheet;
  /** The races of this month. */
  races: readonly CalendarRace[];
  cards: readonly RaceCard[];
  onMonth: (key: string) => void;
}) {
  const entries: Entry[] = races.flatMap((race) => {
    const card = cards[race.index];
    return card ? [{ card, race }] : [];
  });
  const on = (iso: string) => entries.filter(({ card }) => card.Date && core().dateIso(card.Date) === iso);
  return (
    <section aria-labelledby="month-title" className="mt-6">
      <div className="flex items-center justify-between gap-4 pb-3">
        <Button icon aria-label="Previous month" isDisabled={!sheet.before} onPress={() => onMonth(sheet.before)}>
          <ChevronLeft size={22} aria-hidden="true" />
        </Button>
        <h2 id="month-title" className="display text-xl" aria-live="polite">
          {sheet.title}
        </h2>
        <Button icon aria-label="Next month" isDisabled={!sheet.after} onPress={() => onMonth(sheet.after)}>
          <ChevronRight size={22} aria-hidden="true" />
        </Button>
      </div>
      <table className="w-full table-fixed border-collapse border border-rule bg-card">
        <caption className="sr-only">Races of {sheet.title}</caption>
        <thead>
          <tr>
            {DAYS.map((day) => (
              <th
                key={day}
                scope="col"
                className="border-b border-control py-2 text-center text-sm font-medium text-ink-3"
              >
                <span className="sr-only">{day}</span>
                <span aria-hidden="true">{day.slice(0, 3)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sheet.weeks.map((week) => (
            <tr key={week[0]?.iso}>
              {week.map((day) => (
                <td
                  key={day.iso}
                  aria-current={day.today ? 'date' : undefined}
                  className={`h-14 border border-rule p-1 align-top desk:h-24 desk:p-2 ${day.inside ? '' : 'bg-sunk'}`}
                >
                  <span
                    className={`tabular text-sm ${day.today ? 'label border-b-[3px] border-line' : day.inside ? 'text-ink-2' : 'text-ink-3'}`}
                  >
                    {day.day}
                    {day.today && <span className="sr-only">, today</span>}
                  </span>
                  {day.inside && on(day.iso).map((entry) => <DayEntry key={entry.card.Race} {...entry} />)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {entries.length > 0 ? (
        <ul className="mt-6 border-t border-rule">
          {entries.map((entry) => (
            <RaceLine key={entry.card.Race} {...entry} />
          ))}
        </ul>
      ) : (
        <div className="mt-6">
          <EmptyState title={`No race in ${sheet.title}`}>
            The arrows lead to the months around it. Filters may hide races, too.
          </EmptyState>
        </div>
      )}
    </section>
  );
}

/** A race on its day of the table: the first lines of its name. */
function DayEntry({ card, race }: Entry) {
  const muted = race.state === 'canceled' || race.state === 'past';
  return (
    <Link
      to="/race/$RaceName"
      params={{ RaceName: card.Race }}
      className={`label mt-1 block min-h-6 overflow-hidden rounded-chip px-1 py-0.5 text-xs leading-tight break-words no-underline hover:underline ${muted ? 'border border-control bg-card text-ink-2' : toneFill[raceTone(distanceNames(card))]} ${race.state === 'canceled' ? 'line-through' : ''}`}
    >
      <span className="line-clamp-2 max-md:line-clamp-1">{card.Race}</span>
      {race.label && <span className="sr-only">, {race.label}</span>}
    </Link>
  );
}
