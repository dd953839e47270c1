/** Deletes a user's data from the browser at logout, because another person may use the browser next. */
import type { QueryClient } from '@tanstack/react-query';
import { sessionQuery } from '@/api';

/** The storage keys of typed text: edited sections, the create form, forms of an account, the timing desk, tickets; and of followed runners. */
const USERS_OWN =
  /^(splitline\.edit:|splitline\.createRace|splitline\.tab:|timing-draft:|ticket-kept:|follow:|followNotices:)/;
/** Those of which the server has no copy while they are unsaved. */
const ONLY_IN_BROWSER = /^(splitline\.edit:|timing-draft:|ticket-kept:)/;
/** The caches of the service worker and the live board: an administrator's may contain pages that are hidden from others. */
const CACHES = ['races', 'boards', 'pictures'];

/** Whether this browser, or the page alone, has unsaved text of which the server has no copy. */
export function hasUnsavedText(): boolean {
  return (
    storages().some((storage) => Object.keys(storage).some((key) => ONLY_IN_BROWSER.test(key))) || asksBeforeClosing()
  );
}

/** Whether the page would ask before it is closed: every form that would lose something by that registers it with the browser. */
function asksBeforeClosing(): boolean {
  const closing = new Event('beforeunload', { cancelable: true });
  dispatchEvent(closing);
  return closing.defaultPrevented;
}

/**
 * Deletes all query results, typed text, followed runners with their push messages, and cached responses. The session's query stays: its result is that nobody is logged in. The
 * queries of the shown page are reset, so that they are fetched again as a visitor: if they were only removed, the page would stay in its
 * loading state.
 */
export async function clearUserData(queries: QueryClient): Promise<void> {
  const [own] = sessionQuery.queryKey;
  const predicate = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[0] !== own;
  queries.removeQueries({ type: 'inactive', predicate });
  void queries.resetQueries({ type: 'active', predicate });
  queries.getMutationCache().clear();
  for (const storage of storages()) {
    for (const key of Object.keys(storage)) if (USERS_OWN.test(key)) storage.removeItem(key);
  }
  // The server learns from the push service that the subscription has ended.
  const worker = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  void worker?.pushManager?.getSubscription().then(
    (subscription) => subscription?.unsubscribe(),
    () => false,
  );
  if ('caches' in globalThis) await Promise.all(CACHES.map((name) => caches.delete(name).catch(() => false)));
}

const CHANNEL = 'splitline.logout';
/** This tab: a channel's message also arrives at other channels of the tab that sent it. */
const THIS_TAB = crypto.randomUUID?.() ?? String(Math.random());

/** Informs the other tabs of this browser, which show the data of the same user. */
export function announceLogout(): void {
  if (typeof BroadcastChannel === 'undefined') return;
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(THIS_TAB);
  channel.close();
}

/** Calls `onLogout` when the user logs out in another tab. Returns a function that ends this. */
export function onLogoutInOtherTab(onLogout: () => void): () => void {
  if (typeof BroadcastChannel === 'undefined') return () => {};
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }) => data !== THIS_TAB && onLogout();
  return () => channel.close();
}

/** The storages that the browser makes available. */
function storages(): Storage[] {
  const found: Storage[] = [];
  for (const open of [() => sessionStorage, () => localStorage]) {
    try {
      found.push(open());
    } catch {
      // A storage that is blocked contains nothing to delete.
    }
  }
  return found;
}
