import type { QueryClient } from '@tanstack/react-query';
import { raceCardsQuery, raceDatesQuery } from '@/api';

/** The screens that most visits begin with, by the first segment of their path. */
const SCREENS: Record<string, () => Promise<unknown>> = {
  '': () => import('@/site/HomePage'),
  home: () => import('@/site/HomePage'),
  races: () => import('@/race/CalendarPage'),
  race: () => import('@/race/RacePage'),
};

/** Begins to fetch a page's screen and what it lists, before the router can: that one waits for the rules. */
export function startPage(path: string, queries: QueryClient): void {
  const first = path.split('/')[1]?.toLowerCase() ?? '';
  // Whoever needs them asks again, and says what is wrong.
  SCREENS[first]?.().catch(() => undefined);
  if (first !== 'race' && SCREENS[first]) void queries.prefetchQuery(raceCardsQuery);
  void queries.prefetchQuery(raceDatesQuery);
}
