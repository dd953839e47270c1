/** What must be gone from this browser with whoever logs out: the next person at it is somebody else. */
import type { QueryClient } from '@tanstack/react-query';
import { sessionQuery } from '@/api';

/** Where screens keep what somebody typed: sections under edit, the create form, the timing desk. */
const WORDS = /^(splitline\.edit:|splitline\.createRace|timing-draft:)/;
/** Of these the server has no copy while they are not saved. */
const HERE_ALONE = /^(splitline\.edit:|timing-draft:)/;
/** What the service worker and the live board have read: an administrator reads pages that are hidden from others. */
const CACHES = ['races', 'boards', 'pictures'];

/** Whether this browser keeps words that were not saved and that only it has. */
export function hasUnsavedWords(): boolean {
  return storages().some((storage) => Object.keys(storage).some((key) => HERE_ALONE.test(key)));
}

/**
 * Forgets every answer, every kept word and every copy. The session itself stays: it says that nobody is logged in. What the page
 * on the screen shows is asked for anew, as a visitor: an answer that was only taken away would leave it loading for ever.
 */
export async function forgetPerson(queries: QueryClient): Promise<void> {
  const [own] = sessionQuery.queryKey;
  const predicate = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[0] !== own;
  queries.removeQueries({ type: 'inactive', predicate });
  void queries.resetQueries({ type: 'active', predicate });
  queries.getMutationCache().clear();
  for (const storage of storages()) {
    for (const key of Object.keys(storage)) if (WORDS.test(key)) storage.removeItem(key);
  }
  if ('caches' in globalThis) await Promise.all(CACHES.map((name) => caches.delete(name).catch(() => false)));
}

const CHANNEL = 'splitline.logout';

/** Tells the other tabs of this browser, which show what the same person had. */
export function tellLogout(): void {
  if (typeof BroadcastChannel === 'undefined') return;
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage('logout');
  channel.close();
}

/** Calls `leave` when somebody logs out in another tab. The returned function takes it back. */
export function onLogoutElsewhere(leave: () => void): () => void {
  if (typeof BroadcastChannel === 'undefined') return () => {};
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = leave;
  return () => channel.close();
}

/** Those that the browser lets us have. */
function storages(): Storage[] {
  const found: Storage[] = [];
  for (const open of [() => sessionStorage, () => localStorage]) {
    try {
      found.push(open());
    } catch {
      // A browser that keeps nothing has nothing to forget.
    }
  }
  return found;
}
