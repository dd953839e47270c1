/**
 * Answers of the server as this browser keeps them, so that a page opens without a network: in the browser's Cache Storage, by the race's
 * name. Without Cache Storage, or space in it, nothing is kept: the only consequence is that such a page does not open after a reload
 * without a network.
 */

const AT = 'X-Kept-At';

/** A kept answer. */
export interface KeptAnswer {
  bytes: Uint8Array;
  /** When it was up to date, in epoch milliseconds. */
  at: number;
}

/** The answers of one kind. */
export interface KeptAnswers {
  keep: (race: string, bytes: Uint8Array, at?: number) => Promise<void>;
  kept: (race: string) => Promise<KeptAnswer | undefined>;
  /** Removes that of a race, or all. */
  forget: (race?: string) => Promise<void>;
  /** The race whose answer was kept last. */
  last: () => Promise<string | undefined>;
}

/** The answers in a store of this name, for at most so many races: those that were kept last. `prefix` and `suffix` enclose the race's name. */
export function keptAnswers(name: string, most: number, prefix: string, suffix = ''): KeptAnswers {
  const address = (race: string) => `${prefix}${encodeURIComponent(race)}${suffix}`;
  const store = () => caches.open(name);
  const attempt = <T>(act: () => Promise<T>) => act().catch(() => undefined);
  return {
    keep: async (race, bytes, at = Date.now()) => {
      await attempt(async () => {
        const answers = await store();
        // Deleted and added again, so that the keys are in the order in which they were written.
        await answers.delete(address(race));
        await answers.put(address(race), new Response(bytes as BodyInit, { headers: { [AT]: String(at) } }));
        await Promise.all((await answers.keys()).slice(0, -most).map((key) => answers.delete(key)));
      });
    },
    kept: (race) =>
      attempt(async () => {
        const answer = await (await store()).match(address(race));
        return answer && { bytes: new Uint8Array(await answer.arrayBuffer()), at: Number(answer.headers.get(AT)) };
      }),
    forget: async (race) => {
      await attempt(async () => (race === undefined ? caches.delete(name) : (await store()).delete(address(race))));
    },
    last: () =>
      attempt(async () => {
        const last = (await (await store()).keys()).at(-1);
        return last && decodeURIComponent(new URL(last.url).pathname.slice(prefix.length, -suffix.length || undefined));
      }),
  };
}
