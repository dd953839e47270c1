/**
 * The live board off the main thread. A field of ten thousand runners is parsed, searched and sorted inside the worker's own
 * WASM memory; only the rows on screen come back.
 */
import type { Board, BoardInfo, BoardPage, BoardQuery, RunnerDetail } from './pkg/board';
import { watched } from './watchdog';

/** The core's `Board`, with every answer as a promise. The bytes given to `load` are handed over and empty afterwards. */
export interface AsyncBoard {
  load(bytes: Uint8Array): Promise<BoardInfo>;
  query(query: BoardQuery): Promise<BoardPage>;
  runner(bib: string): Promise<RunnerDetail | undefined>;
  /** The whole field as a document that `load` takes. */
  bytes(): Promise<Uint8Array>;
  /** Frees the board's memory; no call may follow. */
  close(): void;
}

/** What goes to the worker: one call on one of its boards. */
export type BoardCall =
  | { id: number; board: number; call: 'load'; input: Uint8Array }
  | { id: number; board: number; call: 'query'; input: BoardQuery }
  | { id: number; board: number; call: 'runner'; input: string }
  | { id: number; board: number; call: 'bytes'; input?: undefined }
  | { id: number; board: number; call: 'close'; input?: undefined };

/** What comes back, under the call's id. */
export type BoardAnswer = { id: number; output: unknown } | { id: number; error: unknown };

type Ask = (call: BoardCall, transfer?: Transferable[]) => Promise<unknown>;

/** The board went with its worker: another one must be opened. */
export class BoardGone extends Error {
  override readonly name = 'BoardGone';
}

let worker: Promise<Ask> | undefined;
let nextBoard = 0;
let nextCall = 0;

/** Opens an empty board. All boards share one worker, started with the first; where there are no workers (tests), a board lives here. */
export async function openBoard(): Promise<AsyncBoard> {
  if (typeof Worker === 'undefined') return openHere();
  worker ??= startWorker();
  const ask = await worker;
  nextBoard += 1;
  const board = nextBoard;
  const id = () => {
    nextCall += 1;
    return nextCall;
  };
  return {
    load: (bytes) => {
      // Moving a view's whole buffer would empty its neighbours, so a partial view is copied first.
      const whole = bytes.byteLength === bytes.buffer.byteLength ? bytes : bytes.slice();
      return ask({ id: id(), board, call: 'load', input: whole }, [whole.buffer]) as Promise<BoardInfo>;
    },
    query: (query) => ask({ id: id(), board, call: 'query', input: query }) as Promise<BoardPage>,
    runner: (bib) => ask({ id: id(), board, call: 'runner', input: bib }) as Promise<RunnerDetail | undefined>,
    bytes: () => ask({ id: id(), board, call: 'bytes' }) as Promise<Uint8Array>,
    // A worker that is gone has freed it already.
    close: () => void ask({ id: id(), board, call: 'close' }).catch(() => undefined),
  };
}

async function startWorker(): Promise<Ask> {
  const thread = new Worker(new URL('./board.worker.ts', import.meta.url), { type: 'module', name: 'board' });
  const waiting = new Map<number, { resolve: (output: unknown) => void; reject: (error: unknown) => void }>();
  let gone: Error | undefined;
  thread.onmessage = (event: MessageEvent<BoardAnswer>) => {
    const answer = event.data;
    const call = waiting.get(answer.id);
    waiting.delete(answer.id);
    if ('error' in answer) call?.reject(answer.error);
    else call?.resolve(answer.output);
  };
  thread.onerror = (event) => {
    // The worker itself is gone: fail what waits and what is still asked, and let the next openBoard start another.
    worker = undefined;
    gone = new BoardGone(event.message || "The board's worker stopped");
    for (const call of waiting.values()) call.reject(gone);
    waiting.clear();
  };
  return (call, transfer = []) => {
    if (gone) return Promise.reject(gone);
    const answer = new Promise((resolve, reject) => {
      waiting.set(call.id, { resolve, reject });
      thread.postMessage(call, transfer);
    });
    // Its script and its rules come over the network, so an answer can fail to come.
    return watched(answer);
  };
}

async function openHere(): Promise<AsyncBoard> {
  const { Board: Local } = await import('./pkg/board');
  const board: Board = new Local();
  return {
    load: async (bytes) => board.load(bytes),
    query: async (query) => board.query(query),
    runner: async (bib) => board.runner(bib),
    bytes: async () => board.bytes(),
    close: () => board.free(),
  };
}
