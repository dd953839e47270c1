// Measures the live board on generated fields (core-wasm/examples/race_days), in one run and in turn with what it is compared with:
// `node --expose-gc bench/board.mjs <folder of the days> [runners…]`. A "job" is one keystroke: a search with the 10K and women chosen, 14 rows
// of both lists in their order, counts, progress and pace.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { memoryOf, rulesOf } from '../../core-wasm/benches/rules.mjs';
import { PEERS } from './board/peers.mjs';
import { queriesOf } from './board/queries.mjs';
import { folded, TunedBoard } from './board/tuned.mjs';
import { at, mean, median } from './figures.mjs';

const print = (line) => process.stdout.write(`${line}\n`);
const [folder, ...asked] = process.argv.slice(2);
const sizes = asked.length > 0 ? asked.map(Number) : [1000, 10_000, 32_000, 100_000];
const ROUNDS = 5;
const QUERIES = 720;
const FILTERS = { distance: '10K', ageGroup: '', gender: 'f', wave: '', team: '' };
const [TENK, WOMEN] = [2, 2];

const rules = await rulesOf('board');

const ms = (time) => `${time.toPrecision(3)} ms`;
const times = (other, own) => (other >= own ? `1/${(other / own).toFixed(1)}` : `${(own / other).toFixed(1)}×`);

function timed(run) {
  const start = performance.now();
  const value = run();
  return [performance.now() - start, value];
}

/** The memory that what `make` returns takes, in bytes. */
function memory(make) {
  global.gc?.();
  const before = process.memoryUsage();
  const kept = make();
  global.gc?.();
  const after = process.memoryUsage();
  return [after.heapUsed + after.arrayBuffers - before.heapUsed - before.arrayBuffers, kept];
}

function job(board, search) {
  const query = { ...FILTERS, search, from: 0, count: 14 };
  return { active: board.query({ ...query, list: 'active' }), finished: board.query({ ...query, list: 'finished' }) };
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

/** The bytes of memory that a module has which has loaded nothing but this field. */
async function memoryOfBoard(runners, bytes) {
  const { Board } = await rulesOf('board', String(runners));
  new Board().load(bytes);
  return memoryOf('board', String(runners));
}

/** Search: recall, then the time of a job in rounds in turn. */
async function search(runners) {
  const bytes = read(runners, 'document-mid');
  const document = JSON.parse(read(runners, 'rows-mid.json'));
  const ownMemory = await memoryOfBoard(runners, bytes);
  const board = loaded(bytes);
  const tuned = new TunedBoard(document);
  const queries = queriesOf(document.runners, QUERIES);
  const texts = document.runners.map((row) => `${folded(`${row[1]} ${row[2]}`)} ${row[0]}`);

  const engines = { 'hand-tuned scan': { find: (text) => tuned.scan(text), builds: [0], memory: 0 } };
  for (const [name, make] of Object.entries(PEERS)) {
    const [bytes, [build, find]] = memory(() => timed(() => make(texts)));
    const mask = (text) => {
      const found = new Uint8Array(runners);
      for (const position of find(text)) found[position] = 1;
      return found;
    };
    engines[name] = { find: mask, builds: [build], memory: bytes, make };
  }
  const loads = [];
  for (let round = 0; round < 3; round += 1) {
    const [load, another] = timed(() => loaded(bytes));
    another.free();
    loads.push(load);
    for (const { builds, make } of Object.values(engines))
      if (make && round > 0) builds.push(timed(() => make(texts))[0]);
  }
  const load = median(loads);
  // Everybody is looked for in both lists, without filters.
  const everywhere = (text) => {
    const bibs = new Set();
    for (const list of ['active', 'finished']) {
      for (let from = 0; ; from += 500) {
        const { rows, total } = board.query({
          ...FILTERS,
          distance: '',
          gender: '',
          list,
          search: text,
          from,
          count: 500,
        });
        for (const row of rows) bibs.add(row.bib);
        if (from + 500 >= total) break;
      }
    }
    return bibs;
  };
  const missed = queries.filter(({ search, bib }) => !everywhere(search).has(bib));
  print(`\n${runners.toLocaleString('en-US')} runners: search, ${queries.length} labelled searches`);
  print(
    `  ours finds ${(100 * (1 - missed.length / queries.length)).toFixed(1)} %${missed
      .map(({ search }) => ` [${search}]`)
      .slice(0, 5)
      .join('')}`,
  );
  // The slow ones answer every tenth search.
  const own = [];
  const results = Object.fromEntries(Object.keys(engines).map((name) => [name, { times: [], found: 0, asked: 0 }]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [number, { search, at }] of queries.entries()) {
      own.push(timed(() => job(board, search))[0]);
      for (const [name, { find }] of Object.entries(engines)) {
        const isSlow = name.startsWith('fuse') || name === 'uFuzzy' || name === 'MiniSearch';
        if (runners > 5000 && (number * 7 + round) % (isSlow ? 30 : 5) !== 0) continue;
        const [time, found] = timed(() => {
          const found = find(search);
          tuned.page(found, TENK, WOMEN);
          return found;
        });
        const result = results[name];
        result.times.push(time);
        result.asked += 1;
        result.found += found[at];
      }
    }
  }
  const [ownMean, ownHigh] = [mean(own), high(own)];
  print(`  ours                  build ${ms(load)}, the module's memory ${(ownMemory / 1e6).toFixed(1)} MB`);
  print(`  ours                  mean ${ms(ownMean)}, p95 ${ms(ownHigh)}`);
  for (const [name, { times: list, found, asked }] of Object.entries(results)) {
    const recall = `${((100 * found) / asked).toFixed(1)} %`;
    print(
      `  ${name.padEnd(21)} mean ${ms(mean(list))}, p95 ${ms(high(list))}, finds ${recall}: ours takes ${times(mean(list), ownMean)} of the mean, ${times(high(list), ownHigh)} of the p95`,
    );
  }
  const recall = ([, { found, asked }]) => found / asked;
  const fastest = (entries) => entries.sort(([, a], [, b]) => mean(a.times) - mean(b.times))[0];
  const libraries = Object.entries(results).filter(([name]) => name !== 'hand-tuned scan');
  const ofAll = fastest(libraries.filter((entry) => recall(entry) >= 0.98 * (1 - missed.length / queries.length)));
  const ofAny = fastest(libraries);
  for (const [what, entry] of [
    ['98 % of what ours finds', ofAll],
    ['any part', ofAny],
  ]) {
    if (entry)
      print(
        `  the fastest library that finds ${what}, ${entry[0]}: ${times(mean(entry[1].times), ownMean)} of the mean, ${times(high(entry[1].times), ownHigh)} of the p95`,
      );
  }
  for (const [name, { builds, memory }] of Object.entries(engines)) {
    const build = median(builds);
    if (build > 0) print(`  ${name.padEnd(21)} build ${ms(build)}, memory ${(memory / 1e6).toFixed(1)} MB`);
    if (name === 'FlexSearch')
      print(
        `  ours, with the whole board, its rows and all memory of the module: build ${times(build, load)}, memory ${times(memory, ownMemory)}`,
      );
  }
  const typed = [];
  for (const { search } of queries.slice(0, 200)) {
    for (let end = 1; end <= search.length; end += 1) typed.push(timed(() => job(board, search.slice(0, end)))[0]);
  }
  board.free();
  print(`  ours, letter by letter: mean ${ms(mean(typed))}, p95 ${ms(high(typed))}`);
  figures[runners] = { ...figures[runners], keystroke: ownMean };
}

function high(list) {
  return at(list, 0.95);
}

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
  await search(runners);
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
