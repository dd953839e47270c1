import { lazy, Suspense, useCallback } from 'react';
import { create } from 'zustand';
import { useShortcut } from '@/ui';

// Few visitors open the list, so it is loaded when it is first opened.
const ShortcutsDialog = lazy(async () => ({ default: (await import('./ShortcutsDialog')).ShortcutsDialog }));

const useList = create(() => ({ shown: false }));

/** Shows the list of shortcuts, or closes it. */
export const showShortcuts = (shown = true) => useList.setState({ shown });

/** The shortcuts of every page: `/` focuses its search, `?` shows the list of shortcuts. */
export function Shortcuts() {
  const { shown } = useList();
  useShortcut('/', focusSearch);
  useShortcut(
    '?',
    useCallback(() => {
      showShortcuts();
      return true;
    }, []),
  );
  if (!shown) return null;
  return (
    <Suspense>
      <ShortcutsDialog isOpen onClose={() => showShortcuts(false)} />
    </Suspense>
  );
}

/** Focuses the page's own search, of which there is at most one, else the site's. Returns whether there is one. */
function focusSearch(): boolean {
  const visibleSearch = (where: string) =>
    [...document.querySelectorAll<HTMLInputElement>(`${where} input[type="search"]`)].find(
      (one) => one.checkVisibility?.() ?? true,
    );
  const search = visibleSearch('main') ?? visibleSearch('header') ?? null;
  search?.focus();
  search?.select();
  return search !== null;
}
