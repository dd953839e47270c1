/** Queries of race lists that several slices use. */
import { queryOptions } from '@tanstack/react-query';
import { get } from './client';

/** The spec's polling interval for the race dates, in milliseconds. */
const RACE_DATES_POLL_MS = 60_000;

/** The date and start times of every race, from which the live window is computed. Polled every 60 s. */
export const raceDatesQuery = queryOptions({
  queryKey: ['raceDates'],
  queryFn: ({ signal }) => get('getRaceDates', { signal }),
  refetchInterval: RACE_DATES_POLL_MS,
  staleTime: RACE_DATES_POLL_MS,
});

/** The calendar's cards, with pictures as URLs. */
export const raceCardsQuery = queryOptions({
  queryKey: ['raceCards'],
  queryFn: ({ signal }) => get('getRaceCards', { signal, query: { images: 'url' } }),
  staleTime: 60_000,
});

/** Names and dates of all races, including hidden ones, for an administrator's lists. */
export const allPageRacesQuery = queryOptions({
  queryKey: ['own', 'allPageRaces'],
  queryFn: async ({ signal }) => (await get('getAllPageRaces', { signal })).races,
});
