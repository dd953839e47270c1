/** Reads of the races that more than one slice shows. */
import { queryOptions } from '@tanstack/react-query';
import type { RaceCard, RaceDateEntry, RaceListItem } from '@/core';
import { get } from './client';

/** The spec's pace for the race dates, in milliseconds. */
const RACE_DATES_POLL_MS = 60_000;

/** Every race's date and start times: what the live window is computed from. Polled every 60 s. */
export const raceDatesQuery = queryOptions({
  queryKey: ['raceDates'],
  queryFn: ({ signal }) => get<RaceDateEntry[]>('getRaceDates', { signal }),
  refetchInterval: RACE_DATES_POLL_MS,
  staleTime: RACE_DATES_POLL_MS,
});

/** The calendar's cards, with pictures by address. */
export const raceCardsQuery = queryOptions({
  queryKey: ['raceCards'],
  queryFn: ({ signal }) => get<RaceCard[]>('getRaceCards', { signal, query: { images: 'url' } }),
  staleTime: 60_000,
});

/** Names and dates of all races, for an administrator's lists: hidden ones as well. */
export const allPageRacesQuery = queryOptions({
  queryKey: ['own', 'allPageRaces'],
  queryFn: async ({ signal }) => (await get<{ races: RaceListItem[] }>('getAllPageRaces', { signal })).races,
});
