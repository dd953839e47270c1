/**
 * The state of a followed race's field (all its runners). Every 5 seconds, or when the server says, the changes are fetched and loaded into the board as bytes.
 * Every 30 seconds, and when somebody is named otherwise, the connection is lost or the page is hidden, the whole board is cached in this
 * browser; without a network it is loaded from that cache. It is removed when the server does not show the race any more.
 */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type AsyncBoard, type BoardInfo, BoardWorkerStopped, type Filters, openBoard, withTimeLimit } from '@/core';
import { CallError, isMissing } from './client';
import { fetchField, LIVE_POLL_MS } from './field';
import { keptAnswers } from './keptAnswers';
import { useClock } from './liveWindow';
import { isLost, whenReachable } from './network';

/** The boards that this browser keeps (SPEC §2, live tracking): of public races only, as `GET /live/{RaceName}` returns them. */
export const keptBoards = keptAnswers('boards', 3, '/api/live/');

/** The shortest time between two writes of a board to the cache, in milliseconds. */
const CACHE_EVERY_MS = 30_000;

/** The time to the next request after data that cannot be read, in milliseconds: a new version of the site may write it in another form. */
const UNREADABLE_MS = 60_000;

/** What is said when the server answers from memory: as if it had refused the request. */
const SERVER_BEHIND = new CallError({ outcome: 'status', status: 503 });

/** What a board must be able to do to be kept fresh. */
export type FreshBoard = Pick<AsyncBoard, 'load' | 'filters' | 'bytes' | 'close'>;

/** What a board returned for a load, and the filters for the field. */
export type FieldInfo = BoardInfo & { filters: Filters };

/** A race's board and how fresh it is. */
export interface Field<Board = AsyncBoard> {
  board: Board | undefined;
  /** What is known of the field since the last load; undefined until the first. */
  info: FieldInfo | undefined;
  /** There is nothing to show yet, and the first load has not finished. */
  loading: boolean;
  /** The last request failed, or the server answered from memory; `info`, if defined, is older. */
  failed: boolean;
  /** The error of the last failed request. */
  error: unknown;
  /** When the field was last known to be up to date, in epoch milliseconds; 0 for never. */
  checkedAt: number;
  /** When the last request ended, also when it failed, in epoch milliseconds; 0 for never. */
  answeredAt: number;
  /** Requests the field again at once. */
  retry: () => void;
}

interface OpenedBoard {
  followed: number;
  /** The race's name: the one that it was opened by until the first load, then the field's own. */
  race: string;
  board: FreshBoard;
  id: number;
  /** The version of the field that the board has; undefined until the first load. */
  version: string | undefined;
  /** When that version was last known to be up to date, and `freshAt` of the last cached copy; epoch milliseconds, 0 for never. */
  freshAt: number;
  cachedAt: number;
  /** Whether the last answer came from memory: of the server, which cannot read what is new, or of a proxy. */
  isBehind: boolean;
  /** Whether the race is public: only then may this browser cache it. */
  isPublic: boolean;
  /** In how many milliseconds to ask again. */
  nextMs: number;
}

/** What is known after a load. */
interface Loaded {
  info: FieldInfo;
  /** When the field was last known to be up to date, in epoch milliseconds. */
  freshAt: number;
  /** Whether the server answered from memory, since it cannot read what is new. */
  isBehind: boolean;
}

/** A race's cached board, which is shown until its field has been fetched. */
interface CachedCopy {
  id: number;
  info: FieldInfo;
  at: number;
}

let lastBoardId = 0;

/**
 * Opens a board for a race and refreshes it unless `paused`. The board stays open while `followed` is the same, also when the race is
 * renamed: the field contains the race's current name. It is also refreshed while nobody looks at the page if `inBackground`. Another kind
 * of board is opened by `open`, which is the same function at every call.
 */
