/** Queries of one race, for its pages and for the home page. */
import { queryOptions } from '@tanstack/react-query';
import type { Race } from '@/core';
import { CallError, get } from './client';

/** The race of a page, with pictures as URLs. A response without a race fails with the outcome `missing`. */
export const raceQuery = (name: string) => queryOptions(load(['race', name], 'race/{RaceName}', name));

/** The same for the media page. */
export const raceMediaQuery = (name: string) => queryOptions(load(['race-media', name], 'race-media/{RaceName}', name));

function load(queryKey: readonly string[], path: 'race/{RaceName}' | 'race-media/{RaceName}', RaceName: string) {
  return {
    queryKey,
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Race> => {
      const body = await get(path, { path: { RaceName }, query: { images: 'url' }, signal });
      // A response of something between here and the server.
      if (!body?.race) throw new CallError({ outcome: 'missing' });
      return body.race;
    },
    staleTime: 60_000,
  };
}
