/**
 * Things that this browser keeps until the server has them: they outlive a reload of the page. Each has a storage entry of its own, so
 * that two tabs don't overwrite each other's. What can't be stored lives as long as the page.
 */
import { useMemo, useSyncExternalStore } from 'react';

/** The kept things of one kind: their storage keys begin with `prefix`, and `keyOf` is the rest of a key. */
export function keptItems<Item>(prefix: string, keyOf: (item: Item) => string) {
  const inMemory = new Map<string, string>();
  const listeners = new Set<() => void>();

  /** Returns everything as one text, which changes only with it. */
  function snapshot(): string {
    const all = new Map(inMemory);
    try {
      for (const key of Object.keys(localStorage)) {
        const text = key.startsWith(prefix) ? localStorage.getItem(key) : null;
        if (text !== null && !all.has(key)) all.set(key, text);
      }
    } catch {
      // Only what is in memory.
    }
    return JSON.stringify([...all].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, text]) => text));
  }

  function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    globalThis.addEventListener('storage', listener);
    return () => {
      listeners.delete(listener);
      globalThis.removeEventListener('storage', listener);
    };
  }

  return {
    /** Stores a thing; returns whether the browser keeps it when the page is closed. */
    keep(item: Item): boolean {
      const [key, text] = [prefix + keyOf(item), JSON.stringify(item)];
      let stored = true;
      try {
        localStorage.setItem(key, text);
        inMemory.delete(key);
      } catch {
        inMemory.set(key, text);
        stored = false;
      }
      for (const listener of listeners) listener();
      return stored;
    },

    /** Removes a thing. */
    drop(item: Item): void {
      const key = prefix + keyOf(item);
      inMemory.delete(key);
      try {
        localStorage.removeItem(key);
      } catch {
        // What can't be written can't be removed either.
      }
      for (const listener of listeners) listener();
    },

    /** All things, in no particular order. */
    all(): Item[] {
      return (JSON.parse(snapshot()) as string[]).map((one) => JSON.parse(one) as Item);
    },

    /** As `all`; the same objects until one changes. */
    useAll(): readonly Item[] {
      const text = useSyncExternalStore(subscribe, snapshot);
      return useMemo(() => (JSON.parse(text) as string[]).map((one) => JSON.parse(one) as Item), [text]);
    },
  };
}

/** A key that no other thing has; `crypto.randomUUID` is missing on pages without TLS. */
export function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
