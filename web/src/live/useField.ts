/**
 * A race's field, kept fresh: every 5 seconds what changed goes to the board as bytes, and nothing else happens. Now and then, and
 * when contact is lost, the whole of it is kept in this browser; without a network it opens from there.
 */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { isLost, whenReachable } from '@/api';
import { type AsyncBoard, BoardGone, type BoardInfo, openBoard, watched } from '@/core';
import { fetchField, LIVE_POLL_MS } from './api';
import { keepBoard, keptBoard } from './kept';

/** How often a board that changes is kept, in milliseconds. */
const KEEP_MS = 30_000;

/** A race's board and how fresh it is. */
export interface Field {
  board: AsyncBoard | undefined;
  /** What the last load said; undefined until the first. */
  info: BoardInfo | undefined;
  /** Nothing is there to show, and the first load is on its way. */
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
  followed: number;
  /** How the race is called, as far as the field told. */
  race: string;
  board: AsyncBoard;
  id: number;
  /** What the board holds; undefined until the first load. */
  version: string | undefined;
  /** When that was known to be fresh, and when it was last kept, in epoch milliseconds; 0 for never. */
  freshAt: number;
  keptAt: number;
  /** Whether everybody may see it, and so this browser keep it. */
  open: boolean;
}

/** What was kept of a race and is shown until its field comes. */
interface Old {
  id: number;
  info: BoardInfo;
  at: number;
}

let opened = 0;

/**
 * Opens a board for a race and keeps it fresh unless `paused`. It stays while `followed` does, whatever the race is called: the field
 * itself says its name.
 */
export function useField(race: string | undefined, followed: number, paused: boolean): Field {
  const [mine, setMine] = useState<Opened>();
  const [old, setOld] = useState<Old>();
  // Counts the boards that went with their worker.
  const [lives, setLives] = useState(0);
  // The name is the one that it is opened by; from then on the field knows its own.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a board that is gone is opened anew.
  useEffect(() => {
    if (race === undefined) return;
    let gone = false;
    let board: AsyncBoard | undefined;
    void openBoard().then((fresh) => {
      if (gone) return fresh.close();
      board = fresh;
      opened += 1;
      setMine({ followed, race, board: fresh, id: opened, version: undefined, freshAt: 0, keptAt: 0, open: false });
    });
    return () => {
      gone = true;
      setMine(undefined);
      board?.close();
    };
  }, [followed, lives]);
  const current = mine?.followed === followed ? mine : undefined;

  const query = useQuery({
    queryKey: ['live', current?.id],
    enabled: current !== undefined,
    queryFn: async ({ signal }): Promise<BoardInfo> => {
      if (!current) throw new Error('no board');
      try {
        const info = await watched(load(current, signal));
        current.freshAt = Date.now();
        if (current.freshAt - current.keptAt > KEEP_MS) void keep(current);
        return info;
      } catch (error) {
        // Not at once: its script comes over the network, too.
        if (error instanceof BoardGone) whenReachable(() => setLives((count) => count + 1));
        else if (isLost(error)) await withoutNetwork(current, setOld);
        throw error;
      }
    },
    // What the network lost comes back with it (`mendLostReads`).
    refetchInterval: ({ state }) => (paused || (state.error && isLost(state.error)) ? false : LIVE_POLL_MS),
    refetchOnWindowFocus: !paused,
    refetchOnReconnect: true,
    // A lost connection is an answer, too: it must show at once and not after the browser thinks to be online again.
    networkMode: 'always',
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });

  // A page that is left may not be come back to with a network.
  useEffect(() => {
    const leave = () => {
      if (current && document.visibilityState === 'hidden') void keep(current);
    };
    document.addEventListener('visibilitychange', leave);
    return () => document.removeEventListener('visibilitychange', leave);
  }, [current]);

  const copy = old !== undefined && old.id === current?.id ? old : undefined;
  const info = query.data ?? copy?.info;
  // While a first look is repeated, what the last one came to stands: a message must not come and go every few seconds.
  const [lastError, setLastError] = useState<unknown>(null);
  if (query.error && query.error !== lastError) setLastError(query.error);
  if (query.data && lastError && !query.isError) setLastError(null);
  const failed = query.isError || (query.data === undefined && lastError !== null);
  return {
    board: current?.board,
    info,
    loading: race !== undefined && info === undefined && !failed,
    failed,
    error: query.error ?? lastError,
    checkedAt: query.dataUpdatedAt || (copy?.at ?? 0),
    retry: () => void query.refetch(),
  };
}

/** Contact is lost: what the board holds is kept, and an empty one takes what was kept before. */
async function withoutNetwork(field: Opened, show: (old: Old) => void): Promise<void> {
  if (field.version !== undefined) return keep(field);
  const kept = await keptBoard(field.race);
  if (!kept) return;
  const info = await field.board.load(kept.bytes);
  field.version = info.version;
  lastInfo.set(field.board, { ...info, changed: false });
  show({ id: field.id, info, at: kept.at });
}

async function keep(field: Opened): Promise<void> {
  // An older state than what is kept already is not worth keeping.
  if (!field.open || field.freshAt <= field.keptAt) return;
  field.keptAt = field.freshAt;
  // The board may be closed meanwhile; then its page is gone, and with it the need.
  const bytes = await field.board.bytes().catch(() => undefined);
  if (bytes) await keepBoard(field.race, bytes, field.freshAt);
}

const lastInfo = new WeakMap<AsyncBoard, BoardInfo>();

async function load(field: Opened, signal: AbortSignal): Promise<BoardInfo> {
  const look = await fetchField(field.race, field.version, signal);
  const before = lastInfo.get(field.board);
  if (look === undefined && before) return before;
  if (look) field.open = look.open;
  let info: BoardInfo;
  try {
    info = await field.board.load(look?.bytes ?? new Uint8Array());
  } catch (error) {
    // A delta to a field that this board does not have (the server began anew): the whole field mends it.
    if (field.version === undefined) throw error;
    const whole = await fetchField(field.race, undefined, signal);
    info = await field.board.load(whole?.bytes ?? new Uint8Array());
  }
  field.version = info.version;
  field.race = info.race;
  // `changed` is about this load alone; without it an unchanged field is an equal value, and no screen draws again.
  const kept = { ...info, changed: false };
  lastInfo.set(field.board, kept);
  return kept;
}
