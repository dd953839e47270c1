/** Reads of one race, for its pages and for the start page. */
import { queryOptions } from '@tanstack/react-query';
import type { Race } from '@/core';
import { CallError, get } from './client';

/** When a page gives up on its race whatever happens, in milliseconds (SPEC §9). */
const WATCHDOG_MS = 15_000;

/** The race of a page, pictures by address. An answer without a race is a failure of its own. */
export const raceQuery = (name: string) => queryOptions(load(['race', name], `race/${encodeURIComponent(name)}`));

/** The same for the media page. */
export const raceMediaQuery = (name: string) =>
  queryOptions(load(['race-media', name], `race-media/${encodeURIComponent(name)}`));

function load(queryKey: readonly string[], path: string) {
  return {
    queryKey,
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Race> => {
      const watchdog = AbortSignal.timeout(WATCHDOG_MS);
      let body: { race?: Race } | undefined;
      try {
        body = await get<{ race?: Race }>(path, {
          query: { images: 'url' },
          signal: AbortSignal.any([signal, watchdog]),
        });
      } catch (error) {
        throw watchdog.aborted ? new CallError({ outcome: 'timeout' }) : error;
      }
      if (!body?.race) throw new CallError({ outcome: 'missing' });
      return body.race;
    },
    staleTime: 60_000,
  };
}
