/**
 * HTTP requests to the site's server, with the limit of 10 s, cookies, and the type of a refusal in one place.
 * Every failed request throws a {@link CallError}; screens get the message for its outcome from the core.
 */
import ky, { HTTPError } from 'ky';
import { type LoadOutcome, LoadTimeout } from '@/core';
import type { Answer, Given, Method, Path, Refused, Schemas } from './calls';

/** A field that the server refused, with the core's message. */
export type RefusedField = Schemas['RefusedField'];

/** The response body of every refusal. */
export type Refusal = Schemas['Refusal'];

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
  headers?: Record<string, string>;
  signal?: AbortSignal | undefined;
  /** The limit in milliseconds; false for none (uploads). Default {@link REQUEST_TIMEOUT_MS}. */
  timeout?: number | false;
  /** Continues the request when the page is closed; browsers accept at most 64 KB for this. */
  keepalive?: boolean;
}

/** Everything of a request; `path` has the values of the path's parameters. */
interface Sent extends CallOptions {
  path?: Record<string, string>;
  query?: Record<string, string | number | boolean | null | undefined>;
  json?: unknown;
  body?: BodyInit;
}

let shown: string | undefined;

/** Says whose the page is: the id of the account, or of the sign-up, that it shows. */
export function pageIsOf(id: string): void {
  shown = id;
}

/** Whether the page is of this account, or of this sign-up. */
export const isPageOf = (id: string): boolean => shown === id;

/** The header of a change that says whose the page is: another tab may have logged in somebody else since, and the server refuses then. */
export const meantFor = (): Record<string, string> => (shown ? { 'Splitline-Account': shown } : {});

/** Sends a request to `/api/<path>` and returns the raw response. Throws {@link CallError}, or the `AbortError` of an abort. */
export async function call(method: string, path: string, sent: Sent = {}): Promise<Response> {
  const { query = {}, path: parameters = {}, headers, ...rest } = limited(sent);
  const given = Object.entries(query).filter((pair): pair is [string, string | number | boolean] => pair[1] != null);
  try {
    return await http(
      // The core writes an editor's paths with a leading slash.
      path.replace(/^\//, '').replace(/{(\w+)}/g, (_, name: string) => encodeURIComponent(parameters[name] ?? '')),
      {
        method,
        headers: { ...(method === 'get' ? {} : meantFor()), ...headers },
        ...(rest as object),
        ...(given.length > 0 ? { searchParams: given } : {}),
      },
    );
  } catch (error) {
    throw await toCallError(error);
  }
}

/** Reads JSON from `/api/<path>`. After a lost connection the request is repeated once, within the same limit. */
export async function get<P extends Path<'get'>>(
  path: P,
  ...[sent]: Given<'get', P, CallOptions>
): Promise<Answer<'get', P>> {
  const once = limited(sent as Sent | undefined);
  const read = async () => jsonOf<Answer<'get', P>>(await call('get', path, once));
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof CallError && error.outcome.outcome === 'network')) throw error;
    await pause(RETRY_MS, once.signal);
    return read();
  }
}

/** Sends JSON (or a body as text) to `/api/<path>` and returns the JSON response. */
export async function send<M extends Exclude<Method, 'get'>, P extends Path<M>>(
  method: M,
  path: P,
  ...[sent]: Given<M, P, CallOptions>
): Promise<Answer<M, P>> {
  return jsonOf<Answer<M, P>>(await call(method, path, sent as Sent | undefined));
}

/** The body of a 409 response, if the request was refused with this code. */
export function refused<M extends Method, P extends Path<M>>(error: unknown, code: string): Refused<M, P> | undefined {
  const refusal = error instanceof CallError && error.refusal?.code === code ? error.refusal : undefined;
  return refusal as Refused<M, P> | undefined;
}

/** Reads a whole response as bytes. Throws {@link CallError}, because the connection may be lost while reading. */
export async function bytesOf(response: Response): Promise<Uint8Array> {
  try {
    return new Uint8Array(await response.arrayBuffer());
  } catch (error) {
    throw await toCallError(error);
  }
}

/** Reads a response as JSON; an empty one is undefined. Throws {@link CallError}, because the connection may be lost while reading. */
export async function jsonOf<T>(response: Response): Promise<T> {
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

/** The same request with the limit as an abort signal, which is shared by both attempts and by reading the response. */
function limited({ timeout = REQUEST_TIMEOUT_MS, ...sent }: Sent = {}): Sent {
  if (timeout === false) return { ...sent, timeout };
  return { ...sent, timeout: false, signal: timeLimit(timeout, sent.signal) };
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
