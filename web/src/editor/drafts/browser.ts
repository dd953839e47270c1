/** The browser's storages, which may be full, forbidden or hold what is none of ours: asking them never throws. */

/** Which of them: `session` ends with the tab, `local` outlives it. */
export type Home = 'session' | 'local';

const storages = { session: () => sessionStorage, local: () => localStorage };

/** What is kept under a key. */
export function read(home: Home, key: string): string | undefined {
  return attempt(() => storages[home]().getItem(key)) ?? undefined;
}

/** Keeps a text under a key, or without one forgets the key. False where the browser refuses to. */
export function write(home: Home, key: string, text: string | undefined): boolean {
  return (
    attempt(() => {
      if (text === undefined) storages[home]().removeItem(key);
      else storages[home]().setItem(key, text);
      return true;
    }) ?? false
  );
}

/** All keys. */
export function keys(home: Home): string[] {
  return attempt(() => Object.keys(storages[home]())) ?? [];
}

/** What an attempt gives; nothing where it throws. */
export function attempt<T>(ask: () => T): T | undefined {
  try {
    return ask();
  } catch {
    return undefined;
  }
}
