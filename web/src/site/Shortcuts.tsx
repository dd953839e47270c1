import { lazy, Suspense, useCallback } from 'react';
import { create } from 'zustand';
import { useShortcut } from '@/ui';

// Few visitors ever ask for the list: it comes when it is first opened.
const ShortcutsDialog = lazy(async () => ({ default: (await import('./ShortcutsDialog')).ShortcutsDialog }));

const useList = create(() => ({ shown: false }));

/** Shows the list of shortcuts, or closes it. */
export const showShortcuts = (shown = true) => useList.setState({ shown });

/** On every page: `/` goes to its search, `?` lists the shortcuts. */
export function Shortcuts() {
  const { shown } = useList();
  useShortcut('/', toSearch);
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

/** A page has at most one search of its own; without one it is the site's. */
function toSearch(): boolean {
  const seen = (where: string) =>
    [...document.querySelectorAll<HTMLInputElement>(`${where} input[type="search"]`)].find(
      (one) => one.checkVisibility?.() ?? true,
    );
  const search = seen('main') ?? seen('header') ?? null;
  search?.focus();
  search?.select();
  return search !== null;
}
