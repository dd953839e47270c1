/** The network's going and coming, as calls show it: what a lost one broke is mended once it is back. */
import type { QueryClient } from '@tanstack/react-query';
import { LoadTimeout } from '@/core';
import { CallError, outcomeOf } from './client';

/** How often the server is looked for while something waits for it, in milliseconds; a look that is not answered by then failed. */
const PROBE_MS = 2000;

/** A read that fails within so many milliseconds after it was mended was not mended. */
const AT_ONCE_MS = 12_000;
/** The longest pause between tries in vain, in milliseconds. */
const REST_MS = 60_000;

const waiting = new Set<() => void>();
let looking: ReturnType<typeof setTimeout> | undefined;

/** Whether something failed for want of a network, so that it is worth another try by itself. */
export function isLost(error: unknown): boolean {
  const { outcome } = outcomeOf(error);
  return outcome === 'network' || outcome === 'timeout';
}

/** Whether the site's server answers now, in any way. */
export async function reachable(): Promise<boolean> {
  try {
    const url = new URL('/api/health', location.origin);
    await fetch(url, { cache: 'no-store', credentials: 'omit', signal: AbortSignal.timeout(PROBE_MS) });
    return true;
  } catch {
    return false;
  }
}

/** Calls `then` once when the server can be reached, looked for from now on. The returned function takes it back. */
export function whenReachable(then: () => void): () => void {
  waiting.add(then);
  if (looking === undefined) {
    addEventListener('online', look);
    document.addEventListener('visibilitychange', look);
    next();
  }
  return () => waiting.delete(then);
}

/** A little uneven, so that a server that comes back is not asked by everybody at once. */
function next(): void {
  looking = setTimeout(look, PROBE_MS * (0.75 + Math.random() / 4));
}

let asking = false;

async function look(): Promise<void> {
  // Nobody looks at a hidden page; it is looked at again when it is seen.
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
 * Reads anew, once the network is back, whatever the page shows and could not read for want of one. A query that was asked again
 * every few seconds instead would fall back to its skeleton each time.
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
    // What fails again although the server was there is not the network's fault: it is asked more and more seldom.
    if (waits) return;
    waits = true;
    inVain = Date.now() - mended < AT_ONCE_MS ? inVain + 1 : 0;
    if (inVain === 0) return wait();
    addEventListener('online', wait, { once: true });
    setTimeout(wait, Math.min(PROBE_MS * 2 ** inVain, REST_MS));
  });
}

/** How browsers say that a script or a style of the site did not come; Chrome's, Firefox's, Safari's and Vite's words. */
const NOT_HERE =
  /dynamically imported module|importing a module script failed|unable to preload|failed to fetch|load failed/i;

/**
 * Fetches a part of the site itself. When it did not come the failure says that the network is to blame, also where the rest of
 * the site is there: one file of many may be lost on the way. A part that came and is broken keeps its own error.
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
