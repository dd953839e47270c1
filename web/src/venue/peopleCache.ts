/**
 * Ages and towns of the race whose announcer's page this browser had last, so that the page opens without a network. They are removed when
 * the link, or the login, opens nothing any more.
 */

const STORE = 'announcer';

const address = (race: string) => `/api/announcer/${encodeURIComponent(race)}`;

/** Stores them in place of those of any other race. Without Cache Storage nothing is stored. */
export async function cachePeople(race: string, bytes: Uint8Array): Promise<void> {
  try {
    await caches.delete(STORE);
    await (await caches.open(STORE)).put(address(race), new Response(bytes as BodyInit));
  } catch {
    // The only consequence: the page does not open after a reload without a network.
  }
}

/** Returns what is stored of a race. */
export async function cachedPeople(race: string): Promise<Uint8Array | undefined> {
  try {
    const response = await (await caches.open(STORE)).match(address(race));
    return response && new Uint8Array(await response.arrayBuffer());
  } catch {
    return undefined;
  }
}

/** Removes everything. */
export async function forgetPeople(): Promise<void> {
  try {
    await caches.delete(STORE);
  } catch {
    // There is no Cache Storage.
  }
}