export function useField(
  race: string | undefined,
  followed: number,
  paused: boolean,
  inBackground?: boolean,
): Field<AsyncBoard>;
export function useField<Board extends FreshBoard>(
  race: string | undefined,
  followed: number,
  paused: boolean,
  inBackground: boolean,
  open: () => Promise<Board>,
): Field<Board>;
export function useField(
  race: string | undefined,
  followed: number,
  paused: boolean,
  inBackground = false,
  open: () => Promise<FreshBoard> = openBoard,
): Field<FreshBoard> {
  const [opened, setOpened] = useState<OpenedBoard>();
  const [cachedCopy, setCachedCopy] = useState<CachedCopy>();
  // How often a new board had to be opened because the worker of the last one had ended.
  const [reopened, setReopened] = useState(0);
  // `race` is only the name to open the board with; a later change of it is no reason to open another board.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `reopened` opens a new board.
  useEffect(() => {
    if (race === undefined) return;
    let cancelled = false;
    let board: FreshBoard | undefined;
    void open().then((fresh) => {
      if (cancelled) return fresh.close();
      board = fresh;
      lastBoardId += 1;
      setOpened({
        followed,
        race,
        board: fresh,
        id: lastBoardId,
        version: undefined,
        freshAt: 0,
        cachedAt: 0,
        isBehind: false,
        isPublic: false,
        nextMs: LIVE_POLL_MS,
      });
    });
    return () => {
      cancelled = true;
      setOpened(undefined);
      board?.close();
    };
  }, [followed, reopened]);
  const current = opened?.followed === followed ? opened : undefined;

  const query = useQuery({
    queryKey: ['live', current?.id],
    enabled: current !== undefined,
    queryFn: async ({ signal }): Promise<Loaded> => {
      if (!current) throw new Error('no board');
      try {
        const names = lastInfo.get(current.board)?.names;
        const info = await withTimeLimit(load(current, signal));
        // A copy that names somebody who hides the name now is replaced at once.
        if (info.names !== names || current.freshAt - current.cachedAt > CACHE_EVERY_MS) void storeCopy(current);
        return { info, freshAt: current.freshAt, isBehind: current.isBehind };
      } catch (error) {
        if ((error as { code?: string }).code === 'unreadable_board') current.nextMs = UNREADABLE_MS;
        // A new worker needs its script from the network, so it starts only when the server can be reached.
        if (error instanceof BoardWorkerStopped) whenReachable(() => setReopened((count) => count + 1));
        else if (isMissing(error)) void keptBoards.forget(current.race);
        else if (isLost(error)) await handleLostConnection(current, setCachedCopy);
        throw error;
      }
    },
    // After a lost connection `mendLostReads` repeats the request as soon as the server can be reached.
    refetchInterval: ({ state }) => (paused || (state.error && isLost(state.error)) ? false : current?.nextMs),
    refetchIntervalInBackground: inBackground,
    refetchOnWindowFocus: !paused,
    refetchOnReconnect: true,
    // Without this, a request made while the browser is offline would wait instead of failing; the loss must be shown at once.
    networkMode: 'always',
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });

  // A hidden page may be opened again without a network, so its board is cached when it is hidden.
  useEffect(() => {
    const onHide = () => {
      if (current && document.visibilityState === 'hidden') void storeCopy(current);
    };
    document.addEventListener('visibilitychange', onHide);
    return () => document.removeEventListener('visibilitychange', onHide);
  }, [current]);

  const copy = cachedCopy !== undefined && cachedCopy.id === current?.id ? cachedCopy : undefined;
  const info = query.data?.info ?? copy?.info;
  // The last error stays while a failed first request is repeated: the message must not appear and disappear every few seconds.
  const [lastError, setLastError] = useState<unknown>(null);
  if (query.error && query.error !== lastError) setLastError(query.error);
  if (query.data && lastError && !query.isError) setLastError(null);
  const isBehind = !query.isError && query.data?.isBehind === true;
  const failed = query.isError || isBehind || (query.data === undefined && lastError !== null);
  return {
    board: current?.board,
    info,
    loading: race !== undefined && info === undefined && !failed,
    failed,
    error: query.error ?? lastError ?? (isBehind ? SERVER_BEHIND : null),
    checkedAt: query.data?.freshAt ?? copy?.at ?? 0,
    answeredAt: query.isError ? query.errorUpdatedAt : query.dataUpdatedAt,
    retry: () => void query.refetch(),
  };
}

