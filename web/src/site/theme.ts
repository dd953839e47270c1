/** The theme: light, dark, or that of the system. public/first.js applies a stored choice before the first paint. */
import { useSyncExternalStore } from 'react';
import { storedText, storeText } from '@/ui';

/** A choice of theme. */
export type Theme = 'system' | 'light' | 'dark';

const KEY = 'theme';
const listeners = new Set<() => void>();

function stored(): Theme {
  const value = storedText(KEY);
  return value === 'light' || value === 'dark' ? value : 'system';
}

function subscribe(changed: () => void): () => void {
  // A theme that is chosen in another window of the same browser is applied here, too.
  const onStorage = (event: StorageEvent) => {
    if (event.key !== KEY) return;
    apply(stored());
    changed();
  };
  listeners.add(changed);
  addEventListener('storage', onStorage);
  return () => {
    listeners.delete(changed);
    removeEventListener('storage', onStorage);
  };
}

function apply(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  // Also for the colour of the browser's and the installed site's bars; before the app is loaded, public/first.js does the same.
  for (const meta of document.head.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const own = meta.dataset.theme;
    meta.media = theme === 'system' ? `(prefers-color-scheme: ${own})` : own === theme ? 'all' : 'not all';
  }
}

/** Applies a theme and stores the choice. */
export function chooseTheme(theme: Theme): void {
  storeText(KEY, theme === 'system' ? undefined : theme);
  apply(theme);
  for (const listener of listeners) listener();
}

/** The chosen theme. */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, stored);
}
