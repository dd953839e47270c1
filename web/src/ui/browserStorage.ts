/**
 * Texts that are stored in this browser between visits. When it cannot store anything (cookies blocked, storage full), they are held in
 * memory until the page is left.
 */
const inMemory = new Map<string, string>();

/** Returns the text that is stored under a key. */
export function storedText(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? inMemory.get(key);
  } catch {
    return inMemory.get(key);
  }
}

/** Stores a text under a key; undefined removes it. */
export function storeText(key: string, text: string | undefined): void {
  inMemory.delete(key);
  try {
    if (text === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    if (text !== undefined) inMemory.set(key, text);
  }
}
