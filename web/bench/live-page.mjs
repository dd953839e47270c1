// Measures the live page as a phone shows it: Chromium with a processor four times slower, while runners pass. `node bench/live-page.mjs <splitline> [runners…]`
// prints for each field how long after a key the rows are painted, the long tasks of the page's thread while somebody types through refreshes
// and during quiet polls, and how long the first runner takes on a slow mobile network with nothing in the caches.
import { setTimeout as pause } from 'node:timers/promises';
import { chromium, devices } from '@playwright/test';
import { at, median } from './figures.mjs';
import { sendReads, timedRace } from './race.mjs';
import { prepare, print } from './server.mjs';

const [binary, ...asked] = process.argv.slice(2);
const sizes = asked.length > 0 ? asked.map(Number) : [1000, 100_000];
const SLOWER = 4;
/** What WebPageTest calls "3G Slow": 400 kbit/s, a round trip of 400 ms. */
const SLOW_3G = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
const SEARCHES = ['number 12', 'runner34', 'number 976', '#77', 'runner9 number'];
const QUIET_MS = 20_000;

const { start, call, logIn, end, origin } = await prepare(binary);
const ms = (time) => `${Math.round(time)} ms`;

/** Runs in the page: notes long tasks, the answers to keys, and when the rows of a search are painted. */
function observe() {
  const seen = { tasks: [], keys: [], painted: [] };
  window.seen = seen;
  const note = (type, options, each) =>
    new PerformanceObserver((list) => list.getEntries().forEach(each)).observe({ type, ...options });
  note('longtask', {}, ({ duration }) => seen.tasks.push(duration));
  note('event', { durationThreshold: 16 }, ({ name, duration }) => {
    if (name === 'keydown') seen.keys.push(duration);
  });
  let typed = 0;
  document.addEventListener(
    'input',
    () => {
      // A key whose rows are those before it is not counted.
      typed = performance.now();
    },
    true,
  );
  new MutationObserver((changes) => {
    if (!typed || !changes.some(({ target }) => (target.parentElement ?? target).closest?.('main section'))) return;
    const since = typed;
    typed = 0;
    requestAnimationFrame(() => setTimeout(() => seen.painted.push(performance.now() - since)));
  }).observe(document, { subtree: true, childList: true, characterData: true });
}

async function opened(browser, network) {
  const context = await browser.newContext(devices['Pixel 7']);
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  if (network) {
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', network);
  }
  await page.addInitScript(observe);
  return page;
}

async function measured(page, run) {
  await page.evaluate(() => {
    for (const list of Object.values(window.seen)) list.length = 0;
  });
  await run();
  return page.evaluate(() => window.seen);
}

async function typed(page) {
  const box = page.getByRole('searchbox', { name: 'Search by name or bib' });
  for (const search of SEARCHES) {
    await box.fill('');
    for (const letter of search) {
      await box.press(letter === ' ' ? 'Space' : letter);
      await pause(300);
    }
  }
}

const long = (tasks) => {
  const over = tasks.filter((duration) => duration > 50);
  return over.length === 0 ? 'none' : `${over.length}, the longest ${ms(Math.max(...over))}`;
};

await start();
await logIn();
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
const painted = {};
try {
  for (const runners of sizes) {
    const name = `Page${runners}`;
    const key = await timedRace(call, name, runners);
    const bibs = Array.from({ length: runners }, (_, n) => n + 1);
    const reads = bibs.map((bib) => ({ bib, mat: 'START', seconds: (bib * 7) % 600 }));
    reads.push(
      ...bibs.filter((bib) => bib % 3 > 0).map((bib) => ({ bib, mat: '5K', seconds: 1300 + ((bib * 13) % 900) })),
    );
    for (let from = 0; from < reads.length; from += 5000)
      await sendReads(call, name, key, reads.slice(from, from + 5000));
    const path = `${origin}/liveRace?race=${name}`;
    const firstRow = (page) =>
      page
        .getByRole('link', { name: /Runner\d+ Number/ })
        .first()
        .waitFor({ timeout: 180_000 });

    const cold = await opened(browser, SLOW_3G);
    const began = performance.now();
    await cold.goto(path, { timeout: 180_000 });
    await firstRow(cold);
    const coldMs = performance.now() - began;
    await cold.context().close();

    const page = await opened(browser);
    await page.goto(path);
    await firstRow(page);
    await pause(6000);
    let [next, isTyping] = [1, true];
    const passing = (async () => {
      while (isTyping) {
        const batch = Array.from({ length: 20 }, (_, n) => ({
          bib: ((next + n) * 3) % runners || 1,
          mat: '5K',
          seconds: 2300,
        }));
        next += 20;
        await sendReads(call, name, key, batch);
        await pause(1000);
      }
    })();
    const busy = await measured(page, () => typed(page));
    isTyping = false;
    await passing;
    await page.getByRole('searchbox', { name: 'Search by name or bib' }).fill('');
    await pause(7000);
    const quiet = await measured(page, () => pause(QUIET_MS));
    await page.context().close();
    painted[runners] = median(busy.painted);
    print(
      `  ${runners.toLocaleString('en-US')} runners: first runner on slow 3G ${(coldMs / 1000).toFixed(1)} s (10); key to painted rows, median ${ms(painted[runners])}, 75th percentile ${ms(at(busy.painted, 0.75))}; answer to a key, 75th percentile ${ms(at(busy.keys, 0.75))} (50)`,
    );
    print(
      `    tasks over 50 ms: while typing through refreshes ${long(busy.tasks)}; in ${QUIET_MS / 1000} s of quiet polls ${long(quiet.tasks)} (none)`,
    );
  }
  const [small, large] = [sizes[0], sizes.at(-1)];
  print(
    `  key to painted rows, ${large.toLocaleString('en-US')} to ${small.toLocaleString('en-US')} runners: ${(painted[large] / painted[small]).toFixed(2)} (1.5)`,
  );
} finally {
  await browser.close();
  await end();
}
