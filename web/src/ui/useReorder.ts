import { type PointerEvent as ReactPointerEvent, useEffect, useRef, useState } from 'react';

/** Where an entry of a list is to stand. */
export function moved<T>(items: readonly T[], from: number, to: number): T[] {
  const rest = items.filter((_, at) => at !== from);
  return [...rest.slice(0, to), ...items.slice(from, from + 1), ...rest.slice(to)];
}

/**
 * Sorting a list, whose entries have `keys`: by dragging with mouse, pen or finger, and by buttons, which need no drag. The box gets `box`, each entry
 * `entry(at)`, what it is dragged by `grip(at)`, and its two buttons `earlier(at)` and `later(at)`; focus stays with the entry
 * that moved. `said` is for a live region.
 */
export function useReorder(
  keys: readonly string[],
  nameOf: (at: number) => string,
  onMove: (from: number, to: number) => void,
) {
  const count = keys.length;
  const box = useRef<HTMLOListElement>(null);
  const [drag, setDrag] = useState<{ from: number; to: number }>();
  const [said, setSaid] = useState('');
  const focus = useRef<{ key: string | undefined; at: number; way: string }>(undefined);

  // A button that moves with its entry loses the focus in some browsers, so it is given back.
  useEffect(() => {
    if (!focus.current) return;
    const { key, at, way } = focus.current;
    // The list may take its time.
    if (keys[at] !== key) return;
    focus.current = undefined;
    const entry = box.current?.querySelector(`[data-entry="${at}"]`);
    const button = entry?.querySelector<HTMLButtonElement>(`[data-way="${way}"]:not(:disabled)`);
    (button ?? entry?.querySelector<HTMLButtonElement>('[data-way]:not(:disabled)'))?.focus();
  });

  const go = (from: number, to: number) => {
    if (to < 0 || to >= count || to === from) return false;
    setSaid(`${nameOf(from)} is now ${to + 1} of ${count}`);
    onMove(from, to);
    return true;
  };
  const button = (way: 'earlier' | 'later', at: number) => ({
    'data-way': way,
    isDisabled: way === 'earlier' ? at === 0 : at === count - 1,
    onPress: () => {
      const to = way === 'earlier' ? at - 1 : at + 1;
      if (go(at, to)) focus.current = { key: keys[at], at: to, way };
    },
  });

  return {
    said,
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
      // Only now, since an entry that moves in the page loses the pointer.
      onPointerUp: () => {
        if (drag) go(drag.from, drag.to);
        setDrag(undefined);
      },
      onPointerCancel: () => setDrag(undefined),
    }),
    earlier: (at: number) => button('earlier', at),
    later: (at: number) => button('later', at),
  };
}
