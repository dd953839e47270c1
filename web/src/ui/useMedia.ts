import { createContext, useCallback, useContext, useSyncExternalStore } from 'react';

/**
 * The window that contains a part of the page. It differs from the page's own for content that is rendered into a frame, as in a preview:
 * code that depends on the screen's size must then use the frame's window.
 */
export const ViewWindow = createContext<Window>(window);

/** Returns the window that contains the component. */
export function useViewWindow(): Window {
  return useContext(ViewWindow);
}

/** Whether a media query matches in the window that contains the component; updated when that changes. */
export function useMedia(query: string): boolean {
  const view = useViewWindow();
  const subscribe = useCallback(
    (changed: () => void) => {
      const list = view.matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    [view, query],
  );
  return useSyncExternalStore(subscribe, () => view.matchMedia(query).matches);
}

/** The spec's breakpoint for narrow screens: below it sections are collapsible and the card is compact. */
export const WIDE_SCREEN = '(min-width: 1024px)';
