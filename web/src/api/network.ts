/** Detects from failed requests that the network is lost or the server cannot answer, and repeats reads once it can. */
import type { QueryClient } from '@tanstack/react-query';
import { LoadTimeout } from '@/core';
import { CallError, outcomeOf } from './client';

/** Milliseconds between two probes of the server while something waits for it; also the time limit of a probe. */
const PROBE_MS = 2000;
/** The same while the server can be reached, but not its database: a busy server is asked less often. */
const AWAY_PROBE_MS = 5000;

/** A read that fails again within this number of milliseconds after a repetition counts as failed in a row. */
const AT_ONCE_MS = 12_000;
/** The longest pause between repeated failures, in milliseconds. */
const REST_MS = 60_000;

/** What waits for the server; true: until it can answer from its database. */
const waiting = new Map<() => void, boolean>();
let looking: ReturnType<typeof setTimeout> | undefined;

/** Whether an error was caused by a lost network, so that it makes sense to repeat the request automatically. */
export function isLost(error: unknown): boolean {
  const { outcome } = outcomeOf(error);
  return outcome === 'network' || outcome === 'timeout';
}

/** Whether a server that can be reached could not answer for now: its database is away, or a proxy answers for a server that is. */
function isAway(error: unknown): boolean {
  const answer = outcomeOf(error);
  return answer.outcome === 'status' && [502, 503, 504].includes(answer.status ?? 0);
}

/** The site's server now: without a connection to it `lost`, without its database `away`. */
async function probe(): Promise<'lost' | 'away' | 'there'> {
  try {
    const url = new URL('/api/health', location.origin);
    const { ok } = await fetch(url, { cache: 'no-store', credentials: 'omit', signal: AbortSignal.timeout(PROBE_MS) });
    return ok ? 'there' : 'away';
  } catch {
    return 'lost';
  }
}

/** Whether the site's server responds now, with any status. */
export async function reachable(): Promise<boolean> {
  return (await probe()) !== 'lost';
}

/**
 * Calls `then` once, as soon as the server can be reached, or `withDatabase` can answer; probes it from now on. The returned function cancels
 * that.
 */
export function whenReachable(then: () => void, withDatabase = false): () => void {
  waiting.set(then, withDatabase);
  if (looking === undefined) {
    addEventListener('online', look);
    document.addEventListener('visibilitychange', look);
    next();
  }
  return () => waiting.delete(then);
}

/** Schedules the next probe. The interval is random, so that not all browsers probe a restarted server at the same time. */
function next(ms = PROBE_MS): void {
  looking = setTimeout(look, ms * (0.75 + Math.random() / 4));
}

let asking = false;

async function look(): Promise<void> {
  // No probes while the page is hidden; the next one is sent when it becomes visible.
  if (asking || document.visibilityState === 'hidden') return;
  clearTimeout(looking);
  asking = true;
  const server = waiting.size === 0 ? 'there' : await probe();
  asking = false;
  if (server === 'lost') return next();
  const woken = [...waiting].filter(([, withDatabase]) => server === 'there' || !withDatabase).map(([then]) => then);
  for (const then of woken) waiting.delete(then);
  if (waiting.size > 0) {
    next(AWAY_PROBE_MS);
  } else {
    looking = undefined;
    removeEventListener('online', look);
    document.removeEventListener('visibilitychange', look);
  }
  for (const then of woken) then();
}

/**
 * Repeats all failed reads of the current page once the network is back, and those that the server could not answer once it can. Repeating
 * them every few seconds instead would show the skeleton each time.
 */
export function mendLostReads(queries: QueryClient): void {
  mend(queries, isLost, false);
  mend(queries, isAway, true);
}

function mend(queries: QueryClient, isMended: (error: unknown) => boolean, withDatabase: boolean): void {
  let mended = 0;
  let inVain = 0;
  let waits = false;
  const wait = () => void whenReachable(again, withDatabase);
  const again = () => {
    waits = false;
    mended = Date.now();
    void queries.refetchQueries({
      type: 'active',
      predicate: ({ state }) => state.status === 'error' && isMended(state.error),
    });
  };
  queries.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'error' || !isMended(event.action.error)) return;
    // A read that fails again although the server was there is not mended by waiting for it: the pauses between repetitions grow.
    if (waits) return;
    waits = true;
    inVain = Date.now() - mended < AT_ONCE_MS ? inVain + 1 : 0;
    if (inVain === 0) return wait();
    addEventListener('online', wait, { once: true });
    setTimeout(wait, Math.min(PROBE_MS * 2 ** inVain, REST_MS));
  });
}

/** The error messages of Chrome, Firefox, Safari and Vite when a script or a style of the site could not be loaded. */
const NOT_HERE =
  /dynamically imported module|importing a module script failed|unable to preload|failed to fetch|load failed/i;

/**
 * Loads a part of the site itself, such as a script. If it could not be loaded, throws a {@link CallError} with the outcome
 * `network`, even if the server is reachable: a single file may be lost. An error inside a loaded part is rethrown unchanged.
 */
export async function part<T>(fetch: () => Promise<T>): Promise<T> {
  try {
    return await fetch();
  } catch (error) {
    if (error instanceof LoadTimeout) throw error;
    const lost = error instanceof Error && NOT_HERE.test(error.message);
    if (!lost && (await reachable())) throw error;
    throw new CallError({ outcome: 'network' });
  }
}
