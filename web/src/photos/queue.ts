/**
 * The queue of files that are being sent to a race. It goes on while the page shows something else, waits while the network is lost, and
 * asks the server how far each file is: after a reload the same files are chosen again, and only the rest is sent.
 */
import { CallError, callWords, isLost, whenReachable } from '@/api';
import { deskCore } from '@/core';
import { beginUpload, giveUp, sendPiece, type UploadState, uploadState } from './api';
import { pieceHash } from './pieceHash';

/** How many files are sent at once. */
const AT_ONCE = 3;
/** Milliseconds between two questions about a file that the server works on. */
const ASK_MS = 1500;
/** Milliseconds before a request is repeated after the server was too busy. */
const BUSY_MS = 3000;
/** Milliseconds after which {@link UploadQueue} tells that photos were stored: once for all that arrive until then. */
const TELL_MS = 2000;
/** How many refused files are named. */
const NAMED = 100;
/** How often a file is sent again that arrived damaged. */
const DAMAGED_TIMES = 3;

/** A file that is being sent. */
export interface Sending {
  name: string;
  size: number;
  /** How many bytes have arrived. */
  sent: number;
  /** What is done with it: its hash is computed, it is sent, or the server makes photos of it. */
  step: 'reading' | 'sending' | 'working';
  /** Of a zip file: how many photos are stored. */
  photos: number;
}

/** The queue as the page shows it; a new object after every change. */
export interface QueueView {
  files: number;
  done: number;
  added: number;
  known: number;
  refused: number;
  bytes: number;
  sent: number;
  sending: readonly Sending[];
  refusals: readonly { name: string; message: string }[];
  state: 'idle' | 'running' | 'paused' | 'offline';
  /** Why it stopped by itself, such as an expired session. */
  failure: unknown;
}

const IDLE: QueueView = {
  files: 0,
  done: 0,
  added: 0,
  known: 0,
  refused: 0,
  bytes: 0,
  sent: 0,
  sending: [],
  refusals: [],
  state: 'idle',
  failure: undefined,
};

