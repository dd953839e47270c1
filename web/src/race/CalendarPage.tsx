import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { outcomeOf, raceCardsQuery, useClock } from '@/api';
import { type Calendar, core, type RaceCard, todayIn } from '@/core';
import { RaceRows, ZoneNote } from '@/racekit';
import {
  Button,
  buttonStyle,
  DelayedSkeleton,
  EmptyState,
  Notice,
  Skeleton,
  useAddressText,
  useMedia,
  WIDE_SCREEN,
} from '@/ui';
import { CalendarFilters } from './CalendarFilters';
import { BibMonth, ListMonth } from './CalendarMonths';
import type { CalendarChange, CalendarSearch } from './calendarSearch';
import { MonthView } from './MonthView';
import { Subscribe } from './Subscribe';

/** The page of all races: the coming ones by month, then the past ones, both filtered by the parameters in the address. */
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

function Lists({ cards }: { cards: RaceCard[] }) {
  const search = useSearch({ strict: false }) as CalendarSearch;
  const navigate = useNavigate();
  const [text, setText] = useState(search.q ?? '');
  const change = useCallback(
    (values: CalendarChange) =>
      void navigate({
        to: '/races',
        search: (before: CalendarSearch) => ({ ...before, ...values }),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  );
  const write = useCallback((q: string) => change({ q: q || undefined }), [change]);
  useAddressText(search.q ?? '', text, setText, write);
  const wide = useMedia(WIDE_SCREEN);
  const view = search.view ?? (wide ? 'list' : 'bibs');
  const now = useClock();
  const { open, view: _, ...rest } = search;
  const today = todayIn('');
  const all = core().calendarView(cards, {}, now);
  // The month view shows one month: the selected one, else the month of the next race.
  const sheet = view === 'month' ? core().monthSheet(search.month ?? all.months[0]?.key ?? '', today) : undefined;
  const month = sheet ? { month: sheet.key } : {};
  const calendar = core().calendarView(cards, { ...rest, ...month, q: text, open: open === '1' }, now);
  const listed = [...calendar.coming, ...calendar.past];
  const found = listed.reduce((sum, one) => sum + one.races.length, 0);
  const past = calendar.past.flatMap((one) => one.races.flatMap(({ index }) => cards[index] ?? []));
  const Month = view === 'bibs' ? BibMonth : ListMonth;
  return (
    <>
      <CalendarFilters
        calendar={calendar}
        search={{ ...search, ...month }}
        text={text}
        view={view}
        found={found}
        onText={setText}
        onChange={change}
      />
      <ZoneNote races={cards} className="mt-4" />
      {sheet ? (
        <MonthView
          sheet={sheet}
          races={listed.flatMap((one) => one.races)}
          cards={cards}
          onMonth={(key) => change({ month: key })}
        />
      ) : (
        <section className="mt-6" aria-label="Coming races">
          {calendar.coming.map((one, index) => (
            <Month key={one.key} month={one} cards={cards} first={index === 0} />
          ))}
          {calendar.coming.length === 0 && <NoComingRace calendar={calendar} narrowed={found < countRaces(all)} />}
        </section>
      )}
      {!sheet && past.length > 0 && (
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

/** The number of races in a calendar. */
const countRaces = ({ coming, past }: Calendar) =>
  [...coming, ...past].reduce((sum, month) => sum + month.races.length, 0);

/** The empty list of coming races: why it is empty, and what the visitor can do. */
function NoComingRace({ calendar, narrowed }: { calendar: Calendar; narrowed: boolean }) {
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
    <DelayedSkeleton label="Loading races">
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
    </DelayedSkeleton>
  );
}
