/** Ages and towns of a race's runners, for the announcer: fetched every few seconds into the board, and cached in this browser. */
import { useRef, useState } from 'react';
import { type CallError, isLost, keptAnswers, useLinkQuery } from '@/api';
import type { AnnouncerList } from '@/core';
import { fetchPeople } from './api';
import type { OpenedVenue } from './board';

/** Those of the race whose announcer's page this browser had last. They are removed when the link, or the login, opens nothing any more. */
const people = keptAnswers('announcer', 1, '/api/announcer/');

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
  const query = useLinkQuery(
    {
      queryKey: ['announcer', race, token, board !== undefined],
      enabled: board !== undefined,
      inBackground: true,
      queryFn: async ({ signal }) => {
        if (!board) return false;
        const revision = has.current?.board === board ? has.current.info.revision : undefined;
        try {
          const bytes = await fetchPeople(race, token, revision, signal);
          const info = board.takePeople(bytes);
          if (info && info.revision !== revision) void people.keep(info.race, bytes);
          keep(board, info);
        } catch (error) {
          const bytes = isLost(error) && has.current?.board !== board ? (await people.kept(race))?.bytes : undefined;
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
    },
    [401, 403],
    people.forget,
  );
  return {
    info: loaded?.board === board ? loaded?.info : undefined,
    error: query.error,
    refused: query.refused,
    refetch: () => void query.refetch(),
  };
}

function attempt<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}
