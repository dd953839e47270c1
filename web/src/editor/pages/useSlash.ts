import { useCallback } from 'react';
import { setShortcutsOn, useShortcut, useShortcutsOn } from '@/ui';

/** Calls `act` when the key `/` is pressed, unless the visitor has turned single-key shortcuts off. */
export function useSlash(act: () => void): { on: boolean; toggle: () => void } {
  const on = useShortcutsOn();
  useShortcut(
    '/',
    useCallback(() => {
      act();
      return true;
    }, [act]),
  );
  return { on, toggle: () => setShortcutsOn(!on) };
}
