/** The end of a wait that nothing else ends: a script, a module of rules or a worker whose answer never comes. */

/** After how many milliseconds any load is given up (SPEC §9). Uploads have no such end. */
export const WATCHDOG_MS = 15_000;

/** A load that was given up by {@link watched}. */
export class LoadTimeout extends Error {
  override readonly name = 'LoadTimeout';
}

/** A load's own end, or a {@link LoadTimeout} once it has taken too long. */
export function watched<T>(load: Promise<T>, ms = WATCHDOG_MS): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new LoadTimeout(`No answer within ${ms / 1000} seconds`)), ms);
  });
  return Promise.race([load, end]).finally(() => clearTimeout(timer));
}
