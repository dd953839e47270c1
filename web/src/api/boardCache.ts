/**
 * The browser's cache of live boards, so that a board opens without a network (SPEC §2, live tracking). Only public documents are
 * stored, in the form in which `GET /live/{RaceName}` returns them, in the browser's Cache Storage.
 */

const STORE = 'boards';
/** How many races' boards are stored: those that were written last. */
const MOST_RACES = 3;
const AT = 'X-Kept-At';

/** A stored board. */
export interface CachedBoard {
  bytes: Uint8Array;
  /** When it was up to date, in epoch milliseconds. */
  at: number;
}

const address = (race: string) => `/api/live/${encodeURIComponent(race)}`;

/** Stores a race's board. Without Cache Storage, or space in it, nothing is stored. */
export async function cacheBoard(race: string, bytes: Uint8Array, at: number): Promise<void> {
  try {
    const store = await caches.open(STORE);
    // Deleted and added again, so that the keys are in the order in which the boards were written.
    await store.delete(address(race));
    await store.put(address(race), new Response(bytes as BodyInit, { headers: { [AT]: String(at) } }));
    const keys = await store.keys();
    await Promise.all(keys.slice(0, -MOST_RACES).map((key) => store.delete(key)));
  } catch {
    // The only consequence: this board is not available after a reload without a network.
  }
}

/** Removes the stored board of a race that the server does not show any more. */
export async function forgetBoard(race: string): Promise<void> {
  try {
    await (await caches.open(STORE)).delete(address(race));
  } catch {
    // Without Cache Storage nothing was stored.
  }
}

/** Returns the stored board of a race, if there is one. */
export async function cachedBoard(race: string): Promise<CachedBoard | undefined> {
  try {
    const response = await (await caches.open(STORE)).match(address(race));
    if (!response) return undefined;
    return { bytes: new Uint8Array(await response.arrayBuffer()), at: Number(response.headers.get(AT)) };
  } catch {
    return undefined;
  }
}

/** Returns the race whose board was stored last, for a visit without a list of races and without a race in the address. */
export async function lastCachedRace(): Promise<string | undefined> {
  try {
    const last = (await (await caches.open(STORE)).keys()).at(-1);
    return last && decodeURIComponent(new URL(last.url).pathname.slice(address('').length));
  } catch {
    return undefined;
  }
}
