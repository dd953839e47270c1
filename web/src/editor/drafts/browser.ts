/** Access to the browser's storages that never throws: they may be full, forbidden, or hold values that the site did not write. */

/** Which storage: `session` is gone with the tab, `local` survives it. */
export type StorageKind = 'session' | 'local';

const storages = { session: () => sessionStorage, local: () => localStorage };

/** The text stored under a key. */
export function read(kind: StorageKind, key: string): string | undefined {
  return attempt(() => storages[kind]().getItem(key)) ?? undefined;
}

/** Stores a text under a key, or removes the key when the text is undefined. Returns false when the browser refuses. */
export function write(kind: StorageKind, key: string, text: string | undefined): boolean {
  return (
    attempt(() => {
      if (text === undefined) storages[kind]().removeItem(key);
      else storages[kind]().setItem(key, text);
      return true;
    }) ?? false
  );
}

/** All keys of a storage. */
export function keys(kind: StorageKind): string[] {
  return attempt(() => Object.keys(storages[kind]())) ?? [];
}

/** The result of a function; undefined when it throws. */
export function attempt<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}
