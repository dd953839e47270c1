import { useEffect, useSyncExternalStore } from 'react';

let current: string | undefined;
const listeners = new Set<() => void>();

function set(name: string | undefined): void {
  current = name;
  for (const listener of listeners) listener();
}

/** Says what the page shown is about (a race's name, a user's name), for the window's title; forgotten when the page goes. */
export function usePageName(name: string | undefined): void {
  useEffect(() => {
    set(name);
    return () => set(undefined);
  }, [name]);
}

/** Where a page's race or user does not exist: the window's title is then the brand alone (SPEC §2). */
export const NOBODY = '';

/** What the page shown is about; {@link NOBODY} when there is no such race or user. */
export function useCurrentPageName(): string | undefined {
  return useSyncExternalStore(
    (changed) => {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    () => current,
  );
}
