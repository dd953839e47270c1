/**
 * The packets of the race that this browser had last, so that the desk opens without a network. It is removed when its link opens
 * nothing any more.
 */

const STORE = 'packets';

const address = (race: string) => `/api/packets/${encodeURIComponent(race)}/list`;

/** Stores a race's packets in place of those of any other. Without Cache Storage nothing is stored. */
export async function cachePackets(race: string, bytes: Uint8Array): Promise<void> {
  try {
    const store = await caches.open(STORE);
    for (const other of await store.keys()) {
      if (!other.url.endsWith(address(race))) await store.delete(other);
    }
    await store.put(address(race), new Response(bytes as BodyInit));
  } catch {
    // The only consequence: the desk does not open after a reload without a network.
  }
}

/** The stored packets of a race. */
export async function cachedPackets(race: string): Promise<Uint8Array | undefined> {
  try {
    const response = await (await caches.open(STORE)).match(address(race));
    return response && new Uint8Array(await response.arrayBuffer());
  } catch {
    return undefined;
  }
}

/** Removes the stored packets. */
export async function forgetPackets(): Promise<void> {
  try {
    await caches.delete(STORE);
  } catch {
    // There is no Cache Storage.
  }
}
