import { createContext, useCallback, useContext, useSyncExternalStore } from 'react';

/**
 * The window that a part of the page stands in. Another than the page's own where something is drawn into a frame, as a preview
 * is: what depends on a screen's size must then ask that frame.
 */
export const ViewWindow = createContext<Window>(window);

/** The window that the component stands in. */
export function useViewWindow(): Window {
  return useContext(ViewWindow);
}

/** Whether a media query holds in the component's own window, kept up to date. */
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

/** The spec's narrow-screen breakpoint: below it sections collapse and the card is compact. */
export const WIDE_SCREEN = '(min-width: 1024px)';
