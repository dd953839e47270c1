/** The request of a race's field: all its runners. It is received as bytes, which are passed to the board unparsed. */
import { bytesOf, call } from './client';

/** The interval of the silent refresh, in milliseconds (SPEC §9), unless the server says another one. */
export const LIVE_POLL_MS = 5000;

/** A response with a field or its changes. */
export interface FieldBytes {
  /** Undefined when nothing has happened. */
  bytes: Uint8Array | undefined;
  /** Whether the race is public, so that this browser may cache it; a hidden race is only visible to administrators. */
  open: boolean;
  /** In how many milliseconds to ask again. */
  nextMs: number;
  /**
   * How many milliseconds ago the server last read the field from its database, when that is out of reach, or when a proxy answers in place of
   * a server that is; else 0. Undefined when a proxy does not say when the server answered.
   */
  ageMs: number | undefined;
}

/** Fetches a race's field as bytes: all of it, or what has happened since a version. */
export async function fetchField(race: string, since: string | undefined, signal: AbortSignal): Promise<FieldBytes> {
  const answer = await call('get', 'live/{RaceName}', { path: { RaceName: race }, query: { since }, signal });
  const header = (name: string) => answer.headers.get(name) ?? '';
  return {
    bytes: answer.status === 204 ? undefined : await bytesOf(answer),
    open: !/private/.test(header('Cache-Control')),
    nextMs: Number(header('next-poll')) * 1000 || LIVE_POLL_MS,
    ageMs: ageOf(header),
  };
}

/** How old the data of an answer is, in milliseconds. */
function ageOf(header: (name: string) => string): number | undefined {
  const atServerMs = Number(header('data-age')) * 1000;
  // When the server gave the answer that a proxy has kept since. The proxy's own clock says how long ago that is.
  const answered = header('data-stale');
  if (!answered || answered === 'none') return atServerMs;
  const keptMs = Date.parse(header('Date')) - Date.parse(answered);
  return Number.isNaN(keptMs) ? undefined : Math.max(keptMs, 1) + atServerMs;
}