/** How old the shown field is, as `Updated` takes it. */
export function useFreshness({ info, error, checkedAt, answeredAt }: Field<unknown>) {
  const clock = useClock();
  // The clock is read once a minute: an answer may be later.
  return { lost: isLost(error), checkedAt, zone: info?.timeZone, now: Math.max(clock, answeredAt, checkedAt) };
}

/** After a lost connection: stores a copy of a loaded board; a board without data loads the cached copy, if there is one, and shows it. */
async function handleLostConnection(field: OpenedBoard, show: (copy: CachedCopy) => void): Promise<void> {
  if (field.version !== undefined) return storeCopy(field);
  const cached = await loadCached(field, 0);
  if (cached) show({ id: field.id, ...cached });
}

/** Loads the cached copy into the board, if there is one that was up to date later than at `since` (epoch milliseconds). */
async function loadCached(field: OpenedBoard, since: number): Promise<{ info: FieldInfo; at: number } | undefined> {
  const cached = await keptBoards.kept(field.race);
  if (!cached || cached.at <= since) return undefined;
  // A copy that an older version of the site stored may not be readable any more.
  const loaded = await field.board.load(cached.bytes).catch(() => undefined);
  if (!loaded) return undefined;
  field.version = loaded.version;
  field.freshAt = cached.at;
  field.cachedAt = cached.at;
  return { info: await infoOf(field.board, loaded), at: cached.at };
}

/** Writes the board to the browser's cache unless the race is hidden or the cached copy is as new. */
async function storeCopy(field: OpenedBoard): Promise<void> {
  if (!field.isPublic || field.freshAt <= field.cachedAt) return;
  field.cachedAt = field.freshAt;
  // When the board is closed meanwhile, its page was left and there is nothing to store.
  const bytes = await field.board.bytes().catch(() => undefined);
  if (bytes) await keptBoards.keep(field.race, bytes, field.freshAt);
}

const lastInfo = new WeakMap<FreshBoard, FieldInfo>();

/** Asks for the field: all of it, or what has happened since a version. `readAt` is when the answer was up to date, 0 when that is not known. */
async function ask(field: OpenedBoard, since: string | undefined, signal: AbortSignal) {
  const { bytes, open, nextMs, ageMs } = await fetchField(field.race, since, signal);
  field.nextMs = nextMs;
  field.isBehind = ageMs !== 0;
  if (bytes) field.isPublic = open;
  return { bytes, readAt: ageMs === undefined ? 0 : Date.now() - ageMs };
}

async function load(field: OpenedBoard, signal: AbortSignal): Promise<FieldInfo> {
  const { bytes, readAt } = await ask(field, field.version, signal);
  const before = lastInfo.get(field.board);
  // What comes from memory may be older than what is shown: another copy of the server, or the proxy, answers than before.
  const isOlder = (at: number) => field.isBehind && at < field.freshAt;
  if (before && (isOlder(readAt) || bytes === undefined)) {
    if (!isOlder(readAt)) field.freshAt = readAt;
    return before;
  }
  const cached = !before && field.isBehind ? await loadCached(field, readAt) : undefined;
  if (cached) return cached.info;
  let loaded: BoardInfo;
  try {
    loaded = await field.board.load(bytes ?? new Uint8Array());
    field.freshAt = readAt;
  } catch (error) {
    // What happened follows a version that this board does not have (for example after a new run of the timing): fetch the whole field.
    if (field.version === undefined) throw error;
    const whole = await ask(field, undefined, signal);
    if (before && isOlder(whole.readAt)) return before;
    loaded = await field.board.load(whole.bytes ?? new Uint8Array());
    field.freshAt = whole.readAt;
  }
  field.version = loaded.version;
  field.race = loaded.race;
  return infoOf(field.board, loaded);
}

/** What is known of the field after a load; the filters are read again only when they are others. */
async function infoOf(board: FreshBoard, loaded: BoardInfo): Promise<FieldInfo> {
  const before = lastInfo.get(board);
  const filters = before?.filtersStamp === loaded.filtersStamp ? before.filters : await board.filters();
  // `changed` describes this load only. Reset, the info of an unchanged field equals the last one, and nothing is rendered again.
  const info = { ...loaded, filters, changed: false };
  lastInfo.set(board, info);
  return info;
}
