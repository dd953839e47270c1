import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { boxesOf, raceByApi, setUpByCommand, tenK } from './races';
import { ROOT, type Splitline } from './server';

/** A recorded race day: the files of its timing boxes, its timing setup, and the expected result. */
export interface Day {
  folder: string;
  setup: string;
  /** The contest that the test checks, and its winner. */
  contest: string;
  winner: { bib: string; chip: string };
  finished: number;
}

/** The real recorded day if its files are next to the clone or at SPLITLINE_DATA, else a small generated one. */
export function recordedDay(splitline: Splitline): Day {
  const folder = join(process.env.SPLITLINE_DATA ?? join(ROOT, '../shared/data'), 'road-race-2021');
  if (!existsSync(folder)) {
    process.stdout.write('skipped: the real day is not next to the clone; a small generated one is used\n');
    return smallDay(splitline);
  }
  const setup = readFileSync(join(folder, 'setup.json'), 'utf8');
  // 2:29:27.78 is shown as 2:29:28, rounded up to whole seconds.
  return { folder, setup, contest: 'Marathon', winner: { bib: '801', chip: '2:29:28' }, finished: 749 };
}

/** Creates a race and sends the reads of the generated day for it: forty runners of a 10K, all of them finished. */
export async function timedRace(splitline: Splitline, name: string): Promise<void> {
  await raceByApi(splitline, name);
  const day = smallDay(splitline);
  setUpByCommand(splitline, name, day.setup);
  const { key } = boxesOf(splitline, name);
  splitline.run('replay', day.folder, '--race', name, '--speed', '0', '--server', splitline.url, '--key', key);
}

/** Generates the reads of forty runners with a mat at 5 km, in the format of ChronoTrack boxes. */
function smallDay(splitline: Splitline): Day {
  const gun = Date.UTC(2021, 4, 8, 8, 0, 0) / 1000; // boxes write local wall time as if it were UTC
  const lines: Record<string, string[]> = { LINE: [], '5K': [] };
  for (let place = 0; place < 40; place += 1) {
    const finish = 2400 + place * 31;
    for (const [mat, time] of [
      ['LINE', gun + 2 + place / 10],
      ['5K', gun + 2 + finish * 0.48],
      ['LINE', gun + 2 + place / 10 + finish],
    ] as const) {
      const seq = (lines[mat]?.length ?? 0) + 1;
      lines[mat]?.push(`TO~${seq}~${800 + place}~160~18~${time.toFixed(2)}~12000C~8~-60~${seq}~P~12`);
    }
  }
  for (const [mat, text] of Object.entries(lines)) {
    splitline.file(join('day', mat, '5080800.csv'), `${text.join('\r\n')}\r\n`);
  }
  const folder = join(splitline.files, 'day');
  const setup = tenK('2021-05-08T08:00:00.000-04:00');
  return { folder, setup, contest: '10K', winner: { bib: '800', chip: '40:00' }, finished: 40 };
}