/** The files that are sent to one race. */
export class UploadQueue {
  private waiting: File[] = [];
  private readonly running = new Map<File, Sending>();
  private readonly hashes = new WeakMap<File, string>();
  /** The files of which pieces were sent: when such a file is done, its photos are new. */
  private readonly begun = new WeakSet<File>();
  private readonly listeners = new Set<() => void>();
  private abort = new AbortController();
  private doneBytes = 0;
  private shown = IDLE;
  private stopLooking: (() => void) | undefined;
  private telling: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly race: string,
    private readonly pieceBytes: number,
    /** Called after photos were stored. */
    private readonly onStored: () => void,
  ) {}

  readonly subscribe = (listener: () => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly view = () => this.shown;

  /** Adds files; those that are not taken are refused at once. */
  add(files: readonly File[]): void {
    // The counts begin anew with files that are chosen after all others are done.
    const before = this.shown.done === this.shown.files && this.running.size === 0 ? IDLE : this.shown;
    if (before === IDLE) this.doneBytes = 0;
    const view = { ...before, refusals: [...before.refusals] };
    for (const file of files) {
      const name = file.webkitRelativePath || file.name;
      try {
        if (deskCore().photoFileKind(name, file.size) === 'ignored') continue;
        this.waiting.push(file);
        view.bytes += file.size;
      } catch (refusal) {
        view.done += 1;
        view.refused += 1;
        if (view.refusals.length < NAMED) view.refusals.push({ name: file.name, message: callWords(refusal) });
      }
      view.files += 1;
    }
    this.shown = view;
    if (view.state === 'idle') this.shown = { ...view, state: 'running' };
    this.next();
    this.changed();
  }

  pause(): void {
    this.halt('paused', undefined);
  }

  resume(): void {
    this.stopLooking?.();
    this.stopLooking = undefined;
    this.abort = new AbortController();
    this.shown = { ...this.shown, state: 'running', failure: undefined };
    this.next();
    this.changed();
  }

  /** Sends nothing more; what has arrived of the open files is given up. */
  cancel(): void {
    const open = [...this.running.keys(), ...this.waiting].flatMap((file) => this.hashes.get(file) ?? []);
    this.abort.abort();
    this.stopLooking?.();
    this.abort = new AbortController();
    this.waiting = [];
    this.running.clear();
    this.doneBytes = 0;
    this.shown = IDLE;
    this.changed();
    for (const hash of open) void giveUp(this.race, hash).catch(() => undefined);
  }

  /** Stops; the files that were being sent are the next ones when it goes on. */
  private halt(state: 'paused' | 'offline', failure: unknown): void {
    this.abort.abort();
    this.waiting = [...this.running.keys(), ...this.waiting];
    this.running.clear();
    this.shown = { ...this.shown, state, failure };
    this.changed();
  }

  private next(): void {
    while (this.shown.state === 'running' && this.running.size < AT_ONCE) {
      const file = this.waiting.shift();
      if (!file) break;
      this.running.set(file, { name: file.name, size: file.size, sent: 0, step: 'reading', photos: 0 });
      void this.send(file, this.abort.signal);
    }
    if (this.running.size === 0 && this.shown.state === 'running') this.shown = { ...this.shown, state: 'idle' };
  }

  private async send(file: File, signal: AbortSignal): Promise<void> {
    try {
      this.end(file, await this.sendWhole(file, signal));
    } catch (error) {
      if (signal.aborted) return;
      if (isLost(error)) {
        this.halt('offline', undefined);
        this.stopLooking = whenReachable(() => this.resume());
      } else if (error instanceof CallError && (error.status === 401 || error.status === 403)) {
        this.halt('paused', error);
      } else
        this.end(file, { added: 0, known: 0, refused: 1, refusals: [{ name: file.name, message: callWords(error) }] });
    }
  }

  private async sendWhole(file: File, signal: AbortSignal): Promise<UploadState> {
    const hash = this.hashes.get(file) ?? (await pieceHash(file, this.pieceBytes, signal));
    this.hashes.set(file, hash);
    const begin = () => beginUpload(this.race, { name: file.name, size: file.size, hash }, signal);
    let state = await patiently(begin, signal);
    if (state.done && !this.begun.has(file)) return { ...state, added: 0, known: state.added + state.known };
    let damaged = 0;
    while (!state.done) {
      this.progress(file, state);
      if (state.received < state.size) {
        const piece = file.slice(state.received, state.received + this.pieceBytes);
        this.begun.add(file);
        const put = () => sendPiece(this.race, hash, state.received, piece, signal);
        try {
          state = await patiently(put, signal);
        } catch (error) {
          const isDamaged = error instanceof CallError && error.refusal?.code === 'PHOTO_DAMAGED';
          damaged += 1;
          if (!isDamaged || damaged > DAMAGED_TIMES) throw error;
          state = await begin();
        }
      } else {
        await pause(ASK_MS, signal);
        const before = state.received;
        // A photo that is not stored yet may have been interrupted: to begin again goes on with it.
        state = await patiently(
          () => (file.name.toLowerCase().endsWith('.zip') ? uploadState(this.race, hash, signal) : begin()),
          signal,
        );
        // It has arrived damaged, which the state says, too.
        if (state.received < before) damaged += 1;
        if (damaged > DAMAGED_TIMES) return state;
      }
    }
    return state;
  }

  private progress(file: File, state: UploadState): void {
    const step = state.received < state.size ? 'sending' : 'working';
    const photos = state.added + state.known;
    this.running.set(file, { name: file.name, size: file.size, sent: state.received, step, photos });
    this.changed();
  }

  private end(file: File, state: Pick<UploadState, 'added' | 'known' | 'refused' | 'refusals'>): void {
    this.running.delete(file);
    this.doneBytes += file.size;
    const { shown } = this;
    this.shown = {
      ...shown,
      done: shown.done + 1,
      added: shown.added + state.added,
      known: shown.known + state.known,
      refused: shown.refused + state.refused,
      refusals: [...shown.refusals, ...state.refusals].slice(0, NAMED),
    };
    this.telling ??= setTimeout(() => {
      this.telling = undefined;
      this.onStored();
    }, TELL_MS);
    this.next();
    this.changed();
  }

  private changed(): void {
    const sending = [...this.running.values()];
    const sent = this.doneBytes + sending.reduce((sum, one) => sum + one.sent, 0);
    this.shown = { ...this.shown, sending, sent };
    for (const listener of this.listeners) listener();
  }
}

/** Repeats a request while the server is too busy for it. */
async function patiently<T>(request: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (;;) {
    try {
      return await request();
    } catch (error) {
      const isBusy = error instanceof CallError && (error.status === 503 || error.status === 408);
      if (!isBusy) throw error;
      await pause(BUSY_MS, signal);
    }
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}

const queues = new Map<string, UploadQueue>();

/** The queue of a race: the same one when its page is opened again. */
export function queueOf(race: string, pieceBytes: number, onStored: () => void): UploadQueue {
  const known = queues.get(race);
  if (known) return known;
  const queue = new UploadQueue(race, pieceBytes, onStored);
  queues.set(race, queue);
  return queue;
}
