// The search of the board beside what searches in JavaScript, in Node and in a browser. A "job" is one keystroke: a search with the 10K and
// women chosen, 14 rows of both lists in their order, counts, progress and pace.
import { at, mean, median } from '../figures.mjs';
import { PEERS } from './peers.mjs';
import { queriesOf } from './queries.mjs';
import { folded, TunedBoard } from './tuned.mjs';

const ROUNDS = 5;
const QUERIES = 720;
const FILTERS = { distance: '10K', ageGroup: '', gender: 'f', wave: '', team: '' };
const [TENK, WOMEN] = [2, 2];

export const ms = (time) => `${time.toPrecision(3)} ms`;
export const times = (other, own) => (other >= own ? `1/${(other / own).toFixed(1)}` : `${(own / other).toFixed(1)}×`);

/** The time that a call takes in milliseconds, and what it returns. */
export function timed(run) {
  const start = performance.now();
  const value = run();
  return [performance.now() - start, value];
}

/** One keystroke. */
export function job(board, search) {
  const query = { ...FILTERS, search, from: 0, count: 14 };
  return { active: board.query({ ...query, list: 'active' }), finished: board.query({ ...query, list: 'finished' }) };
}

/** Recall, then the time of a job in rounds in turn. Returns the mean time of our own. */
export async function measureSearch({ runners, bytes, document, rulesOf, memoryOf, memory, print }) {
  const { Board } = await rulesOf('board');
  const loaded = () => {
    const board = new Board();
    board.load(bytes);
    return board;
  };
  // Of a module that has loaded nothing but this field.
  const other = await rulesOf('board', String(runners));
  new other.Board().load(bytes);
  const ownMemory = memoryOf('board', String(runners));
  const board = loaded();
  const tuned = new TunedBoard(document);
  const queries = queriesOf(document.runners, QUERIES);
  const texts = document.runners.map((row) => `${folded(`${row[1]} ${row[2]}`)} ${row[0]}`);

  const engines = { 'hand-tuned scan': { find: (text) => tuned.scan(text), builds: [0], memory: 0 } };
  for (const [name, make] of Object.entries(PEERS)) {
    const [taken, [build, find]] = memory(() => timed(() => make(texts)));
    const mask = (text) => {
      const found = new Uint8Array(runners);
      for (const position of find(text)) found[position] = 1;
      return found;
    };
    engines[name] = { find: mask, builds: [build], memory: taken, make };
  }
  const loads = [];
  for (let round = 0; round < 3; round += 1) {
    const [load, another] = timed(loaded);
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
  return ownMean;
}

export function high(list) {
  return at(list, 0.95);
}
