/** The live page's calls. The field itself comes as bytes, which go to the board unread. */
import { queryOptions } from '@tanstack/react-query';
import { type Answer, bytesOf, CallError, call, get } from '@/api';

/** The spec's pace of the silent refresh, in milliseconds (SPEC §9). */
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

/** The filters of a race, as the spec has them. */
export const liveFiltersQuery = (race: string | undefined) =>
  queryOptions({
    queryKey: ['liveFilters', race],
    queryFn: ({ signal }) => get('liveFilters', { signal, query: { race } }),
    enabled: race !== undefined,
    staleTime: 60_000,
  });

/** The race's map, made into a frame by the core; asked for when the map is opened. */
export const raceMapQuery = (race: string | undefined) =>
  queryOptions({
    queryKey: ['raceMap', race],
    queryFn: ({ signal }) => get('raceMap', { signal, query: { race } }),
    enabled: race !== undefined,
    staleTime: 60_000,
  });

/** A look at a field. */
export interface FieldBytes {
  bytes: Uint8Array;
  /** Everybody may see it, so that this browser may keep it; a hidden race is shown to administrators alone. */
  open: boolean;
}

/** The field of a race as bytes; since a version only what changed, and nothing when nothing did. */
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
