/**
 * What this browser keeps between visits. One that keeps nothing (cookies blocked, storage full) still shows the site: there
 * a choice holds until the page is left.
 */
const forNow = new Map<string, string>();

/** What is kept under a name. */
export function remembered(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? forNow.get(key);
  } catch {
    return forNow.get(key);
  }
}

/** Keeps a text under a name; without one, forgets what was there. */
export function remember(key: string, text: string | undefined): void {
  forNow.delete(key);
  try {
    if (text === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    if (text !== undefined) forNow.set(key, text);
  }
}
