/** Light, dark, or as the system wishes. public/first.js applies a stored choice before the first paint. */
import { useSyncExternalStore } from 'react';
import { remember, remembered } from '@/ui';

/** A choice of theme. */
export type Theme = 'system' | 'light' | 'dark';

const KEY = 'theme';
const listeners = new Set<() => void>();

function stored(): Theme {
  const value = remembered(KEY);
  return value === 'light' || value === 'dark' ? value : 'system';
}

function subscribe(changed: () => void): () => void {
  // Chosen in another window of the same browser, it holds in this one as well.
  const elsewhere = (event: StorageEvent) => {
    if (event.key !== KEY) return;
    apply(stored());
    changed();
  };
  listeners.add(changed);
  addEventListener('storage', elsewhere);
  return () => {
    listeners.delete(changed);
    removeEventListener('storage', elsewhere);
  };
}

function apply(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  // The bars of the browser and of the installed site follow; before the app is there, public/first.js does the same.
  for (const meta of document.head.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const own = meta.dataset.theme;
    meta.media = theme === 'system' ? `(prefers-color-scheme: ${own})` : own === theme ? 'all' : 'not all';
  }
}

/** Chooses a theme, applies it at once and remembers it. */
export function chooseTheme(theme: Theme): void {
  remember(KEY, theme === 'system' ? undefined : theme);
  apply(theme);
  for (const listener of listeners) listener();
}

/** The chosen theme. */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, stored);
}
