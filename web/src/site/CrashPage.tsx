import { useEffect } from 'react';
import { isLost, whenReachable } from '@/api';
import { buttonStyle } from '@/ui';

/**
 * Shown when rendering a page throws. It has only plain links, which work whatever failed.
 *
 * Its title is the spec's (§8). It is here and not in the core because this page is also shown when the core could not be loaded.
 */
export function CrashPage({ error }: { error: unknown }) {
  const lost = isLost(error);
  const detail = error instanceof Error && !lost ? error.message : '';
  useEffect(() => (lost ? scheduleReload() : undefined), [lost]);
  return (
    <main className="column py-18">
      <h1 className="display text-3xl">{lost ? 'This page is not here yet' : 'Unexpected Application Error!'}</h1>
      <p className="mt-4 max-w-prose text-ink-2">
        {lost
          ? 'The network did not bring all of this page. It loads again by itself as soon as the network is back.'
          : 'Something on this page broke. It has not changed anything you saved; loading the page again usually helps.'}
      </p>
      {detail && <p className="tabular mt-4 max-w-prose border-l-4 border-rule pl-4 text-sm text-ink-3">{detail}</p>}
      <p className="mt-8 flex flex-wrap gap-3">
        <a className={buttonStyle({ tone: 'ink' })} href={globalThis.location.href}>
          Load again
        </a>
        <a className={buttonStyle()} href="/">
          Go to the start page
        </a>
      </p>
    </main>
  );
}

/** The key of the last automatic reload's time and number in session storage. */
const RELOAD_KEY = 'splitline.loadedAgain';
/** The shortest time from one automatic reload to the next, in milliseconds; it doubles with every one that did not help. */
const MIN_DELAY_MS = 5000;
/** The limit of that time. A page that was shown for twice as long counts as success, and the time starts at the minimum again. */
const MAX_DELAY_MS = 30_000;

/** Reloads the page once the network is back, after a delay that grows with each failed reload. Returns a function to cancel it. */
function scheduleReload(): (() => void) | undefined {
  const last = lastReload();
  // Without session storage the number of reloads is unknown, so only the visitor reloads the page.
  if (!last) return undefined;
  const times = Date.now() - last.at > 2 * MAX_DELAY_MS ? 0 : last.times;
  const delay = times === 0 ? 0 : Math.min(MIN_DELAY_MS * 2 ** (times - 1), MAX_DELAY_MS);
  let stop: (() => void) | undefined;
  const timer = setTimeout(
    () => {
      stop = whenReachable(() => {
        if (storeReload({ at: Date.now(), times: times + 1 })) location.reload();
      });
    },
    Math.max(0, last.at + delay - Date.now()),
  );
  return () => {
    clearTimeout(timer);
    stop?.();
  };
}

interface Reload {
  /** Epoch milliseconds. */
  at: number;
  /** How many reloads there were in a row. */
  times: number;
}

/** Returns the last reload; undefined when session storage is not available. */
function lastReload(): Reload | undefined {
  try {
    const [at = 0, times = 0] = (sessionStorage.getItem(RELOAD_KEY) ?? '').split(' ').map(Number);
    return { at: at || 0, times: times || 0 };
  } catch {
    return undefined;
  }
}

function storeReload({ at, times }: Reload): boolean {
  try {
    sessionStorage.setItem(RELOAD_KEY, `${at} ${times}`);
    return true;
  } catch {
    return false;
  }
}
