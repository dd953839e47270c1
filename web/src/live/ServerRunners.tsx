import { useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { Spinner } from '@/ui';

/** The form and the lists that the server wrote into the page of this address (server/templates/reading.html); the app replaces that page. */
const reading = document.querySelector('.reading');
const box = reading?.querySelector<HTMLInputElement>('.reading-search input[name="q"]') ?? undefined;
const race = reading?.querySelector<HTMLInputElement>('.reading-search input[name="race"]')?.value;
const tables = new Map(
  [...(reading?.querySelectorAll<HTMLTableElement>('table[data-list]') ?? [])].map((table) => [
    table.dataset.list,
    table,
  ]),
);

/** Whether somebody types into the server's form. */
export const hasServerFocus = (): boolean => box !== undefined && document.activeElement === box;

/** What a visitor typed into the server's form before the app replaced it; undefined when nothing was typed there. */
export function useTypedBefore(): string | undefined {
  return useSyncExternalStore(onTyped, () => (box && box.value !== box.defaultValue ? box.value : undefined));
}

function onTyped(changed: () => void): () => void {
  box?.addEventListener('input', changed);
  return () => box?.removeEventListener('input', changed);
}

/** The lists are shown until the board has answered once. */
export function dropServerRunners(): void {
  tables.clear();
}

/** Whether the server wrote this list of a race into the page, and the board has not answered since. */
export const hasServerRunners = (list: string, of: string): boolean => of === race && tables.has(list);

/**
 * A list as the server wrote it: its first runners, on a slow network long before the board is loaded. `isOld` when something else is
 * searched by now.
 */
export function ServerRunners({ list, isOld }: { list: string; isOld: boolean }) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const table = tables.get(list);
    if (table) place.current?.replaceChildren(table);
  }, [list]);
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
