/**
 * Prints Lighthouse's scores (mobile, simulated slow network) of the release build with demo data, and the size of what the first
 * page downloads. It starts its own server on an empty folder. It never fails: the goals are printed next to the scores.
 *
 *     node bench/lighthouse.mjs [BINARY] [PAGE…]
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';

const BINARY = resolve(process.argv[2] ?? '../target/release/splitline');
const PORT = 8397;
const SITE = `http://127.0.0.1:${PORT}`;
/** A race of the demo data with published results. */
const PUBLISHED = 'Big%20Forest%20Half';
const GOALS = { performance: 95, accessibility: 100, 'best-practices': 95, seo: 100 };

const data = mkdtempSync(join(tmpdir(), 'splitline-bench-'));
const server = spawn(BINARY, ['serve', '--demo', '--listen', `127.0.0.1:${PORT}`, '--data', data, '--log', 'warn'], {
  stdio: 'ignore',
});
const chrome = await launch({
  chromePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--disable-quic'],
});
try {
  await ready();
  print(
    `page       ${Object.entries(GOALS)
      .map(([name, goal]) => `${name} (≥ ${goal})`)
      .join('  ')}  shift (< 0.02)  largest paint  scripts kB  wasm kB`,
  );
  const wanted = process.argv.slice(3);
  for (const [name, path] of Object.entries(await pages())) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    const { lhr } = await lighthouse(SITE + path, { port: chrome.port, logLevel: 'error' });
    const scores = Object.keys(GOALS).map((key) => Math.round((lhr.categories[key].score ?? 0) * 100));
    const requests = lhr.audits['network-requests'].details?.items ?? [];
    const sent = (fits) => requests.filter(fits).reduce((sum, one) => sum + one.transferSize, 0) / 1000;
    const scripts = sent((one) => one.resourceType === 'Script');
    const wasm = sent((one) => one.url.endsWith('.wasm'));
    const shift = lhr.audits['cumulative-layout-shift'].displayValue;
    print(
      `${name.padEnd(10)} ${scores.join('  ')}  ${shift}  ${lhr.audits['largest-contentful-paint'].displayValue}  ${scripts.toFixed(0)}  ${wasm.toFixed(0)}`,
    );
    for (const category of Object.values(lhr.categories)) {
      for (const { id, weight } of category.auditRefs) {
        const audit = lhr.audits[id];
        if (weight > 0 && audit.score !== null && audit.score < 0.9)
          print(`           ${category.id}: ${audit.title} ${audit.displayValue ?? ''}`);
      }
    }
  }
} finally {
  await chrome.kill();
  server.kill();
  rmSync(data, { recursive: true, force: true });
}

/** The pages by name; the addresses of a runner and of a certificate are different in each database. */
async function pages() {
  const ask = async (path) => (await fetch(`${SITE}/api/${path}`)).json();
  const [line] = (await ask(`leaderboard?race=${PUBLISHED}`)).items;
  const runner = `media/${line.raceID}/${line.publicID}`;
  const { certificate } = await ask(runner);
  return {
    home: '/',
    calendar: '/races',
    race: '/race/Verrazzano%20Half',
    live: '/liveRace',
    results: `/results?race=${PUBLISHED}`,
    allResults: '/results',
    awards: `/results?race=${PUBLISHED}&show=awards`,
    records: '/results?show=records',
    runner: `/${runner}`,
    certificate: `/verify/${certificate}`,
    search: `/RaceDaySearch/${PUBLISHED}`,
    league: '/raceleague',
  };
}

/** Waits until the server responds, has its demo data and serves compressed files, so that this work is not measured. */
async function ready() {
  for (let attempts = 0; attempts < 240; attempts += 1) {
    const answer = await fetch(`${SITE}/api/liveRaces`).catch(() => undefined);
    const races = answer?.ok ? await answer.json() : [];
    if (races.some((race) => race.live) && (await compressed())) return;
    await new Promise((done) => setTimeout(done, 500));
  }
  throw new Error('the server did not start');
}

/** Whether the app's scripts and rules are served with Brotli compression. */
async function compressed() {
  const page = await (await fetch(SITE)).text();
  const files = [...page.matchAll(/data-(?:app|early)="([^"]+)"/g)].flatMap(([, list]) => list.split(' '));
  const answers = await Promise.all(files.map((file) => fetch(SITE + file, { headers: { 'Accept-Encoding': 'br' } })));
  return answers.every((answer) => answer.headers.get('content-encoding') === 'br');
}

function print(line) {
  process.stdout.write(`${line}\n`);
}
