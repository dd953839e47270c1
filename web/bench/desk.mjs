/**
 * Measures how long an administrator waits on Edit Pages with twenty races, with the release build: for the list, for a search, and
 * for a race to open. It starts its own server on an empty folder. `waited` is the time for which a loading indicator was visible.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { chromium } from '@playwright/test';

const BINARY = resolve(process.argv[2] ?? '../target/release/splitline');
const PORT = 8396;
const SITE = `http://127.0.0.1:${PORT}`;
const DIRECTOR = { username: 'director@example.com', password: 'blue line to the finish' };
const RACES = 20;
const GOAL_MS = 200;

const data = mkdtempSync(join(tmpdir(), 'splitline-desk-'));
const server = spawn(BINARY, ['serve', '--demo', '--listen', `127.0.0.1:${PORT}`, '--data', data, '--log', 'warn'], {
  stdio: 'ignore',
  env: { ...process.env, SPLITLINE_ADMIN_EMAIL: DIRECTOR.username, SPLITLINE_ADMIN_PASSWORD: DIRECTOR.password },
});
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic'],
});
try {
  await ready();
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const call = async (method, path, body) => {
    const answer = await context.request.fetch(`${SITE}/api/${path}`, {
      method,
      headers: { Origin: SITE },
      ...(body ? { data: body } : {}),
    });
    if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`);
    return answer.json();
  };
  await call('POST', 'login', DIRECTOR);
  const { races } = await call('GET', 'getAllPageRaces');
  for (let more = 1; races.length + more <= RACES; more += 1)
    await call('POST', 'duplicatePage', { RaceName: races[0].name, NewName: `${races[0].name} again ${more}` });

  const page = await context.newPage();
  await page.addInitScript(watchBusy);
  await page.goto(`${SITE}/home`);
  await page.getByRole('button', { name: 'Accept All' }).click();
  await page.getByRole('button', { name: /^Account of/ }).click();
  await timed(
    'list',
    () => page.getByRole('menuitem', { name: 'Edit Pages' }).click(),
    () =>
      page
        .getByRole('button', { name: /^DELETE/ })
        .nth(RACES - 1)
        .waitFor(),
  );
  const last = races.at(-1).name;
  await timed(
    'search',
    () => page.getByLabel('Search by race name').fill(last),
    () =>
      page
        .getByRole('button', { name: /^DELETE/ })
        .nth(1)
        .waitFor({ state: 'detached' }),
  );
  await timed(
    'open',
    () => page.getByRole('link', { name: last }).first().click(),
    () => page.locator('[data-part="media"]').waitFor(),
  );

  async function timed(name, act, done) {
    await page.evaluate(() => {
      window.waited = 0;
    });
    const from = performance.now();
    await act();
    await done();
    const took = performance.now() - from;
    const waited = await page.evaluate(() => window.waited);
    process.stdout.write(
      `${name.padEnd(8)} ${took.toFixed(0).padStart(5)} ms   waited ${waited.toFixed(0).padStart(4)} ms (< ${GOAL_MS})\n`,
    );
  }
} finally {
  await browser.close();
  server.kill();
  rmSync(data, { recursive: true, force: true });
}

/** Runs in the page: adds up, frame by frame, the time for which a loading indicator is visible. */
function watchBusy() {
  window.waited = 0;
  let before = performance.now();
  const look = (now) => {
    const busy = [...document.querySelectorAll('[aria-busy="true"] > div, [role="progressbar"]')];
    if (busy.some((one) => one.checkVisibility({ visibilityProperty: true }))) window.waited += now - before;
    before = now;
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** Waits until the server responds and has its demo data. */
async function ready() {
  for (let attempts = 0; attempts < 240; attempts += 1) {
    const answer = await fetch(`${SITE}/api/liveRaces`).catch(() => undefined);
    const races = answer?.ok ? await answer.json() : [];
    if (races.some((race) => race.live)) return;
    await new Promise((done) => setTimeout(done, 500));
  }
  throw new Error('the server did not start');
}
