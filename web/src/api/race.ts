/** Reads of one race, for its pages and for the start page. */
import { queryOptions } from '@tanstack/react-query';
import type { Race } from '@/core';
import { CallError, get } from './client';

/** The race of a page, pictures by address. An answer without a race is a failure of its own. */
export const raceQuery = (name: string) => queryOptions(load(['race', name], `race/${encodeURIComponent(name)}`));

/** The same for the media page. */
export const raceMediaQuery = (name: string) =>
  queryOptions(load(['race-media', name], `race-media/${encodeURIComponent(name)}`));

function load(queryKey: readonly string[], path: string) {
  return {
    queryKey,
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Race> => {
      const body = await get<{ race?: Race } | undefined>(path, { query: { images: 'url' }, signal });
      if (!body?.race) throw new CallError({ outcome: 'missing' });
      return body.race;
    },
    staleTime: 60_000,
  };
}
