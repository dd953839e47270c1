/** Detects from failed requests that the network is lost, and repeats reads once it is back. */
import type { QueryClient } from '@tanstack/react-query';
import { LoadTimeout } from '@/core';
import { CallError, outcomeOf } from './client';

/** Milliseconds between two probes of the server while something waits for it; also the time limit of a probe. */
const PROBE_MS = 2000;

/** A read that fails again within this number of milliseconds after a repetition counts as failed in a row. */
const AT_ONCE_MS = 12_000;
/** The longest pause between repeated failures, in milliseconds. */
const REST_MS = 60_000;

const waiting = new Set<() => void>();
let looking: ReturnType<typeof setTimeout> | undefined;

/** Whether an error was caused by a lost network, so that it makes sense to repeat the request automatically. */
export function isLost(error: unknown): boolean {
  const { outcome } = outcomeOf(error);
  return outcome === 'network' || outcome === 'timeout';
}

/** Whether the site's server responds now, with any status. */
export async function reachable(): Promise<boolean> {
  try {
    const url = new URL('/api/health', location.origin);
    await fetch(url, { cache: 'no-store', credentials: 'omit', signal: AbortSignal.timeout(PROBE_MS) });
    return true;
  } catch {
    return false;
  }
}

/** Calls `then` once, as soon as the server can be reached; probes it from now on. The returned function cancels that. */
export function whenReachable(then: () => void): () => void {
  waiting.add(then);
  if (looking === undefined) {
    addEventListener('online', look);
    document.addEventListener('visibilitychange', look);
    next();
  }
  return () => waiting.delete(then);
}

/** Schedules the next probe. The interval is random, so that not all browsers probe a restarted server at the same time. */
function next(): void {
  looking = setTimeout(look, PROBE_MS * (0.75 + Math.random() / 4));
}

let asking = false;

async function look(): Promise<void> {
  // No probes while the page is hidden; the next one is sent when it becomes visible.
  if (asking || document.visibilityState === 'hidden') return;
  clearTimeout(looking);
  asking = true;
  const there = waiting.size === 0 || (await reachable());
  asking = false;
  if (!there) return next();
  looking = undefined;
  removeEventListener('online', look);
  document.removeEventListener('visibilitychange', look);
  const woken = [...waiting];
  waiting.clear();
  for (const then of woken) then();
}

/**
 * Repeats all failed reads of the current page once the network is back. Repeating them every few seconds instead would show the
 * skeleton each time.
 */
export function mendLostReads(queries: QueryClient): void {
  let mended = 0;
  let inVain = 0;
  let waits = false;
  const wait = () => void whenReachable(again);
  const again = () => {
    waits = false;
    mended = Date.now();
    void queries.refetchQueries({
      type: 'active',
      predicate: ({ state }) => state.status === 'error' && isLost(state.error),
    });
  };
  queries.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'error' || !isLost(event.action.error)) return;
    // A read that fails again although the server was reachable is not a network problem: the pauses between repetitions grow.
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
