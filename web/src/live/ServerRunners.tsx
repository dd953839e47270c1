import { useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Spinner } from '@/ui';
import type { LiveSearch } from './search';

/** The form and the lists that the server wrote into the page of this address (server/templates/reading.html); the app replaces that page. */
const reading = document.querySelector('.reading');
const box = reading?.querySelector<HTMLInputElement>('.reading-search input[name="q"]') ?? undefined;
/** What that address asks for; one without a race means the race that the form names. */
const asked = new URLSearchParams(box ? location.search : '');
const race = asked.get('race') ?? reading?.querySelector<HTMLInputElement>('.reading-search input[name="race"]')?.value;
const tables = new Map(
  [...(reading?.querySelectorAll<HTMLTableElement>('table[data-list]') ?? [])].map((table) => [
    table.dataset.list,
    table,
  ]),
);
/** Whether the first board of the visit has been left. */
let isTaken = false;
/** The runner whose link in a list of the server had the focus when the list went, by that list. */
const focused = new Map<string, string>();

/** Whether somebody types into the server's form. */
export const hasServerFocus = (): boolean => box !== undefined && document.activeElement === box;

/** Lets the visitor go on typing in the app's search box, at the same place of the text. */
export function goOnTyping(input: HTMLInputElement): void {
  input.focus();
  if (box && box.value === input.value) input.setSelectionRange(box.selectionStart, box.selectionEnd);
}

/**
 * What a visitor typed into the server's form of this race before the app replaced it; undefined when nothing was typed there, and from
 * [`forgetTyped`] on.
 */
export function useTypedBefore(of: string): string | undefined {
  return useSyncExternalStore(onTyped, () =>
    box && of === race && !isTaken && box.value !== box.defaultValue ? box.value : undefined,
  );
}

/** The typed text is that of the first board. A board that is opened later shows what its address says. */
export function forgetTyped(): void {
  isTaken = true;
}

function onTyped(changed: () => void): () => void {
  box?.addEventListener('input', changed);
  return () => box?.removeEventListener('input', changed);
}

/** Whether the server's lists are those of this search: what the address asked for, and what was searched for. */
export function isServerSearch(search: LiveSearch, text: string): boolean {
  const filters = ['distance', 'ageGroup', 'gender', 'wave', 'team'] as const;
  return text.trim() === box?.defaultValue && filters.every((name) => (search[name] ?? '') === (asked.get(name) ?? ''));
}

/** A list is shown until the board has answered once. */
export function dropServerRunners(list: string): void {
  tables.delete(list);
}

/** Whether the server wrote this list of a race into the page, and the board has not answered since. */
export const hasServerRunners = (list: string, of: string): boolean => of === race && tables.has(list);

/** The bib of the runner whose link in this list had the focus when the board's rows replaced it; undefined when none had. It is told once. */
export function takeFocusedBib(list: string): string | undefined {
  const bib = focused.get(list);
  focused.delete(list);
  return bib;
}

/**
 * A list as the server wrote it: its first runners, on a slow network long before the board is loaded. `isOld` when something else is
 * searched by now.
 */
export function ServerRunners({ list, isOld }: { list: string; isOld: boolean }) {
  const place = useRef<HTMLDivElement>(null);
  const [active] = useState(() => document.activeElement);
  useLayoutEffect(() => {
    const table = tables.get(list);
    const box = place.current;
    if (!table || !box) return;
    box.replaceChildren(table);
    // An element that is moved loses the focus.
    if (active instanceof HTMLElement && table.contains(active)) active.focus({ preventScroll: true });
    return () => {
      const link = document.activeElement;
      const bib = link instanceof HTMLAnchorElement && box.contains(link) && new URL(link.href).searchParams.get('bib');
      if (bib) focused.set(list, bib);
    };
  }, [list, active]);
  return (
    <div className="first-runners rounded-control border border-control bg-card">
      {isOld && (
        <p className="flex items-center gap-2 border-b border-rule p-3 text-sm text-ink-2">
          <Spinner size={16} />
          Loading
        </p>
      )}
      <div ref={place} />
    </div>
  );
}
