/** The requests of the live page, besides the field ({@link useField}). */
import { queryOptions } from '@tanstack/react-query';
import { type Answer, get } from '@/api';

/** A race that is live or has a board. */
export type LiveRaceEntry = Answer<'get', 'liveRaces'>[number];

/** Which races can be followed, the one that started last first. */
export const liveRacesQuery = queryOptions({
  queryKey: ['liveRaces'],
  queryFn: ({ signal }) => get('liveRaces', { signal }),
  refetchInterval: 60_000,
  staleTime: 30_000,
});

/** The filters of a race, `GET /liveFilters`. */
export const liveFiltersQuery = (race: string | undefined) =>
  queryOptions({
    queryKey: ['liveFilters', race],
    queryFn: ({ signal }) => get('liveFilters', { signal, query: { race } }),
    enabled: race !== undefined,
    staleTime: 60_000,
  });

/** The drawn course of a contest, `null` when it has none; fetched when the map is opened. */
export const courseQuery = (race: string, contest: string) =>
  queryOptions({
    queryKey: ['course', race, contest],
    queryFn: async ({ signal }) => (await get('course', { signal, query: { race, contest } })) ?? null,
    enabled: contest !== '',
    staleTime: 60_000,
  });

/** The race's map, which the core has converted into a frame; fetched when the map is opened. */
export const raceMapQuery = (race: string | undefined) =>
  queryOptions({
    queryKey: ['raceMap', race],
    queryFn: ({ signal }) => get('raceMap', { signal, query: { race } }),
    enabled: race !== undefined,
    staleTime: 60_000,
  });
