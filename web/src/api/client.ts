/**
 * HTTP to the site's own server: one place for the 10 s limit, cookies and the shape of a refusal.
 * Every failed call throws a {@link CallError}; screens turn its outcome into words with the core, never by hand.
 */
import ky, { HTTPError } from 'ky';
import { type LoadOutcome, LoadTimeout } from '@/core';

/** A field the server refused, in the core's words. */
export interface RefusedField {
  field: string;
  code: string;
  message: string;
}

/** The body of every refusal. */
export interface Refusal {
  code: string;
  message: string;
  fields?: RefusedField[];
}

/** A call that failed. `message` is the server's own sentence where there is one, else empty. */
export class CallError extends Error {
  override readonly name = 'CallError';
  constructor(
    /** How the call ended, as the core's `loadFailure` takes it. */
    readonly outcome: LoadOutcome,
    readonly refusal?: Refusal,
  ) {
    super(refusal?.message ?? '');
  }

  /** The HTTP status, where there was an answer. */
  get status(): number | undefined {
    return this.outcome.outcome === 'status' ? this.outcome.status : undefined;
  }

  /** The sentences of the refused fields, by field name: what a React Aria Form takes as `validationErrors`. */
  get fields(): Record<string, string> {
    return Object.fromEntries((this.refusal?.fields ?? []).map((field) => [field.field, field.message]));
  }
}

/** The spec's limit for a request with everything about it: repeating it, and reading its answer. In milliseconds. */
export const REQUEST_TIMEOUT_MS = 10_000;

/** How long a lost connection is left alone before the second try, in milliseconds. */
const RETRY_MS = 1000;

const http = ky.create({
  prefixUrl: new URL('/api', globalThis.location?.origin ?? 'http://127.0.0.1').href,
  // The limit is a signal's, which ends the reading of the answer as well.
  timeout: false,
  credentials: 'include',
  // A repeated write is nobody's business, and {@link get} knows when to repeat a read.
  retry: 0,
});

/** What a call may carry. */
export interface CallOptions {
  query?: Record<string, string | number | boolean | undefined>;
  json?: unknown;
  body?: BodyInit;
  headers?: Record<string, string>;
  signal?: AbortSignal | undefined;
  /** Milliseconds; false waits for ever (uploads). Default {@link REQUEST_TIMEOUT_MS}. */
  timeout?: number | false;
  /** Goes on when the page is left; browsers take at most 64 KB so. */
  keepalive?: boolean;
}

/** Calls `/api/<path>` and gives the raw response. Throws {@link CallError}; an abort stays an abort. */
export async function call(method: string, path: string, options: CallOptions = {}): Promise<Response> {
  const { query, ...rest } = limited(options);
  const searchParams =
    query && Object.entries(query).filter((pair): pair is [string, string | number | boolean] => pair[1] !== undefined);
  try {
    return await http(path.replace(/^\//, ''), {
      method,
      ...(rest as object),
      ...(searchParams ? { searchParams } : {}),
    });
  } catch (error) {
    throw await toCallError(error);
  }
}

/** Reads JSON from `/api/<path>`. A lost connection is tried once more, within the same limit. */
export async function get<T>(path: string, options: CallOptions = {}): Promise<T> {
  const once = limited(options);
  const read = async () => parse<T>(await call('get', path, once));
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof CallError && error.outcome.outcome === 'network')) throw error;
    await pause(RETRY_MS, once.signal);
    return read();
  }
}

/** Sends JSON (or a body) to `/api/<path>` and reads JSON back. */
export async function send<T>(method: 'post' | 'put' | 'delete', path: string, options?: CallOptions): Promise<T> {
  return parse<T>(await call(method, path, options));
}

/** Reads the whole of an answer as bytes. Throws {@link CallError}, since the network may go in the middle of it. */
export async function bytesOf(response: Response): Promise<Uint8Array> {
  try {
    return new Uint8Array(await response.arrayBuffer());
  } catch (error) {
    throw await toCallError(error);
  }
}

async function parse<T>(response: Response): Promise<T> {
  let text: string;
  try {
    text = await response.text();
  } catch (error) {
    throw await toCallError(error);
  }
  try {
    return (text === '' ? undefined : JSON.parse(text)) as T;
  } catch {
    throw new CallError({ outcome: 'unexpected' });
  }
}

async function toCallError(error: unknown): Promise<unknown> {
  if (error instanceof CallError) return error;
  if (error instanceof DOMException && error.name === 'AbortError') return error;
  if (error instanceof DOMException && error.name === 'TimeoutError') return new CallError({ outcome: 'timeout' });
  if (error instanceof HTTPError) {
    const { response } = error;
    const body = (await response.json().catch(() => undefined)) as Partial<Refusal> | undefined;
    const refusal = typeof body?.message === 'string' ? ({ code: '', ...body } as Refusal) : undefined;
    return new CallError({ outcome: 'status', status: response.status, text: response.statusText }, refusal);
  }
  // fetch answers every failure to connect with a TypeError.
  if (error instanceof TypeError) return new CallError({ outcome: 'network' });
  return new CallError({ outcome: 'unexpected' });
}

/** The same call with its limit as a signal, which both its tries and the reading of its answer share. */
function limited({ timeout = REQUEST_TIMEOUT_MS, ...options }: CallOptions): CallOptions {
  if (timeout === false) return { ...options, timeout };
  return { ...options, timeout: false, signal: timeLimit(timeout, options.signal) };
}

/** A signal that ends after so many milliseconds, or with another one before. */
export function timeLimit(ms: number, signal?: AbortSignal): AbortSignal {
  const limit = new AbortController();
  setTimeout(() => limit.abort(new DOMException('It took too long', 'TimeoutError')), ms);
  return signal ? AbortSignal.any([limit.signal, signal]) : limit.signal;
}

/** Waits, unless the signal ends it before. */
async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const ended = new Promise<never>((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  try {
    await Promise.race([ended, new Promise<void>((over) => (timer = setTimeout(over, ms)))]);
  } catch (error) {
    throw await toCallError(error);
  } finally {
    clearTimeout(timer);
  }
}

/** Whether what was asked for does not exist. */
export function isMissing(error: unknown): boolean {
  return error instanceof CallError && (error.status === 404 || error.outcome.outcome === 'missing');
}

/** How a call ended, for the core's words: of any thrown thing. */
export function outcomeOf(error: unknown): LoadOutcome {
  if (error instanceof LoadTimeout) return { outcome: 'timeout' };
  return error instanceof CallError ? error.outcome : { outcome: 'unexpected' };
}
