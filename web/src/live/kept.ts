/**
 * The last board of a race, kept in this browser so that it opens without a network (SPEC §2, live tracking). Kept is the public
 * document alone, as `GET /live/{RaceName}` answers it, in the browser's own store of answers.
 */

const STORE = 'boards';
/** How many races' boards are kept: those looked at last. */
const MOST = 3;
const AT = 'X-Kept-At';

/** A board as it was. */
export interface KeptBoard {
  bytes: Uint8Array;
  /** Epoch milliseconds. */
  at: number;
}

const address = (race: string) => `/api/live/${encodeURIComponent(race)}`;

/** Keeps a race's board. Without a store, or room in it, nothing is kept. */
export async function keepBoard(race: string, bytes: Uint8Array, at: number): Promise<void> {
  try {
    const store = await caches.open(STORE);
    // Anew, so that the keys stand in the order in which the races were looked at.
    await store.delete(address(race));
    await store.put(address(race), new Response(bytes as BodyInit, { headers: { [AT]: String(at) } }));
    const keys = await store.keys();
    await Promise.all(keys.slice(0, -MOST).map((key) => store.delete(key)));
  } catch {
    // A board that cannot be kept is only not there after a reload without a network.
  }
}

/** The kept board of a race. */
export async function keptBoard(race: string): Promise<KeptBoard | undefined> {
  try {
    const answer = await (await caches.open(STORE)).match(address(race));
    if (!answer) return undefined;
    return { bytes: new Uint8Array(await answer.arrayBuffer()), at: Number(answer.headers.get(AT)) };
  } catch {
    return undefined;
  }
}

/** The race whose board was kept last, for when nothing else says which one is meant. */
export async function lastKeptRace(): Promise<string | undefined> {
  try {
    const last = (await (await caches.open(STORE)).keys()).at(-1);
    return last && decodeURIComponent(new URL(last.url).pathname.slice(address('').length));
  } catch {
    return undefined;
  }
}
