import type { QueryClient } from '@tanstack/react-query';
import { raceCardsQuery, raceDatesQuery, raceQuery, raceWinnersQuery } from '@/api';
import { core } from '@/core';

/** The screens with which most visits begin, by the first segment of their path. */
const SCREENS: Record<string, () => Promise<unknown>> = {
  '': () => import('@/site/HomePage'),
  home: () => import('@/site/HomePage'),
  races: () => import('@/race/CalendarPage'),
  race: () => import('@/race/RacePage'),
  liverace: () => import('@/live/LivePage'),
};

/** Whether a page lists all races. */
const listsRaces = (first: string) => first in SCREENS && first !== 'race' && first !== 'liverace';

/** Resolves in a task of its own, so that the browser can paint and handle input before it. */
const nextTask = () => new Promise<void>((done) => setTimeout(done));

/**
 * Starts to fetch a page's screen and its lists. The router would do it later, because it waits for the rules. It is done in several tasks,
 * because a fetch takes milliseconds to start, and a screen is a dozen files.
 */
export async function startPage(path: string, queries: QueryClient): Promise<void> {
  const first = firstSegment(path);
  await nextTask();
  // Ignored here: the router loads the screen again and reports the failure.
  SCREENS[first]?.().catch(() => undefined);
  await nextTask();
  import('@/site/deferred').catch(() => undefined);
  if (listsRaces(first)) void queries.prefetchQuery(raceCardsQuery);
  void queries.prefetchQuery(raceDatesQuery);
}

/**
 * Milliseconds for which the first page waits for its content; then it shows its skeleton. It waits longer where the server's text has the
 * first runners and their search.
 */
const firstPageWaitMs = () => (document.querySelector('.reading-search') ? 15_000 : 2500);

/**
 * Resolves once the first page can be rendered completely: its screen and its race or list are loaded. Until then the text that the
 * server wrote into the page remains visible; a skeleton would replace it.
 */
export async function pageReady(path: string, queries: QueryClient, load: () => Promise<void>): Promise<void> {
  const timeout = new Promise<void>((over) => setTimeout(over, firstPageWaitMs()));
  await Promise.race([timeout, Promise.allSettled([load(), data(path, queries), import('@/site/deferred')])]);
}

/** Loads the page's race or list; shares a fetch that is already in progress. */
async function data(path: string, queries: QueryClient): Promise<void> {
  const first = firstSegment(path);
  const segment = path.split('/')[2];
  if (first === 'race' && segment && !path.split('/')[3]) {
    const name = core().raceNameFromSegment(decodeURIComponent(segment));
    const race = await queries.fetchQuery(raceQuery(name));
    // The page of a race that is over shows its winners, if there are any.
    if (core().racePhase(race, Date.now()).follow?.to === 'results')
      await queries.prefetchQuery(raceWinnersQuery(race.Race));
  } else if (first === 'liverace') {
    await queries.prefetchQuery((await import('@/live/api')).liveRacesQuery);
  } else if (listsRaces(first)) {
    await queries.prefetchQuery(raceCardsQuery);
  }
}

function firstSegment(path: string): string {
  return path.split('/')[1]?.toLowerCase() ?? '';
}
