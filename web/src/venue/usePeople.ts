/** Ages and towns of a race's runners, for the announcer: fetched every few seconds into the board, and cached in this browser. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { CallError, isLost } from '@/api';
import type { AnnouncerList } from '@/core';
import { fetchPeople } from './api';
import type { OpenedVenue } from './board';
import { cachedPeople, cachePeople, forgetPeople } from './peopleCache';

/** How often they are fetched, in milliseconds. Mostly nothing has changed, and the answer is short. */
const POLL_MS = 5000;

/** What the announcer's page has. */
export interface People {
  /** The answer that was loaded last; undefined until the first. */
  info: AnnouncerList | undefined;
  /** The error of the last request; null when it was answered. */
  error: unknown;
  /** The server's reason when neither link nor login opens the page. */
  refused: CallError | undefined;
  refetch: () => void;
}

/** Fills a board with ages and towns. `token` is that of a link; blank for the session. */
export function usePeople(race: string, token: string, board: OpenedVenue | undefined): People {
  const [loaded, setLoaded] = useState<{ board: OpenedVenue; info: AnnouncerList }>();
  const has = useRef<typeof loaded>(undefined);
  const keep = (board: OpenedVenue, info: AnnouncerList | undefined) => {
    if (!info) return;
    const before = has.current;
    has.current = { board, info };
    const same = before?.board === board && JSON.stringify(before.info) === JSON.stringify(info);
    if (!same) setLoaded(has.current);
  };
  const query = useQuery({
    queryKey: ['announcer', race, token, board !== undefined],
    enabled: board !== undefined,
    queryFn: async ({ signal }) => {
      if (!board) return false;
      const revision = has.current?.board === board ? has.current.info.revision : undefined;
      try {
        const bytes = await fetchPeople(race, token, revision, signal);
        const info = board.takePeople(bytes);
        if (info && info.revision !== revision) void cachePeople(info.race, bytes);
        keep(board, info);
      } catch (error) {
        const bytes = isLost(error) && has.current?.board !== board ? await cachedPeople(race) : undefined;
        // What an older version of the site stored may not be readable.
        if (bytes)
          keep(
            board,
            attempt(() => board.takePeople(bytes)),
          );
        throw error;
      }
      return true;
    },
    refetchInterval: ({ state }) => (state.error && (isLost(state.error) || isRefused(state.error)) ? false : POLL_MS),
    refetchIntervalInBackground: true,
    refetchOnReconnect: true,
    networkMode: 'always',
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  const refused = isRefused(query.error) ? query.error : undefined;
  useEffect(() => {
    if (refused) void forgetPeople();
  }, [refused]);
  return {
    info: loaded?.board === board ? loaded?.info : undefined,
    error: query.error,
    refused,
    refetch: () => void query.refetch(),
  };
}

const isRefused = (error: unknown): error is CallError =>
  error instanceof CallError && (error.status === 401 || error.status === 403);

function attempt<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}
