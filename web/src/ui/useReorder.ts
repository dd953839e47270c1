import { type PointerEvent as ReactPointerEvent, useEffect, useRef, useState } from 'react';

/** Returns the list with the entry at `from` moved to the position `to`. */
export function moved<T>(items: readonly T[], from: number, to: number): T[] {
  const rest = items.filter((_, at) => at !== from);
  return [...rest.slice(0, to), ...items.slice(from, from + 1), ...rest.slice(to)];
}

/**
 * Makes a list sortable, by dragging with mouse, pen or finger and by buttons. `keys` identify its entries. Returns the props for the list
 * (`box`), each entry (`entry(at)`), its drag handle (`grip(at)`) and its two buttons (`earlier(at)`, `later(at)`), and `announcement`, the
 * text for a live region. The focus stays with the entry that was moved. Escape cancels a drag.
 */
export function useReorder(
  keys: readonly string[],
  nameOf: (at: number) => string,
  onMove: (from: number, to: number) => void,
) {
  const count = keys.length;
  const box = useRef<HTMLOListElement>(null);
  const [drag, setDrag] = useState<{ from: number; to: number }>();
  const [announcement, setAnnouncement] = useState('');
  const focus = useRef<{ key: string | undefined; at: number; way: string }>(undefined);

  // A button that moves with its entry loses the focus in some browsers, so the focus is restored.
  useEffect(() => {
    if (!focus.current) return;
    const { key, at, way } = focus.current;
    // The caller may change the list later: wait until the entry is at its new position.
    if (keys[at] !== key) return;
    focus.current = undefined;
    const entry = box.current?.querySelector(`[data-entry="${at}"]`);
    const button = entry?.querySelector<HTMLButtonElement>(`[data-way="${way}"]:not(:disabled)`);
    (button ?? entry?.querySelector<HTMLButtonElement>('[data-way]:not(:disabled)'))?.focus();
  });

  const dragging = drag !== undefined;
  useEffect(() => {
    if (!dragging) return;
    const cancel = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      // Escape cancels only the drag: a dialog that contains the list stays open.
      event.stopPropagation();
      setDrag(undefined);
    };
    addEventListener('keydown', cancel, true);
    return () => removeEventListener('keydown', cancel, true);
  }, [dragging]);

  const move = (from: number, to: number) => {
    if (to < 0 || to >= count || to === from) return false;
    setAnnouncement(`${nameOf(from)} is now ${to + 1} of ${count}`);
    onMove(from, to);
    return true;
  };
  const button = (way: 'earlier' | 'later', at: number) => ({
    'data-way': way,
    isDisabled: way === 'earlier' ? at === 0 : at === count - 1,
    onPress: () => {
      const to = way === 'earlier' ? at - 1 : at + 1;
      if (move(at, to)) focus.current = { key: keys[at], at: to, way };
    },
  });

  return {
    announcement,
    box,
    entry: (at: number) => ({
      'data-entry': at,
      'data-dragged': drag?.from === at || undefined,
      'data-over': (drag && drag.to === at && drag.to !== drag.from) || undefined,
    }),
    grip: (at: number) => ({
      onPointerDown: (event: ReactPointerEvent<HTMLElement>) => {
        if (event.button !== 0) return;
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        setDrag({ from: at, to: at });
      },
      onPointerMove: (event: ReactPointerEvent<HTMLElement>) => {
        if (!drag) return;
        const under = document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>('[data-entry]');
        if (under && box.current?.contains(under)) setDrag({ ...drag, to: Number(under.dataset.entry) });
      },
      // The entry is moved only at the end of the drag: an element that is moved in the page loses the pointer capture.
      onPointerUp: () => {
        if (drag) move(drag.from, drag.to);
        setDrag(undefined);
      },
      onPointerCancel: () => setDrag(undefined),
    }),
    earlier: (at: number) => button('earlier', at),
    later: (at: number) => button('later', at),
  };
}
