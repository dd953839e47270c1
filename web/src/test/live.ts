/** Live documents for tests, in the format that the core writes (core-wasm/src/timing/sent.rs). */

/** A runner's row; fields that are missing get default values. */
export interface Runner {
  bib: string;
  name?: [string, string];
  gender?: string;
  group?: number;
  contest?: number;
  status?: string;
  /** Milliseconds after the gun; null before the start. */
  start?: number | null;
  /** Milliseconds after the runner's own start. */
  split?: number | null;
  finish?: number | null;
  flags?: number;
}

const GUN = Date.parse('2030-06-15T08:30:00-04:00');

/** A document of a race with a 10K and a Half of one split each; a delta when `since` is given. */
export function liveDocument(version: string, runners: Runner[], since: string | null = null, gone: string[] = []) {
  const contest = (name: string, metres: number) => ({
    name,
    distanceMetres: metres,
    gun: GUN,
    ranking: 'chip',
    sport: 'run',
    splits: [{ label: '5K', metres: 5000, leg: 'run' }],
    finishLeg: 'run',
  });
  return {
    race: 'Shore Half',
    eventName: 'Shore Half 2030',
    raceDate: 'June 15, 2030',
    timeZone: 'America/New_York',
    version,
    since,
    provisional: true,
    updatedAt: GUN,
    contests: [contest('Half', 21_097.5), contest('10K', 10_000)],
    ageGroups: ['20-29', '30-39'],
    runners: runners.map((one) => [
      one.bib,
      one.name?.[0] ?? `Bib ${one.bib}`,
      one.name?.[1] ?? '',
      one.gender ?? '',
      one.group ?? -1,
      one.contest ?? 1,
      one.status ?? (one.finish ? 'finished' : one.start === null ? 'registered' : 'on course'),
      one.start === undefined ? 10_000 : one.start,
      [one.split ?? null],
      one.finish ?? null,
      0,
      one.flags ?? 0,
      0,
    ]),
    gone,
  };
}
