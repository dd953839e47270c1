import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { CalendarSync } from 'lucide-react';
import { outcomeOf, raceCardsQuery, useLiveRaces } from '@/api';
import { type Calendar, type CalendarMonth, core, type RaceCard, todayIn } from '@/core';
import { Button, buttonStyle, EmptyState, Late, Notice, RaceRows, RaceTile, ShareButton, Skeleton } from '@/ui';
import { CalendarFilters } from './CalendarFilters';
import type { CalendarSearch } from './calendarSearch';

/** All races: those to come by month, narrowed by the filters in the address, then those that were. */
export function CalendarPage() {
  const { data: cards, isPending, isError, error, refetch } = useQuery(raceCardsQuery);
  return (
    <div className="column pt-8 desk:pt-12">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <h1 className="display text-3xl desk:text-4xl">Races</h1>
        <Subscribe />
      </div>
      {isPending && <CalendarSkeleton />}
      {isError && (
        <div className="mt-6 flex flex-col items-start gap-4">
          <Notice tone="error">{core().loadFailure('race', outcomeOf(error)).text}</Notice>
          <Button onPress={() => void refetch()}>Try Again</Button>
        </div>
      )}
      {cards && <Lists cards={cards} />}
    </div>
  );
}

/** The feed of all races: a calendar that subscribed to it keeps itself up to date. */
function Subscribe() {
  return (
    <div className="flex flex-wrap items-center gap-x-4 print:hidden">
      <a href={`webcal://${location.host}/calendar.ics`} className={buttonStyle()}>
        <CalendarSync size={20} aria-hidden="true" /> Subscribe
      </a>
      <a href="/calendar.ics" className="link inline-flex min-h-11 items-center text-sm" download>
        Calendar file
      </a>
      <ShareButton title="Races" />
    </div>
  );
}

function Lists({ cards }: { cards: RaceCard[] }) {
  const search = useSearch({ strict: false }) as CalendarSearch;
  const navigate = useNavigate();
  const live = useLiveRaces(cards).map((one) => one.race);
  const { open, ...rest } = search;
  const calendar = core().calendarView(cards, live, { ...rest, open: open === '1' }, todayIn());
  const past = calendar.past.flatMap((month) => month.races.flatMap(({ index }) => cards[index] ?? []));
  const found = calendar.coming.reduce((sum, month) => sum + month.races.length, past.length);
  return (
    <>
      <CalendarFilters
        calendar={calendar}
        search={search}
        found={found}
        onChange={(change) =>
          void navigate({ to: '/races', search: { ...search, ...change }, replace: true, resetScroll: false })
        }
      />
      <section className="mt-6" aria-label="Coming races">
        {calendar.coming.map((month, index) => (
          <Month key={month.key} month={month} cards={cards} first={index === 0} />
        ))}
        {calendar.coming.length === 0 && <Nothing calendar={calendar} narrowed={Object.keys(search).length > 0} />}
      </section>
      {past.length > 0 && (
        <section className="mt-18" aria-labelledby="past">
          <h2 id="past" className="display mb-4 text-2xl">
            Past races
          </h2>
          <RaceRows races={past} />
        </section>
      )}
    </>
  );
}

/** A month and its bibs, hung on the line as a page's sections are. */
function Month({ month, cards, first }: { month: CalendarMonth; cards: RaceCard[]; first: boolean }) {
  const id = `month-${month.key || 'later'}`;
  const [name, year] = month.key ? month.title.split(' ') : [month.title, ''];
  return (
    <section
      aria-labelledby={id}
      className="relative mb-16 last:mb-0 print:mb-4 desk:mb-0 desk:grid desk:grid-cols-[15rem_minmax(0,1fr)] desk:gap-12 desk:pb-16 desk:last:pb-0"
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
          className="display mb-6 print:mb-3 border-b-[3px] border-line pb-2 text-xl desk:sticky desk:top-24 desk:border-0"
        >
          {name} <span className="text-ink-3 desk:block">{year}</span>
        </h2>
      </div>
      <div className="flex flex-col gap-12 print:gap-4">
        {month.races.map((race, index) => {
          const card = cards[race.index];
          return (
            card && (
              <RaceTile
                key={card.Race}
                race={card}
                row
                eager={first && index === 0}
                {...(race.label && race.state !== 'canceled'
                  ? { mark: { label: race.label, live: race.state === 'live' } }
                  : {})}
              />
            )
          );
        })}
      </div>
    </section>
  );
}

/** Why nothing is to come, and what to do next. */
function Nothing({ calendar, narrowed }: { calendar: Calendar; narrowed: boolean }) {
  if (narrowed && calendar.months.length > 0) {
    return (
      <EmptyState
        title="No coming race fits these filters"
        actions={
          <Link to="/races" search={{}} replace resetScroll={false} className={buttonStyle({ tone: 'ink' })}>
            Show all races
          </Link>
        }
      >
        Take a filter away, or subscribe to the calendar: new dates then come to you.
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No race is planned right now">
      New dates appear here as soon as they are set. Subscribe to the calendar and they come to you.
    </EmptyState>
  );
}

function CalendarSkeleton() {
  return (
    <Late label="Loading races">
      <Skeleton className="mt-6 h-18 w-full" />
      <div className="mt-20 flex flex-col gap-12 desk:mt-6 desk:pl-72">
        {[1, 2, 3].map((one) => (
          <div key={one} className="sm:grid sm:grid-cols-[minmax(0,21rem)_minmax(0,1fr)] sm:items-center sm:gap-8">
            <Skeleton className="aspect-[6/7] w-full rounded-bib" />
            <div>
              <Skeleton className="mt-4 h-8 w-3/4" />
              <Skeleton className="mt-3 h-5 w-1/2" />
              <Skeleton className="mt-6 h-9 w-40" />
            </div>
          </div>
        ))}
      </div>
    </Late>
  );
}
