/**
 * Measures a page of `GET /api/leaderboard` with 100,000 published results of 60 races against the same with 10,000, and how soon a
 * browser shows the leaderboard, with the release build. It starts two servers on empty folders and asks them in turn.
 *
 * It fails when a median is above `MAX_MS`, when that of a list is above `MAX_RATIO` of the median with 10,000 results, or when the
 * largest paint on a slow line and a slow processor is above `MAX_PAINT_MS`. The ratio of a search is printed only: among ten times as
 * many results it finds, and counts, ten times as many.
 *
 *     node bench/leaderboard.mjs [BINARY]
 */
import { chromium } from '@playwright/test';
import { median } from './figures.mjs';
import { prepare, print } from './server.mjs';

const BINARY = process.argv[2] ?? '../target/release/splitline';
const RACES = 60;
const FEW = 10_000;
const MANY = 100_000;
const ROUNDS = 101;
const PAINTS = 5;
const MAX_MS = 20;
const MAX_RATIO = 1.3;
const MAX_PAINT_MS = 1_500;
/** Lighthouse's slow 4G: bytes a second and milliseconds. */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 96_000 };
const SLOWER_PROCESSOR = 4;

const DISTANCES = [
  ['5K', 17 * 60],
  ['10K', 35 * 60],
  ['Half', 78 * 60],
];
/** First names and the parts of last names, the more frequent ones first. */
const [FIRST, BEGINNINGS, MIDDLES, ENDS] = [
  'Ada Ben Chloé Dmitri Elif Femi Grace Hugo Ines Jun Kofi Lena Maria Noor Olu Pia Quinn Rosa Sam Tom Uma Vera Will Yara Zoë Xena',
  'Al Ber Car Dur El Fer Gar Har Is Jan Kes Lan Mar Nor Oak Per Ros Sil Tan Var Wei Yil',
  'a e i o u ai ea ou',
  'berg ch der es field hall kins ley mann ner quist rell son ton vich wood yama zaki ’dor',
].map((words) => words.split(' '));

const race = (n) => `Bench Race ${n + 1}`;
const distance = (n) => DISTANCES[n % DISTANCES.length];

/** The same numbers in every run, so that two runs measure the same field. */
function numbers(seed) {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** One of the words; the first ones are taken more often, as with names of people. */
const one = (next, words) => words[Math.min(next(words.length), next(words.length))];

/** The file of a race: runners of all ages and genders, ties, and one in forty without a time. */
function file(n, lines) {
  const [, fastest] = distance(n);
  const next = numbers(n + 1);
  const rows = ['bib,first,last,sex,dob,team,time,status'];
  for (let bib = 1; bib <= lines; bib += 1) {
    const seconds = fastest + next(Math.floor(fastest * 1.6));
    const clock = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60].map((part) =>
      String(part).padStart(2, '0'),
    );
    const born = `${1940 + next(68)}-${String(1 + next(12)).padStart(2, '0')}-${String(1 + next(28)).padStart(2, '0')}`;
    const finished = next(40) > 0;
    rows.push(
      [
        bib,
        one(next, FIRST),
        one(next, BEGINNINGS) + one(next, MIDDLES) + one(next, ENDS),
        ['F', 'M', 'M', 'F', 'X'][next(5)],
        born,
        next(3) ? '' : `Team ${next(20)}`,
        finished ? clock.join(':') : '',
        finished ? '' : 'DNF',
      ].join(','),
    );
  }
  return rows.join('\n');
}

/** A server with `total` published results of the races; each race's year is one of six. */
async function filled(total) {
  const server = await prepare(BINARY);
  await server.start();
  await server.logIn();
  for (let n = 0; n < RACES; n += 1) {
    const page = new FormData();
    page.append('Race', race(n));
    page.append('Date', `May ${1 + (n % 28)}, ${new Date().getFullYear() - 1 - (n % 6)}`);
    await expectOk(server.call('POST', 'createPage', page));
    const query = new URLSearchParams({ race: race(n), contest: distance(n)[0], distance: distance(n)[0] });
    const lines = Math.floor(total / RACES) + (n < total % RACES ? 1 : 0);
    await expectOk(server.call('POST', `results/import?${query}`, file(n, lines), { 'content-type': 'text/csv' }));
  }
  return server;
}

