import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowRight } from 'lucide-react';
import { outcomeOf, raceCardsQuery, useClock, useLiveRaces } from '@/api';
import { type CalendarRace, core, type RaceCard, raceStart } from '@/core';
import { Distances, FollowButton, RaceBib, RaceRows, RaceTile, RegisterButton, ZoneNote } from '@/racekit';
import {
  Button,
  buttonStyle,
  Countdown,
  DelayedSkeleton,
  EmptyState,
  LineWave,
  Notice,
  Skeleton,
  siteName,
} from '@/ui';
import { JoinIn } from './JoinIn';
import { LiveBanner } from './LiveBanner';
import { RaceSearch } from './RaceSearch';
import { Winners } from './Winners';

/** How many coming and past races the start page shows. */
const COMING = 6;
const PAST = 5;

/** The start page: live races, the next race as a bib, coming and past races. */
export function HomePage() {
  const { data: cards, isPending, isError, error, refetch } = useQuery(raceCardsQuery);
  if (isPending) return <HomeSkeleton />;
  if (isError) {
    return (
      <div className="column py-12">
        <h1 className="display mb-6 text-3xl">{siteName}</h1>
        <Notice tone="error">{core().loadFailure('race', outcomeOf(error)).text}</Notice>
        <Button className="mt-4" onPress={() => void refetch()}>
          Try Again
        </Button>
      </div>
    );
  }
  return <Races cards={cards} />;
}

function Races({ cards }: { cards: RaceCard[] }) {
  const live = useLiveRaces(cards);
  const now = useClock();
  const withCards = (races: CalendarRace[]) =>
    races.flatMap((race) => {
      const card = cards[race.index];
      return card ? [{ card, race }] : [];
    });
  const upcoming = core().upcomingRaces(cards, now);
  const [next] = withCards(upcoming.next ? [upcoming.next] : []);
  const others = withCards(upcoming.others);
  const past = withCards(
    core()
      .calendarView(cards, {}, now)
      .past.flatMap((month) => month.races),
  );
  return (
    <>
      <LiveBanner races={live} />
      <ZoneNote races={cards} className="column pt-4" />
      {next ? <NextRace card={next.card} listed={next.race} /> : <NoRace />}
      {others.length > 0 && (
        <section className="column mt-18" aria-labelledby="coming">
          <div className="flex flex-wrap items-baseline justify-between gap-4">
            <h2 id="coming" className="display text-2xl">
              Coming races
            </h2>
            <RaceSearch className="w-full sm:ml-auto sm:w-64 desk:hidden" />
            <Link to="/races" className="link inline-flex min-h-11 items-center gap-1">
              All races <ArrowRight size={18} aria-hidden="true" />
            </Link>
          </div>
          <div className="mt-6 grid gap-x-8 gap-y-12 sm:grid-cols-2 desk:grid-cols-3">
            {others.slice(0, COMING).map(({ card, race }) => (
              <RaceTile key={card.Race} race={card} listed={race} />
            ))}
          </div>
        </section>
      )}
      {next && <JoinIn race={next.card.Race} />}
      {past.length > 0 && (
        <section className="column mt-18" aria-labelledby="past">
          <div className="mb-4 flex flex-wrap items-baseline justify-between gap-4">
            <h2 id="past" className="display text-2xl">
              Past races
            </h2>
            <Link to="/results" className="link inline-flex min-h-11 items-center gap-1">
              All results <ArrowRight size={18} aria-hidden="true" />
            </Link>
          </div>
          <RaceRows
            toResults
            races={past.slice(0, PAST).map(({ card }) => card)}
            more={(race) => <Winners race={race} />}
          />
        </section>
      )}
    </>
  );
}

function NextRace({ card, listed }: { card: RaceCard; listed: CalendarRace }) {
  const start = raceStart(card);
  return (
    <section className="relative isolate overflow-x-clip" aria-labelledby="next-race">
      <LineWave className="absolute bottom-2 left-0 -z-10 h-20 w-full desk:h-32" />
      <div className="column grid items-center gap-x-16 gap-y-8 pt-6 pb-24 md:grid-cols-[minmax(0,1.15fr)_minmax(0,1fr)] md:pt-12 desk:pb-36">
        <Link to="/race/$RaceName" params={{ RaceName: card.Race }} className="block rounded-bib text-ink no-underline">
          <RaceBib race={card} className="mx-auto max-w-[40rem]" />
        </Link>
        <div>
          <p className="label text-sm text-ink-3">Next race</p>
          <h1 id="next-race" className="big-day mt-2">
            <span className="sr-only">{card.Race}: </span>
            {card.Day}
            <br />
            <span className="whitespace-nowrap">{core().dateText(card.Day, card.Date).short}</span>
          </h1>
          <p className="mt-4 text-lg text-ink-2">
            {[core().distanceEarliest(card.DistanceStartTimes), card.CardLocation].filter(Boolean).join(' · ')}
          </p>
          <Distances rows={card.DistanceStartTimes} className="mt-4" />
          {/* On a phone Register is above the countdown, so that it is on the first screen. */}
          <div className="flex flex-col gap-6 md:flex-col-reverse">
            <div className="mt-6 flex flex-wrap items-start gap-3 md:mt-2">
              {listed.follow && <FollowButton race={card.Race} follow={listed.follow} size="lg" />}
              {listed.register && <RegisterButton race={card} size="lg" secondary={listed.follow !== undefined} />}
              <Link to="/race/$RaceName" params={{ RaceName: card.Race }} className={buttonStyle({ size: 'lg' })}>
                Race page
              </Link>
            </div>
            {start !== undefined && (
              <div className="md:mt-6">
                <Countdown to={start} label="Until the first start" />
              </div>
            )}
          </div>
        </div>
      </div>
    </section>
  );
}

function NoRace() {
  return (
    <div className="column py-12">
      <h1 className="display mb-6 text-3xl">{siteName}</h1>
      <EmptyState title="No race is planned yet">
        The next one appears here with its bib as soon as its date is set.
      </EmptyState>
    </div>
  );
}

function HomeSkeleton() {
  return (
    <div className="column grid gap-16 py-12 md:grid-cols-2">
      <DelayedSkeleton label="Loading races">
        <Skeleton className="aspect-[3/2] w-full rounded-bib" />
      </DelayedSkeleton>
      <DelayedSkeleton label="">
        <Skeleton className="h-6 w-32" />
        <Skeleton className="mt-4 h-28 w-full" />
        <Skeleton className="mt-6 h-14 w-40" />
      </DelayedSkeleton>
    </div>
  );
}
