/**
 * HTTP requests to the site's server, with the limit of 10 s, cookies, and the type of a refusal in one place.
 * Every failed request throws a {@link CallError}; screens get the message for its outcome from the core.
 */
import ky, { HTTPError } from 'ky';
import { type LoadOutcome, LoadTimeout } from '@/core';

/** A field that the server refused, with the core's message. */
export interface RefusedField {
  field: string;
  code: string;
  message: string;
}

/** The response body of every refusal. */
export interface Refusal {
  code: string;
  message: string;
  fields?: RefusedField[];
}

/** A failed request. `message` is the server's message if there is one, else empty. */
export class CallError extends Error {
  override readonly name = 'CallError';
  constructor(
    /** How the request failed, in the form that the core's `loadFailure` takes. */
    readonly outcome: LoadOutcome,
    readonly refusal?: Refusal,
  ) {
    super(refusal?.message ?? '');
  }

  /** The HTTP status, if there was a response. */
  get status(): number | undefined {
    return this.outcome.outcome === 'status' ? this.outcome.status : undefined;
  }

  /** The messages of the refused fields, by field name. */
  get fields(): Record<string, string> {
    return Object.fromEntries((this.refusal?.fields ?? []).map((field) => [field.field, field.message]));
  }
}

/** The spec's time limit in milliseconds for a request, including its repetition and reading the response. */
export const REQUEST_TIMEOUT_MS = 10_000;

/** Milliseconds between a lost connection and the second attempt. */
const RETRY_MS = 1000;

const http = ky.create({
  prefixUrl: new URL('/api', globalThis.location?.origin ?? 'http://127.0.0.1').href,
  // The limit is set by an abort signal, which also aborts reading the response.
  timeout: false,
  credentials: 'include',
  // Writes are never repeated, and {@link get} itself decides when to repeat a read.
  retry: 0,
});

/** The options of a request. */
export interface CallOptions {
  query?: Record<string, string | number | boolean | undefined>;
  json?: unknown;
  body?: BodyInit;
  headers?: Record<string, string>;
  signal?: AbortSignal | undefined;
  /** The limit in milliseconds; false for none (uploads). Default {@link REQUEST_TIMEOUT_MS}. */
  timeout?: number | false;
  /** Continues the request when the page is closed; browsers accept at most 64 KB for this. */
  keepalive?: boolean;
}

/** Sends a request to `/api/<path>` and returns the raw response. Throws {@link CallError}, or the `AbortError` of an abort. */
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

/** Reads JSON from `/api/<path>`. After a lost connection the request is repeated once, within the same limit. */
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

/** Sends JSON (or a body) to `/api/<path>` and returns the JSON response. */
export async function send<T>(method: 'post' | 'put' | 'delete', path: string, options?: CallOptions): Promise<T> {
  return parse<T>(await call(method, path, options));
}

/** Reads a whole response as bytes. Throws {@link CallError}, because the connection may be lost while reading. */
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
  // fetch throws a TypeError for every failure to connect.
  if (error instanceof TypeError) return new CallError({ outcome: 'network' });
  return new CallError({ outcome: 'unexpected' });
}

/** The same options with the limit as an abort signal, which is shared by both attempts and by reading the response. */
function limited({ timeout = REQUEST_TIMEOUT_MS, ...options }: CallOptions): CallOptions {
  if (timeout === false) return { ...options, timeout };
  return { ...options, timeout: false, signal: timeLimit(timeout, options.signal) };
}

/** A signal that aborts after this number of milliseconds, or earlier with another signal. */
export function timeLimit(ms: number, signal?: AbortSignal): AbortSignal {
  const limit = new AbortController();
  setTimeout(() => limit.abort(new DOMException('It took too long', 'TimeoutError')), ms);
  return signal ? AbortSignal.any([limit.signal, signal]) : limit.signal;
}

/** Waits; throws when the signal aborts before. */
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

/** Whether the error means that the requested resource does not exist. */
export function isMissing(error: unknown): boolean {
  return error instanceof CallError && (error.status === 404 || error.outcome.outcome === 'missing');
}

/** The outcome of any thrown error, from which the core makes a message. */
export function outcomeOf(error: unknown): LoadOutcome {
  if (error instanceof LoadTimeout) return { outcome: 'timeout' };
  return error instanceof CallError ? error.outcome : { outcome: 'unexpected' };
}