async function expectOk(sent) {
  const answer = await sent;
  if (!answer.ok) throw new Error(`${answer.url}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

/** How long a page takes until its last byte, in milliseconds, and how many lines there are on all pages. */
async function ask(server, query) {
  const from = performance.now();
  const answer = await fetch(`${server.origin}/api/leaderboard?${query}`);
  const body = await answer.text();
  const took = performance.now() - from;
  if (!answer.ok) throw new Error(`${query}: ${answer.status} ${body}`);
  return { took, total: JSON.parse(body).total };
}

/** The largest paint of a page that was never loaded before, on a slow line and a slow processor, in milliseconds. */
async function paint(browser, address) {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', SLOW_4G);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER_PROCESSOR });
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      window.largestPaint = list.getEntries().at(-1).startTime;
    }).observe({ type: 'largest-contentful-paint', buffered: true });
  });
  await page.goto(address, { waitUntil: 'networkidle' });
  const largest = await page.evaluate(() => window.largestPaint);
  await context.close();
  return largest;
}

let failed = false;
const servers = [];
try {
  for (const total of [FEW, MANY]) servers.push(await filled(total));
  const [few, many] = servers;
  const last = async (server) => Math.ceil((await ask(server, '')).total / 25);
  const ends = [await last(few), await last(many)];
  const pages = {
    first: () => '',
    middle: (at) => `page=${Math.floor(ends[at] / 2)}`,
    last: (at) => `page=${ends[at]}`,
    'a hundred lines': () => 'pageSize=100',
    'a race': () => `race=${encodeURIComponent(race(7))}`,
    'a distance': () => 'distance=10K',
    'a year': () => `year=${new Date().getFullYear() - 2}`,
    'a gender': () => 'gender=f&page=3',
    'a group': () => 'ageGroup=30-39',
    'a gender and group': () => 'gender=m&ageGroup=40-49&page=2',
    'a team': () => 'team=Team%207',
    'a name': () => 'q=lena%20kesason',
    'a letter': () => 'q=o',
    'three letters': () => 'q=mar',
    'a first name': () => 'q=maria',
    'a letter of women': () => 'q=o&gender=f',
    'a bib': () => 'q=88',
    nobody: () => 'q=zzzz',
  };
  print(`leaderboard           ${FEW} results   ${MANY} results (≤ ${MAX_MS} ms)   ratio (≤ ${MAX_RATIO})   lines`);
  for (const [name, query] of Object.entries(pages)) {
    const times = servers.map(() => []);
    let total = 0;
    for (let round = 0; round < ROUNDS; round += 1)
      for (const at of round % 2 ? [1, 0] : [0, 1]) {
        const answer = await ask(servers[at], query(at));
        times[at].push(answer.took);
        total = at === 1 ? answer.total : total;
      }
    const [small, large] = times.map(median);
    const ratio = large / small;
    failed ||= large > MAX_MS || (ratio > MAX_RATIO && !query(1).includes('q='));
    print(
      `${name.padEnd(20)} ${small.toFixed(2).padStart(7)} ms ${large.toFixed(2).padStart(18)} ms ${ratio.toFixed(2).padStart(20)} ${String(total).padStart(15)}`,
    );
  }

  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic'],
  });
  const paints = [];
  for (let n = 0; n < PAINTS; n += 1) paints.push(await paint(browser, `${many.origin}/results`));
  await browser.close();
  failed ||= median(paints) > MAX_PAINT_MS;
  print(
    `largest paint of /results, slow 4G, processor ${SLOWER_PROCESSOR}× slower: ${median(paints).toFixed(0)} ms (≤ ${MAX_PAINT_MS})`,
  );
} finally {
  for (const server of servers) await server.end();
}
if (failed) process.exitCode = 1;
