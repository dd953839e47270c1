/** What a live page receives, for tests, in the format that the core writes (core-wasm/src/timing/feed and columns). */
import { HttpResponse } from 'msw';

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
  team?: string;
}

/** The first byte of what the core writes (`FORMAT`). */
const FORMAT = 4;
const GUN = Date.parse('2030-06-15T08:30:00-04:00');

const STATUSES = ['registered', 'started', 'on course', 'finished', 'DNF', 'DQ', 'DNS'];

/** A race with a 10K and a Half of one split each. Its runners have the numbers 0, 1, 2 … */
export function liveDocument(version: string, runners: Runner[]) {
  const contest = (name: string, metres: number) => ({ name, metres, gun: GUN });
  return {
    race: 'Shore Half',
    eventName: 'Shore Half 2030',
    version,
    contests: [contest('Half', 21_097.5), contest('10K', 10_000)],
    ageGroups: ['20-29', '30-39'],
    runners,
  };
}

/** The answer with the whole field of a race. */
export function sentField(document: ReturnType<typeof liveDocument>) {
  const { race, eventName, version, contests, ageGroups, runners } = document;
  return HttpResponse.arrayBuffer(
    new Uint8Array([
      ...[FORMAT, 0],
      ...['r1', race, eventName, 'June 15, 2030', 'America/New_York', version].flatMap(text),
      ...[1, ...signed(GUN)],
      ...list(contests.map(ofContest)),
      ...list(ageGroups.map(text)),
      ...columns(runners),
      0,
    ]).buffer,
  );
}

function ofContest({ name, metres, gun }: ReturnType<typeof liveDocument>['contests'][number]): number[] {
  const [chip, run] = [1, 0];
  const split = [...text('5K'), ...real(5000), run, ...text('')];
  return [...text(name), ...real(metres), 1, ...signed(gun), 0, chip, run, ...list([split]), run, ...text('')];
}

function columns(runners: Runner[]): number[] {
  const texts: string[] = [''];
  const number = (one: string) => (texts.includes(one) ? texts.indexOf(one) : texts.push(one) - 1);
  const genders = ['', 'm', 'f', 'a'];
  const of = (value: (one: Runner) => number) => column(runners.map((one) => varint(value(one))));
  const time = (at: number | null | undefined) => (at == null ? 0 : 2 * at + 1);
  const start = (one: Runner) => (one.start === undefined ? 10_000 : one.start);
  const reached = (one: Runner) => (one.finish ? 'finished' : one.start === null ? 'registered' : 'on course');
  const names = runners.map((one) => [number(one.name?.[0] ?? `Bib ${one.bib}`), number(one.name?.[1] ?? '')] as const);
  const teams = runners.map((one) => number(one.team ?? ''));
  const gaps = runners.map((one, at) => 2 * (Number(one.bib) - Number(runners[at - 1]?.bib ?? 0)));
  return [
    ...text(texts.join('')),
    ...column(texts.map((one) => varint(encoded(one).length))),
    ...list(genders.map(text)),
    ...varint(runners.length),
    ...column(gaps.map(signed)),
    ...column(names.map(([first]) => varint(first))),
    ...column(names.map(([, last]) => varint(last))),
    ...column(teams.map(varint)),
    ...of((one) => genders.indexOf(one.gender ?? '')),
    ...of((one) => (one.group ?? -1) + 1),
    ...of((one) => one.contest ?? 1),
    ...of(() => 0),
    ...of((one) => STATUSES.indexOf(one.status ?? reached(one))),
    ...of((one) => one.flags ?? 0),
    ...of((one) => time(start(one))),
    ...of((one) => time(one.finish)),
    ...of(() => 1),
    ...of((one) => time(one.split)),
  ];
}

const encoded = (one: string) => [...new TextEncoder().encode(one)];
const list = (items: number[][]) => [...varint(items.length), ...items.flat()];
/** The bytes of a column, after how many they are. */
const column = (numbers: number[][]) => list(numbers.flat().map((byte) => [byte]));
const text = (one: string) => list(encoded(one).map((byte) => [byte]));
const real = (value: number) => [...new Uint8Array(new Float64Array([value]).buffer)];

/** A passing of a runner: of the start (0), the split (1) or the finish (2), in milliseconds after a start 10 s after the gun. */
export interface Passing {
  runner: number;
  point: number;
  after: number;
}

/**
 * What happened in the version after that of the number `since`: passings in the order of their times, and the document whose names,
 * contests and age groups are another one's from then on.
 */
export function happened(
  since: number,
  passings: Passing[],
  head?: ReturnType<typeof liveDocument>,
): Uint8Array<ArrayBuffer> {
  let last = 0;
  const passed = passings.flatMap(({ runner, point, after }) => {
    const gap = after + 10_000 - last;
    last = after + 10_000;
    return [...signed(gap), ...varint(runner), point];
  });
  const sentHead = head
    ? [
        1,
        ...[head.race, head.eventName].flatMap(text),
        ...list(head.contests.map(ofContest)),
        ...list(head.ageGroups.map(text)),
      ]
    : [0];
  const step = [...signed(GUN), ...varint(passings.length), ...passed, 0, 0, ...sentHead];
  return new Uint8Array([FORMAT, 1, ...varint(since), ...step]);
}

/** A whole number as postcard writes it: seven bits a byte, the lowest first. */
function varint(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))];
}

/** A whole number that may be negative. */
const signed = (value: number) => varint(value < 0 ? -2 * value - 1 : 2 * value);
