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
  useEffect(() => (lost ? whenReachable(loadAgain) : undefined), [lost]);
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

/** When a page was last loaded again by itself, in epoch milliseconds. */
const LOADED_AGAIN = 'splitline.loadedAgain';
/** A page that fails although the server answers is loaded again at most this often, in milliseconds. */
const REST_MS = 30_000;

function loadAgain(): void {
  try {
    if (Date.now() - Number(sessionStorage.getItem(LOADED_AGAIN) ?? 0) < REST_MS) return;
    sessionStorage.setItem(LOADED_AGAIN, String(Date.now()));
  } catch {
    // Without a memory it cannot be known how often it was tried: a person decides.
    return;
  }
  location.reload();
}
