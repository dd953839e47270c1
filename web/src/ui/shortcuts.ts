/**
 * The keys of one letter: `/` for the search, `?` for their list. They can be turned off (WCAG 2.1.4): somebody who speaks to
 * the computer types letters by accident.
 */
import { useEffect, useSyncExternalStore } from 'react';
import { remember, remembered } from './remember';

const KEY = 'splitline.slash';
const listeners = new Set<() => void>();

function subscribe(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}

/** Whether the keys do something. */
export function useShortcutsOn(): boolean {
  return useSyncExternalStore(subscribe, () => remembered(KEY) !== 'off');
}

/** Turns all of them on or off, and remembers it. */
export function turnShortcuts(on: boolean): void {
  remember(KEY, on ? 'on' : 'off');
  for (const listener of listeners) listener();
}

/** Does `act` when the key is pressed while nothing is being typed into and no dialog is open. `act` says whether it did anything. */
export function useShortcut(key: string, act: () => boolean): void {
  const on = useShortcutsOn();
  useEffect(() => {
    if (!on) return;
    const press = (event: KeyboardEvent) => {
      if (event.key !== key || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if ((event.target as Element | null)?.closest?.('input, textarea, select, [contenteditable]')) return;
      // A dialog holds the focus; what lies under it is out of reach.
      if (document.querySelector('[role="dialog"], [role="alertdialog"]')) return;
      if (act()) event.preventDefault();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [key, on, act]);
}
