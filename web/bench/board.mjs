// Measures the live board on generated fields (core-wasm/examples/race_days), in one run and in turn with what it is compared with:
// `node --expose-gc bench/board.mjs <folder of the days> [runners…]`.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { memoryOf, rulesOf } from '../../core-wasm/benches/rules.mjs';
import { high, job, measureSearch, ms, timed, times } from './board/search.mjs';
import { folded, TunedBoard } from './board/tuned.mjs';
import { mean, median } from './figures.mjs';

const print = (line) => process.stdout.write(`${line}\n`);
const [folder, ...asked] = process.argv.slice(2);
const sizes = asked.length > 0 ? asked.map(Number) : [1000, 10_000, 32_000, 100_000];
const ROUNDS = 5;

const rules = await rulesOf('board');

/** The memory that what `make` returns takes, in bytes. */
function memory(make) {
  global.gc?.();
  const before = process.memoryUsage();
  const kept = make();
  global.gc?.();
  const after = process.memoryUsage();
  return [after.heapUsed + after.arrayBuffers - before.heapUsed - before.arrayBuffers, kept];
}

function read(runners, name) {
  return readFileSync(join(folder, String(runners), name));
}

function deltasOf(bytes) {
  const deltas = [];
  for (let from = 0; from < bytes.length; ) {
    const length = bytes.readUInt32LE(from);
    deltas.push(new Uint8Array(bytes.subarray(from + 4, from + 4 + length)));
    from += 4 + length;
  }
  return deltas;
}

function loaded(bytes) {
  const board = new rules.Board();
  board.load(bytes);
  return board;
}

const figures = {};

/** First load: from bytes to the first page. */
function firstLoad(runners) {
  const bytes = read(runners, 'document-mid');
  const lists = read(runners, 'lists-mid.json');
  const [own, other] = [[], []];
  // A small field takes a millisecond: more rounds are needed for a median that repeats, and is not that of code which the engine is still
  // compiling, on either side.
  const rounds = runners < 10_000 ? 40 * ROUNDS : ROUNDS;
  for (let round = 0; round < rounds; round += 1) {
    const [time, board] = timed(() => {
      const board = loaded(bytes);
      job(board, 'smith');
      return board;
    });
    board.free();
    own.push(time);
    other.push(timed(() => indexOfLists(lists))[0]);
  }
  const [ownTime, otherTime] = [median(own), median(other)];
  print(
    `\n${runners.toLocaleString('en-US')} runners: first load ${ms(ownTime)}, reading the spec's JSON and indexing ${ms(otherTime)}: ${times(otherTime, ownTime)}`,
  );
  figures[runners] = { ...figures[runners], fill: ownTime, lists: otherTime };
}

/** What a page does with the spec's lists: reads them, and folds the names. */
function indexOfLists(bytes) {
  const { finished, unfinished } = JSON.parse(new TextDecoder().decode(bytes));
  const all = finished.concat(unfinished);
  const byBib = new Map(all.map((one) => [one.Bib, one]));
  const texts = all.map((one) => ` ${folded(`${one.Firstname} ${one.Lastname}`)} ${one.Bib}`);
  const contest = all.map((one) => one.Race.ContestName);
  return [byBib, texts, contest];
}

/** Refresh: 720 deltas to ours and to the tuned one, in turn; then the board is compared with a fresh load and with the server's lists. */
function refresh(runners, which) {
  const deltas = deltasOf(read(runners, `deltas-${which}`));
  const passed = JSON.parse(read(runners, `passed-${which}.json`));
  const bytes = read(runners, `document-${which}`);
  const [own, other, applied] = [[], [], []];
  let board;
  for (let round = 0; round < 2; round += 1) {
    board?.free();
    board = loaded(bytes);
    const tuned = new TunedBoard(JSON.parse(read(runners, `rows-${which}.json`)));
    for (const [poll, delta] of deltas.entries()) {
      own.push(timed(() => board.load(delta))[0]);
      other.push(timed(() => tuned.apply(passed[poll]))[0]);
    }
    applied.push(tuned);
  }
  const changes = mean(passed.map((one) => one.length / 3));
  const lists = read(runners, `lists-after-${which}.json`);
  const whole = median([0, 1, 2].map(() => timed(() => indexOfLists(lists))[0]));
  const ownTime = median(own);
  print(
    `${runners.toLocaleString('en-US')} runners, ${which}: a delta of ${changes.toFixed(0)} passings ${ms(ownTime)} (p95 ${ms(high(own))}); tuned JavaScript ${ms(median(other))}: ${times(median(other), ownTime)}; reading the full JSON ${ms(whole)}: ${times(whole, ownTime)}`,
  );
  const fresh = loaded(read(runners, `after-${which}`));
  compare(board, fresh, JSON.parse(lists));
  fresh.free();
  board.free();
  // A poll of a larger field has more passings: the growth is that of deltas with the same number of them.
  const even = loaded(bytes);
  const evenTimes = deltasOf(read(runners, `deltas-even-${which}`)).map((delta) => timed(() => even.load(delta))[0]);
  even.free();
  figures[runners] = { ...figures[runners], [which]: median(evenTimes) };
}
function compare(board, fresh, lists) {
  for (const [list, name] of [
    ['finished', 'finished'],
    ['active', 'unfinished'],
  ]) {
    let from = 0;
    for (; ; from += 500) {
      const query = { list, distance: '', ageGroup: '', gender: '', wave: '', team: '', search: '', from, count: 500 };
      const rows = board.query(query).rows;
      const same = JSON.stringify(rows) === JSON.stringify(fresh.query(query).rows);
      const expected = lists[name].slice(from, from + 500);
      const isOfServer =
        rows.length === expected.length &&
        rows.every(
          (row, i) =>
            row.bib === expected[i].Bib &&
            row.rank === (expected[i].OverallRank < 0 ? '–' : String(expected[i].OverallRank)),
        );
      if (!same || !isOfServer)
        throw new Error(`the ${name} differ from ${same ? "the server's" : 'a fresh load'} after row ${from}`);
      if (rows.length < 500) break;
    }
  }
}

for (const runners of sizes) {
  const keystroke = await measureSearch({
    runners,
    bytes: read(runners, 'document-mid'),
    document: JSON.parse(read(runners, 'rows-mid.json')),
    rulesOf,
    memoryOf,
    memory,
    print,
  });
  figures[runners] = { ...figures[runners], keystroke };
  firstLoad(runners);
  for (const which of ['mid', 'finish']) refresh(runners, which);
}
print('\nGrowth');
for (const [a, b] of sizes.slice(1).map((size, at) => [sizes[at], size])) {
  const doublings = Math.log2(b / a);
  const growth = (what) => ((figures[b][what] / figures[a][what]) ** (1 / doublings)).toFixed(2);
  print(
    `  ${a.toLocaleString('en-US')} to ${b.toLocaleString('en-US')}, for each doubling of the field: fill ${growth('fill')}, keystroke ${growth('keystroke')}, delta of 20 reads mid race ${growth('mid')}, in the finish hour ${growth('finish')}`,
  );
}
