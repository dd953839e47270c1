import { useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Button, isPageReturning, Spinner } from '@/ui';
import type { LiveSearch } from './search';

/** The form and the lists that the server wrote into the page of this address (server/templates/reading.html); the app replaces that page. */
const reading = document.querySelector('.reading');
const box = reading?.querySelector<HTMLInputElement>('.reading-search input[name="q"]') ?? undefined;
/** What that address asks for; one without a race means the race that the form names. */
const asked = new URLSearchParams(box ? location.search : '');
const race = asked.get('race') ?? reading?.querySelector<HTMLInputElement>('.reading-search input[name="race"]')?.value;
const tables = new Map(
  [...(reading?.querySelectorAll<HTMLTableElement>('table[data-list]') ?? [])].map((table) => [
    table.dataset.list ?? '',
    table,
  ]),
);
/** Whether the first board of the visit has been left. */
let isTaken = false;
/** Where the reader of the server's lists was when the first of them went, by list; undefined until then. */
let left: Map<string, ReadRow> | undefined;

/** The row of a server's list at which its reader is. */
export interface ReadRow {
  bib: string;
  /** The row's place in the list, from 0. */
  index: number;
  /** Where it is on the screen, in pixels below its top. */
  top: number;
  /** Whether its link has the focus; else it is in the middle of the screen. */
  hasFocus: boolean;
  /** Whether the page is scrolled for it: of two lists side by side for one only. */
  leads: boolean;
}

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

/**
 * The row at which the reader of this list was when the board's rows replaced the server's; undefined for who had neither scrolled to its rows
 * nor focused one. It is told once.
 */
export function takeReadRow(list: string): ReadRow | undefined {
  const row = left?.get(list);
  left?.delete(list);
  return row;
}

/** The row of each list that has the focus, or is in the middle of a page that was scrolled. */
function readRows(): Map<string, ReadRow> {
  const middle = window.innerHeight / 2;
  // Where a reloaded page is meanwhile is not where anybody reads.
  const isRead = window.scrollY > 0 && !isPageReturning();
  const found = new Map<string, ReadRow>();
  for (const [list, table] of tables) {
    const rows = [...(table.tBodies[0]?.rows ?? [])];
    const isInMiddle = ({ top, bottom }: DOMRect) => top <= middle && bottom > middle;
    const focused = rows.findIndex((row) => row.contains(document.activeElement));
    const seen = () => (isRead ? rows.findIndex((row) => isInMiddle(row.getBoundingClientRect())) : -1);
    const index = focused >= 0 ? focused : seen();
    const row = rows[index];
    const bib = row && bibOf(row);
    if (!row || !bib) continue;
    const top = row.getBoundingClientRect().top;
    found.set(list, { bib, index, top, hasFocus: focused >= 0, leads: false });
  }
  const leading = [...found.values()].find((row) => row.hasFocus) ?? [...found.values()][0];
  if (leading) leading.leads = true;
  return found;
}

function bibOf(row: HTMLTableRowElement): string | null {
  const link = row.querySelector('a');
  return link && new URL(link.href).searchParams.get('bib');
}

/** Why the board of a race could not be loaded, as the core says it. */
export interface Failure {
  text: string;
  onRetry: () => void;
}

/**
 * A list as the server wrote it: its first runners, on a slow network long before the board is loaded. `isOld` when something else is
 * searched by now, for which the board is waited for unless it has a `failure`. Whoever reads it stays at the same row.
 */
export function ServerRunners({
  list,
  isOld,
  failure,
}: {
  list: string;
  isOld: boolean;
  failure: Failure | undefined;
}) {
  const place = useRef<HTMLDivElement>(null);
  const [before] = useState(() => ({ focused: document.activeElement, row: readRows().get(list) }));
  useLayoutEffect(() => {
    const table = tables.get(list);
    const box = place.current;
    if (!table || !box) return;
    box.replaceChildren(table);
    const { focused, row } = before;
    const now = row?.leads ? table.tBodies[0]?.rows[row.index] : undefined;
    if (row && now) window.scrollBy({ top: now.getBoundingClientRect().top - row.top, behavior: 'instant' });
    // An element that is moved loses the focus.
    if (focused instanceof HTMLElement && table.contains(focused)) focused.focus({ preventScroll: true });
    left = undefined;
    return () => {
      left ??= readRows();
    };
  }, [list, before]);
  return (
    <div className="first-runners rounded-control border border-control bg-card">
      {isOld && failure && (
        <div className="border-b border-rule p-3 text-sm">
          <p>{failure.text}</p>
          <Button size="sm" className="mt-2" onPress={failure.onRetry}>
            Try again
          </Button>
        </div>
      )}
      {isOld && !failure && (
        <p className="flex items-center gap-2 border-b border-rule p-3 text-sm text-ink-2">
          <Spinner size={16} />
          Loading
        </p>
      )}
      <div ref={place} />
    </div>
  );
}
