import { useEffect } from 'react';
import { isLost, whenReachable } from '@/api';
import { buttonStyle } from '@/ui';

/**
 * What shows when a screen breaks. Plain links only: whatever broke, these still work.
 *
 * Its title is the spec's (§8) and stands here, not in the core, since this page also shows when the core could not be loaded.
 */
export function CrashPage({ error }: { error: unknown }) {
  const lost = isLost(error);
  const detail = error instanceof Error && !lost ? error.message : '';
  useEffect(() => (lost ? loadAgainLater() : undefined), [lost]);
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

/** When a page was last loaded again by itself, and how often in a row. */
const LOADED_AGAIN = 'splitline.loadedAgain';
/** From one such load to the next at least this long, in milliseconds; each time in vain it doubles. */
const REST_MS = 5000;
/** The longest that it becomes. A page that stood for twice as long was not in vain. */
const LONGEST_REST_MS = 30_000;

/** Loads the page again once the network is back, the more seldom the more often that was in vain. The result takes it back. */
function loadAgainLater(): (() => void) | undefined {
  const last = lastLoad();
  // Without a memory it cannot be known how often it was tried: a person decides.
  if (!last) return undefined;
  const times = Date.now() - last.at > 2 * LONGEST_REST_MS ? 0 : last.times;
  const rest = times === 0 ? 0 : Math.min(REST_MS * 2 ** (times - 1), LONGEST_REST_MS);
  let stop: (() => void) | undefined;
  const timer = setTimeout(
    () => {
      stop = whenReachable(() => {
        if (remember({ at: Date.now(), times: times + 1 })) location.reload();
      });
    },
    Math.max(0, last.at + rest - Date.now()),
  );
  return () => {
    clearTimeout(timer);
    stop?.();
  };
}

interface Load {
  /** Epoch milliseconds. */
  at: number;
  times: number;
}

function lastLoad(): Load | undefined {
  try {
    const [at = 0, times = 0] = (sessionStorage.getItem(LOADED_AGAIN) ?? '').split(' ').map(Number);
    return { at: at || 0, times: times || 0 };
  } catch {
    return undefined;
  }
}

function remember({ at, times }: Load): boolean {
  try {
    sessionStorage.setItem(LOADED_AGAIN, `${at} ${times}`);
    return true;
  } catch {
    return false;
  }
}
