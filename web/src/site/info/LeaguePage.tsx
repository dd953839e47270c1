import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import text from '@texts/league.json';
import type { ReactNode } from 'react';
import { raceCardsQuery, useClock } from '@/api';
import { core } from '@/core';
import { RaceTile } from '@/racekit';
import { LineWave } from '@/ui';
import { Blocks, InlineText } from './texts';

/** How many coming races the page shows. */
const SHOWN = 3;

/** The page of the race league: its description, the standings as its children, and the next races. */
export function LeaguePage({ children }: { children: ReactNode }) {
  const { data: cards } = useQuery(raceCardsQuery);
  const now = useClock();
  const coming = cards
    ? core()
        .upcomingRaces(cards, now)
        .planned.flatMap((race) => {
          const card = cards[race.index];
          return card ? [{ card, race }] : [];
        })
    : [];
  return (
    <>
      <header className="relative isolate overflow-x-clip print:hidden">
        <LineWave className="absolute bottom-0 left-0 -z-10 h-16 w-full desk:h-24" />
        <div className="column pt-8 pb-20 desk:pt-12 desk:pb-28">
          <h1 className="display text-3xl desk:text-4xl">{text.title}</h1>
          <p className="mt-4 max-w-[56ch] text-lg text-ink-2">
            <InlineText parts={text.lead} />
          </p>
        </div>
      </header>
      {children}
      <div className="column mt-18 grid gap-x-12 gap-y-8 md:grid-cols-3 print:hidden">
        {text.sections.map((section) => (
          <div key={section.id}>
            <h2 className="display text-xl">{section.title}</h2>
            <div className="mt-2 text-ink-2">
              <Blocks blocks={section.blocks} />
            </div>
          </div>
        ))}
      </div>
      {coming.length > 0 && (
        <section className="column mt-18 print:hidden" aria-labelledby="league-races">
          <div className="flex flex-wrap items-baseline justify-between gap-3">
            <h2 id="league-races" className="display text-2xl">
              Next races
            </h2>
            <Link to="/races" className="link inline-flex min-h-11 items-center">
              Choose your races
            </Link>
          </div>
          <div className="mt-6 grid gap-x-8 gap-y-12 sm:grid-cols-2 desk:grid-cols-3">
            {coming.slice(0, SHOWN).map(({ card, race }) => (
              <RaceTile key={card.Race} race={card} listed={race} />
            ))}
          </div>
        </section>
      )}
    </>
  );
}
