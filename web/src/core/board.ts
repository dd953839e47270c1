/**
 * The live board in a worker. The data of ten thousand runners is parsed, searched and sorted in the worker's own WASM memory; only
 * the rows on the screen are sent to the main thread.
 */
import type {
  Board,
  BoardInfo,
  BoardPage,
  BoardQuery,
  Filters,
  FollowAsked,
  FollowOffer,
  FollowPage,
  FoundPage,
  Positions,
  PositionsQuery,
  RaceDay,
  RunnerDetail,
  TeamsPage,
  TeamsQuery,
} from './pkg/board';
import { withTimeLimit } from './watchdog';

/** The core's `Board` with asynchronous methods. The bytes passed to `load` are transferred and empty afterwards. */
export interface AsyncBoard {
  load(bytes: Uint8Array): Promise<BoardInfo>;
  /** The filters for the field. */
  filters(): Promise<Filters>;
  query(query: BoardQuery): Promise<BoardPage>;
  /** The details of a runner; without expected times when the race is called off. */
  runner(bib: string, calledOff: boolean): Promise<RunnerDetail | undefined>;
  /** The followed runners, and what is to be told of them now. */
  followed(asked: FollowAsked): Promise<FollowPage>;
  /** The runners of a link that can be added to the followed ones. */
  offered(followed: string[], link: string): Promise<FollowOffer>;
  /** The standing of the teams, which is made when it is asked for. */
  teams(query: TeamsQuery): Promise<TeamsPage>;
  /** Where the runners of a contest probably are on its course. */
  positions(query: PositionsQuery): Promise<Positions>;
  /** The runners who fit the search of the race's day; `now` is in epoch milliseconds. */
  find(search: string, day: RaceDay, now: number): Promise<FoundPage>;
  /** All data of the board, as a document that `load` accepts. */
  bytes(): Promise<Uint8Array>;
  /** Frees the board's memory; no other method may be called afterwards. */
  close(): void;
}

/** A message to the worker: one call on one of its boards. */
export type BoardCall =
  | { id: number; board: number; call: 'load'; input: Uint8Array }
  | { id: number; board: number; call: 'filters'; input?: undefined }
  | { id: number; board: number; call: 'query'; input: BoardQuery }
  | { id: number; board: number; call: 'runner'; input: { bib: string; calledOff: boolean } }
  | { id: number; board: number; call: 'followed'; input: FollowAsked }
  | { id: number; board: number; call: 'offered'; input: { followed: string[]; link: string } }
  | { id: number; board: number; call: 'teams'; input: TeamsQuery }
  | { id: number; board: number; call: 'positions'; input: PositionsQuery }
  | { id: number; board: number; call: 'find'; input: { search: string; day: RaceDay; now: number } }
  | { id: number; board: number; call: 'bytes'; input?: undefined }
  | { id: number; board: number; call: 'close'; input?: undefined };

/** The worker's response, with the call's id. */
export type BoardAnswer = { id: number; output: unknown } | { id: number; error: unknown };

type SendCall = (call: BoardCall, transfer?: Transferable[]) => Promise<unknown>;

/** The worker has stopped and its boards are lost: another board must be opened. */
export class BoardWorkerStopped extends Error {
  override readonly name = 'BoardWorkerStopped';
}

let worker: Promise<SendCall> | undefined;
let nextBoard = 0;
let nextCall = 0;

/** Opens an empty board. All boards share one worker, started with the first; without workers (in tests) the board is in this thread. */
export async function openBoard(): Promise<AsyncBoard> {
  if (typeof Worker === 'undefined') return openInThread();
  worker ??= startWorker();
  const send = await worker;
  nextBoard += 1;
  const board = nextBoard;
  let isClosed = false;
  const ask = <Answer>(call: BoardCall['call'], input?: BoardCall['input'], transfer?: Transferable[]) => {
    // The worker would make another, empty board for the call.
    if (isClosed) return Promise.reject<Answer>(new Error('The board is closed'));
    nextCall += 1;
    return send({ id: nextCall, board, call, input } as BoardCall, transfer) as Promise<Answer>;
  };
  return {
    load: (bytes) => {
      // Transferring the buffer empties all views of it, so a partial view is copied first.
      const owned = bytes.byteLength === bytes.buffer.byteLength ? bytes : bytes.slice();
      return ask('load', owned, [owned.buffer]);
    },
    filters: () => ask('filters'),
    query: (query) => ask('query', query),
    runner: (bib, calledOff) => ask('runner', { bib, calledOff }),
    followed: (asked) => ask('followed', asked),
    offered: (followed, link) => ask('offered', { followed, link }),
    teams: (query) => ask('teams', query),
    positions: (query) => ask('positions', query),
    find: (search, day, now) => ask('find', { search, day, now }),
    bytes: () => ask('bytes'),
    // A worker that has stopped has already freed it.
    close: () => {
      void ask('close').catch(() => undefined);
      isClosed = true;
    },
  };
}

async function startWorker(): Promise<SendCall> {
  const thread = new Worker(new URL('./board.worker.ts', import.meta.url), { type: 'module', name: 'board' });
  const waiting = new Map<number, { resolve: (output: unknown) => void; reject: (error: unknown) => void }>();
  let failure: Error | undefined;
  thread.onmessage = (event: MessageEvent<BoardAnswer>) => {
    const answer = event.data;
    const call = waiting.get(answer.id);
    waiting.delete(answer.id);
    if ('error' in answer) call?.reject(answer.error);
    else call?.resolve(answer.output);
  };
  thread.onerror = (event) => {
    // The worker has stopped: all pending and later calls fail, and the next openBoard starts another worker.
    worker = undefined;
    failure = new BoardWorkerStopped(event.message || "The board's worker stopped");
    for (const call of waiting.values()) call.reject(failure);
    waiting.clear();
  };
  return (call, transfer = []) => {
    if (failure) return Promise.reject(failure);
    const answer = new Promise((resolve, reject) => {
      waiting.set(call.id, { resolve, reject });
      thread.postMessage(call, transfer);
    });
    // The worker loads its script and rules over the network, so a response may never arrive.
    return withTimeLimit(answer);
  };
}

async function openInThread(): Promise<AsyncBoard> {
  const { Board: Local } = await import('./pkg/board');
  const board: Board = new Local();
  return {
    load: async (bytes) => board.load(bytes),
    filters: async () => board.filters(),
    query: async (query) => board.query(query),
    runner: async (bib, calledOff) => board.runner(bib, calledOff),
    followed: async (asked) => board.followed(asked),
    offered: async (followed, link) => board.offered(followed, link),
    teams: async (query) => board.teams(query),
    positions: async (query) => board.positions(query),
    find: async (search, day, now) => board.find(search, day, now),
    bytes: async () => board.bytes(),
    close: () => board.free(),
  };
}
