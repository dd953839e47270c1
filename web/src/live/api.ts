/** The requests of the live page. The field is received as bytes, which are passed to the board unparsed. */
import { queryOptions } from '@tanstack/react-query';
import { type Answer, bytesOf, CallError, call, get } from '@/api';

/** The interval of the silent refresh, in milliseconds (SPEC §9). */
export const LIVE_POLL_MS = 5000;

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

/** The race's map, which the core has converted into a frame; fetched when the map is opened. */
export const raceMapQuery = (race: string | undefined) =>
  queryOptions({
    queryKey: ['raceMap', race],
    queryFn: ({ signal }) => get('raceMap', { signal, query: { race } }),
    enabled: race !== undefined,
    staleTime: 60_000,
  });

/** A response with a field or its changes. */
export interface FieldBytes {
  bytes: Uint8Array;
  /** Whether the race is public, so that this browser may cache it; a hidden race is only visible to administrators. */
  open: boolean;
}

/** Fetches a race's field as bytes: all of it, or the changes since a version. Undefined when nothing has changed. */
export async function fetchField(
  race: string,
  since: string | undefined,
  signal: AbortSignal,
): Promise<FieldBytes | undefined> {
  try {
    const answer = await call('get', 'live/{RaceName}', { path: { RaceName: race }, query: { since }, signal });
    if (answer.status === 204) return undefined;
    return { bytes: await bytesOf(answer), open: !/private/.test(answer.headers.get('Cache-Control') ?? '') };
  } catch (error) {
    if (error instanceof CallError && error.status === 304) return undefined;
    throw error;
  }
}
