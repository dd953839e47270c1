/** What a live page receives, for tests, in the formats that the core writes (core-wasm/src/timing/sent.rs and feed.rs). */

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

/** A document of a race with a 10K and a Half of one split each. Its runners have the numbers 0, 1, 2 … */
export function liveDocument(version: string, runners: Runner[]) {
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
    raceId: 'r1',
    race: 'Shore Half',
    eventName: 'Shore Half 2030',
    raceDate: 'June 15, 2030',
    timeZone: 'America/New_York',
    version,
    provisional: true,
    updatedAt: GUN,
    contests: [contest('Half', 21_097.5), contest('10K', 10_000)],
    numbers: [],
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
      one.flags ?? 0,
      0,
    ]),
  };
}

/** A passing of a runner: of the start (0), the split (1) or the finish (2), in milliseconds after a start 10 s after the gun. */
export interface Passing {
  runner: number;
  point: number;
  after: number;
}

/** What happened in the version after that of the number `since`: passings in the order of their times. */
export function happened(since: number, passings: Passing[]): Uint8Array<ArrayBuffer> {
  let last = 0;
  const passed = passings.flatMap(({ runner, point, after }) => {
    const gap = after + 10_000 - last;
    last = after + 10_000;
    return [...signed(gap), ...varint(runner), point];
  });
  return new Uint8Array([1, ...varint(since), ...signed(GUN), ...varint(passings.length), ...passed, 0, 0]);
}

/** A whole number as postcard writes it: seven bits a byte, the lowest first. */
function varint(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))];
}

/** A whole number that may be negative. */
const signed = (value: number) => varint(value < 0 ? -2 * value - 1 : 2 * value);
