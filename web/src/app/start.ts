import type { QueryClient } from '@tanstack/react-query';
import { raceCardsQuery, raceDatesQuery, raceQuery, raceWinnersQuery } from '@/api';
import { core } from '@/core';

/** The screens that most visits begin with, by the first segment of their path. */
const SCREENS: Record<string, () => Promise<unknown>> = {
  '': () => import('@/site/HomePage'),
  home: () => import('@/site/HomePage'),
  races: () => import('@/race/CalendarPage'),
  race: () => import('@/race/RacePage'),
  liverace: () => import('@/live/LivePage'),
};

/** Whether a page lists all races. */
const lists = (first: string) => first in SCREENS && first !== 'race' && first !== 'liverace';

/** Begins to fetch a page's screen and what it lists, before the router can: that one waits for the rules. */
export function startPage(path: string, queries: QueryClient): void {
  const first = firstSegment(path);
  // Whoever needs them asks again, and says what is wrong.
  SCREENS[first]?.().catch(() => undefined);
  import('@/site/deferred').catch(() => undefined);
  if (lists(first)) void queries.prefetchQuery(raceCardsQuery);
  void queries.prefetchQuery(raceDatesQuery);
}

/** How long the first page waits for what it shows, in milliseconds; then it shows its skeleton. */
const PATIENCE_MS = 2500;

/**
 * Resolves once the first page can be drawn whole: its screen and its race or list are there. Until then the words that the
 * server wrote into the page stay, rather than give way to a skeleton.
 */
export async function pageReady(path: string, queries: QueryClient, load: () => Promise<void>): Promise<void> {
  const patience = new Promise<void>((over) => setTimeout(over, PATIENCE_MS));
  await Promise.race([patience, Promise.allSettled([load(), data(path, queries), import('@/site/deferred')])]);
}

/** What the page lists or is about; the same promise as a fetch that is already under way. */
async function data(path: string, queries: QueryClient): Promise<void> {
  const first = firstSegment(path);
  const segment = path.split('/')[2];
  if (first === 'race' && segment && !path.split('/')[3]) {
    const name = core().raceNameFromSegment(decodeURIComponent(segment));
    const race = await queries.fetchQuery(raceQuery(name));
    // Of a race that is over the page leads to its times, where there are any.
    if (core().racePhase(race, Date.now()).follow?.to === 'results')
      await queries.prefetchQuery(raceWinnersQuery(race.Race));
  } else if (first === 'liverace') {
    await queries.prefetchQuery((await import('@/live/api')).liveRacesQuery);
  } else if (lists(first)) {
    await queries.prefetchQuery(raceCardsQuery);
  }
}

function firstSegment(path: string): string {
  return path.split('/')[1]?.toLowerCase() ?? '';
}
