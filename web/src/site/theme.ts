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

/** Chooses a theme, applies it at once and remembers it. */
export function chooseTheme(theme: Theme): void {
  remember(KEY, theme === 'system' ? undefined : theme);
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  for (const listener of listeners) listener();
}

/** The chosen theme. */
export function useTheme(): Theme {
  return useSyncExternalStore((changed) => {
    listeners.add(changed);
    return () => listeners.delete(changed);
  }, stored);
}
