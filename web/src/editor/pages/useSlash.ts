import { useCallback } from 'react';
import { setShortcutsOn, useShortcut, useShortcutsOn } from '@/ui';

/** The key `/` does something here, unless the visitor has turned the keys of one letter off. */
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
