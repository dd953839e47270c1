import { useQuery } from '@tanstack/react-query';
import { outcomeOf, raceCardsQuery } from '@/api';
import { core, type RaceCard, todayIn } from '@/core';
import { Button, EmptyState, Late, Notice, RaceTile, Skeleton } from '@/ui';

/** All races: those to come, the next one first, then those that were, the latest first. */
export function CalendarPage() {
  const { data: cards, isPending, isError, error, refetch } = useQuery(raceCardsQuery);
  return (
    <div className="column pt-8 desk:pt-12">
      <h1 className="display text-3xl desk:text-4xl">Races</h1>
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
  const today = todayIn();
  const sorted = core().listingCalendar(cards, today);
  const coming = sorted.filter((card) => core().isUpcoming(card.Date, today));
  const past = sorted.filter((card) => !core().isUpcoming(card.Date, today));
  return (
    <>
      <section className="mt-8" aria-labelledby="coming">
        <h2 id="coming" className="display mb-6 text-xl">
          Coming
        </h2>
        {coming.length > 0 ? (
          <Grid cards={coming} />
        ) : (
          <EmptyState title="No race is planned right now">
            New dates appear here as soon as they are set. Meanwhile, the past races are below.
          </EmptyState>
        )}
      </section>
      {past.length > 0 && (
        <section className="mt-18" aria-labelledby="past">
          <h2 id="past" className="display mb-6 text-xl">
            Past
          </h2>
          <Grid cards={past} />
        </section>
      )}
    </>
  );
}

function Grid({ cards }: { cards: RaceCard[] }) {
  return (
    <div className="grid gap-x-8 gap-y-12 sm:grid-cols-2 desk:grid-cols-3">
      {cards.map((card) => (
        <RaceTile key={card.Race} race={card} />
      ))}
    </div>
  );
}

function CalendarSkeleton() {
  return (
    <Late label="Loading races">
      <div className="mt-12 grid gap-x-8 gap-y-12 sm:grid-cols-2 desk:grid-cols-3">
        {[1, 2, 3, 4, 5, 6].map((one) => (
          <div key={one}>
            <Skeleton className="aspect-[10/9] w-full rounded-bib" />
            <Skeleton className="mt-4 h-6 w-3/4" />
            <Skeleton className="mt-2 h-5 w-1/2" />
          </div>
        ))}
      </div>
    </Late>
  );
}
