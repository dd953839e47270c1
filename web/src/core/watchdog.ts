/** A time limit for loads that have none of their own: a script, a module of rules, a worker's response. */

/** Milliseconds after which a load is given up (SPEC §9). Uploads have no such limit. */
export const WATCHDOG_MS = 15_000;

/** The error of a load that {@link withTimeLimit} has given up. */
export class LoadTimeout extends Error {
  override readonly name = 'LoadTimeout';
}

/** Returns the load's result, or throws {@link LoadTimeout} once it has taken longer than `ms` milliseconds. */
export function withTimeLimit<T>(load: Promise<T>, ms = WATCHDOG_MS): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new LoadTimeout(`No answer within ${ms / 1000} seconds`)), ms);
  });
  return Promise.race([load, limit]).finally(() => clearTimeout(timer));
}
