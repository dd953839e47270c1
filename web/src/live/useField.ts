/** A race's field, kept fresh: every 5 seconds what changed goes to the board as bytes, and nothing else happens. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type AsyncBoard, type BoardInfo, openBoard } from '@/core';
import { fetchField, LIVE_POLL_MS } from './api';

/** A race's board and how fresh it is. */
export interface Field {
  board: AsyncBoard | undefined;
  /** What the last load said; undefined until the first. */
  info: BoardInfo | undefined;
  /** Nothing was ever loaded, and the first load is on its way. */
  loading: boolean;
  /** The last look failed; what `info` has is older. */
  failed: boolean;
  /** What the last failed look threw. */
  error: unknown;
  /** When the field was last known to be fresh, in epoch milliseconds; 0 for never. */
  checkedAt: number;
  /** Looks again now. */
  retry: () => void;
}

interface Opened {
  race: string;
  board: AsyncBoard;
  id: number;
  version: string | undefined;
}

let opened = 0;

/** Opens a board for a race and keeps it fresh unless `paused`. */
export function useField(race: string | undefined, paused: boolean): Field {
  const [mine, setMine] = useState<Opened>();
  useEffect(() => {
    if (race === undefined) return;
    let gone = false;
    let board: AsyncBoard | undefined;
    openBoard().then((fresh) => {
      if (gone) return fresh.close();
      board = fresh;
      opened += 1;
      setMine({ race, board: fresh, id: opened, version: undefined });
    });
    return () => {
      gone = true;
      setMine(undefined);
      board?.close();
    };
  }, [race]);
  const current = mine?.race === race ? mine : undefined;

  const query = useQuery({
    queryKey: ['live', race, current?.id],
    enabled: current !== undefined,
    queryFn: async ({ signal }): Promise<BoardInfo> => {
      if (!current) throw new Error('no board');
      return load(current, signal);
    },
    refetchInterval: paused ? false : LIVE_POLL_MS,
    refetchOnWindowFocus: !paused,
    refetchOnReconnect: true,
    // A lost connection is an answer, too: it must show at once and not after the browser thinks to be online again.
    networkMode: 'always',
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });

  return {
    board: current?.board,
    info: query.data,
    loading: race !== undefined && query.data === undefined && !query.isError,
    failed: query.isError,
    error: query.error,
    checkedAt: query.dataUpdatedAt,
    retry: () => void query.refetch(),
  };
}

const lastInfo = new WeakMap<AsyncBoard, BoardInfo>();

async function load(field: Opened, signal: AbortSignal): Promise<BoardInfo> {
  const bytes = await fetchField(field.race, field.version, signal);
  const before = lastInfo.get(field.board);
  if (bytes === undefined && before) return before;
  let info: BoardInfo;
  try {
    info = await field.board.load(bytes ?? new Uint8Array());
  } catch (error) {
    // A delta to a field that this board does not have (the server began anew): the whole field mends it.
    if (field.version === undefined) throw error;
    const whole = await fetchField(field.race, undefined, signal);
    info = await field.board.load(whole ?? new Uint8Array());
  }
  field.version = info.version;
  // `changed` is about this load alone; without it an unchanged field is an equal value, and no screen draws again.
  const kept = { ...info, changed: false };
  lastInfo.set(field.board, kept);
  return kept;
}
