import type { ReactNode } from 'react';
import type { CalendarMonth, RaceCard } from '@/core';
import { RaceTile } from '@/racekit';
import { RaceLine } from './RaceLine';

/** The props of a month of the calendar. */
interface MonthProps {
  month: CalendarMonth;
  cards: readonly RaceCard[];
  /** Whether it is the first month of the page, whose first picture is loaded at once. */
  first: boolean;
}

/** A month with its races as bibs. */
export function BibMonth({ month, cards, first }: MonthProps) {
  return (
    <MonthSection month={month}>
      <div className="flex flex-col gap-12 print:gap-4">
        {month.races.map((race, index) => {
          const card = cards[race.index];
          return card && <RaceTile key={card.Race} race={card} row listed={race} eager={first && index === 0} />;
        })}
      </div>
    </MonthSection>
  );
}

/** A month with its races as a list. */
export function ListMonth({ month, cards }: MonthProps) {
  return (
    <MonthSection month={month} compact>
      <ul className="border-t border-rule">
        {month.races.map((race) => {
          const card = cards[race.index];
          return card && <RaceLine key={card.Race} card={card} race={race} />;
        })}
      </ul>
    </MonthSection>
  );
}

/** The frame of a month: its name along the blue line, styled like `SectionRail`. */
function MonthSection({
  month,
  compact = false,
  children,
}: {
  month: CalendarMonth;
  compact?: boolean;
  children: ReactNode;
}) {
  const id = `month-${month.key || 'later'}`;
  const [name, year] = month.key ? month.title.split(' ') : [month.title, ''];
  return (
    <section
      aria-labelledby={id}
      className={`relative last:mb-0 print:mb-4 desk:mb-0 desk:grid desk:grid-cols-[15rem_minmax(0,1fr)] desk:gap-12 desk:last:pb-0 ${compact ? 'mb-8' : 'mb-16 desk:pb-16'}`}
    >
      <span
        className="absolute top-0 bottom-0 left-0 hidden w-[9px] bg-line desk:block print:hidden"
        aria-hidden="true"
      />
      <div className="relative desk:pl-8">
        <span
          aria-hidden="true"
          className="absolute top-4 -left-1 hidden h-[3px] w-[17px] -rotate-12 bg-page desk:block print:hidden"
        />
        <h2
          id={id}
          className={`display border-line text-xl desk:sticky desk:top-24 desk:border-0 print:mb-3 ${compact ? 'pb-2 desk:pt-4' : 'mb-6 border-b-[3px] pb-2'}`}
        >
          {name} <span className={`text-ink-3 ${compact ? '' : 'desk:block'}`}>{year}</span>
        </h2>
      </div>
      {children}
    </section>
  );
}
