/**
 * Keyboard shortcuts of a single character: `/` for the search, `?` for the list of shortcuts. They can be turned off (WCAG 2.1.4), because
 * speech input can type characters unintentionally.
 */
import { useEffect, useSyncExternalStore } from 'react';
import { storedText, storeText } from './browserStorage';

const KEY = 'splitline.slash';
const listeners = new Set<() => void>();

function subscribe(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}

/** Whether the shortcuts are turned on. */
export function useShortcutsOn(): boolean {
  return useSyncExternalStore(subscribe, () => storedText(KEY) !== 'off');
}

/** Turns all shortcuts on or off, and stores the choice in the browser. */
export function setShortcutsOn(on: boolean): void {
  storeText(KEY, on ? 'on' : 'off');
  for (const listener of listeners) listener();
}

/** Calls `act` when the key is pressed outside of text inputs and while no dialog is open. `act` returns whether it did anything. */
export function useShortcut(key: string, act: () => boolean): void {
  const on = useShortcutsOn();
  useEffect(() => {
    if (!on) return;
    const press = (event: KeyboardEvent) => {
      if (event.key !== key || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if ((event.target as Element | null)?.closest?.('input, textarea, select, [contenteditable]')) return;
      // The page under an open dialog must not react.
      if (document.querySelector('[role="dialog"], [role="alertdialog"]')) return;
      if (act()) event.preventDefault();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [key, on, act]);
}
