import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { raceCardsQuery } from '@/api';
import { core, todayIn } from '@/core';
import { buttonStyle, LineWave, RaceTile } from '@/ui';

/** How many coming races the page shows. */
const SHOWN = 3;

/** The race league: what it is, and the races that it is run over. */
export function LeaguePage() {
  const { data: cards } = useQuery(raceCardsQuery);
  const coming = cards
    ? core()
        .calendarView(cards, [], {}, todayIn())
        .coming.flatMap((month) => month.races)
        .filter((race) => race.state !== 'canceled')
        .flatMap((race) => cards[race.index] ?? [])
    : [];
  return (
    <>
      <header className="relative isolate overflow-x-clip">
        <LineWave className="absolute bottom-0 left-0 -z-10 h-24 w-full desk:h-32" />
        <div className="column pt-8 pb-28 desk:pt-12 desk:pb-36">
          <h1 className="display text-3xl desk:text-4xl">Race league</h1>
          <p className="mt-4 max-w-[56ch] text-lg text-ink-2">
            One season, all our races, one table. The league is for those who keep coming back: every race you finish
            with us counts toward your year.
          </p>
          <Link to="/races" className={buttonStyle({ tone: 'ink', className: 'mt-6' })}>
            Choose your races
          </Link>
        </div>
      </header>
      <div className="column mt-8 grid gap-x-12 gap-y-8 md:grid-cols-3">
        <div>
          <h2 className="display text-xl">Who is in it</h2>
          <p className="mt-2 text-ink-2">
            Everyone who finishes a race with a bib of their own. There is nothing to sign up for and nothing to pay.
          </p>
        </div>
        <div>
          <h2 className="display text-xl">What counts</h2>
          <p className="mt-2 text-ink-2">
            Official results of the season’s half marathons, 10Ks and 5Ks, from January to December, in both states.
          </p>
        </div>
        <div>
          <h2 className="display text-xl">When it starts</h2>
          <p className="mt-2 text-ink-2">
            The table opens with the first official results of the season. Until then there are no points, and none are
            promised here.
          </p>
        </div>
      </div>
      {coming.length > 0 && (
        <section className="column mt-18" aria-labelledby="league-races">
          <h2 id="league-races" className="display text-2xl">
            Next races
          </h2>
          <div className="mt-6 grid gap-x-8 gap-y-12 sm:grid-cols-2 desk:grid-cols-3">
            {coming.slice(0, SHOWN).map((card) => (
              <RaceTile key={card.Race} race={card} />
            ))}
          </div>
        </section>
      )}
    </>
  );
}
