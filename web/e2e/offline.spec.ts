import type { BrowserContext, Page } from '@playwright/test';
import { logInByApi, raceByApi, startAt, tenK, timeRace } from './races';
import { ADMIN, expect, test } from './server';

const RACE = 'Harbor Half';
const path = `/race/${encodeURIComponent(RACE)}`;

/** Waits until the service worker controls the page. */
async function controlled(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready);
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state), { timeout: 30_000 })
    .toBe('activated');
}

/** Waits until the service worker controls the page and has cached its responses; returns the cached paths. */
async function cachedPaths(page: Page): Promise<string[]> {
  await controlled(page);
  await expect
    .poll(() => page.evaluate(async () => (await (await caches.open('races')).keys()).length), { timeout: 30_000 })
    .toBeGreaterThan(2);
  return page.evaluate(async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map((request) => new URL(request.url).pathname);
  });
}

test('a race that was visited once opens offline, with a message that the visitor is offline', async ({
  page,
  context,
  splitline,
}) => {
  await raceByApi(splitline, RACE);
  await page.goto(`${splitline.url}${path}`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(RACE);
  await cachedPaths(page);

  await context.setOffline(true);
  await expect(page.getByText('You are offline.')).toBeVisible();
  // The server is stopped as well, so that no response can be from it.
  await splitline.kill();

  await page.goto(`${splitline.url}${path}`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(RACE);
  await expect(page.getByText('You are offline.')).toBeVisible();
  await page.goto(`${splitline.url}/races`);
  await expect(page.getByText(RACE).first()).toBeVisible();
  // The page of a race that was never opened shows the message of the error catalogue.
  await page.goto(`${splitline.url}/race/Elsewhere`);
  await expect(page.getByText('Network error. Please check your internet connection and try again.')).toBeVisible();

  await splitline.serve();
  await context.setOffline(false);
  await expect(page.getByText('You are offline.')).toBeHidden();
});

test('the copy of a board has another name at once, and there is none of a race that was hidden since', async ({
  page,
  context,
  splitline,
}) => {
  const gun = Date.now() - 10 * 60_000;
  await raceByApi(splitline, RACE, startAt(gun));
  timeRace(splitline, RACE, gun, ['Ada', 'Ben']);
  await page.goto(`${splitline.url}/liveRace`);
  await expect(page.getByText('Ada Runner')).toBeVisible();
  await controlled(page);
  const copies = () => page.evaluate(async () => (await (await caches.open('boards')).keys()).length);
  await expect.poll(copies, { timeout: 30_000 }).toBe(1);
  await logInByApi(context, splitline);
  const put = async (call: string, data: unknown) => {
    const answer = await context.request.put(`${splitline.url}/api/${call}`, {
      data,
      headers: { Origin: splitline.url },
    });
    expect(answer.status(), await answer.text()).toBe(200);
  };
  await put(`timing/${encodeURIComponent(RACE)}/entrants`, [
    { bib: '101', firstname: 'Zoe', lastname: 'Other', contest: '10K' },
  ]);
  await expect(page.getByText('Zoe Other')).toBeVisible();
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByText('Zoe Other')).toBeVisible();
  await expect(page.getByText('Ada Runner')).toHaveCount(0);

  await context.setOffline(false);
  await expect(page.getByText('Live', { exact: true })).toBeVisible({ timeout: 30_000 });
  // Without the administrator's session the page belongs to a visitor, who does not see the race.
  await put('pageVisibility', { RaceName: RACE, isHidden: 'True' });
  await context.clearCookies();
  await expect.poll(copies, { timeout: 30_000 }).toBe(0);
});

test('the last board that was opened opens offline with its age, and updates again once online', async ({
  page,
  context,
  splitline,
}) => {
  const gun = Date.now() - 10 * 60_000;
  await raceByApi(splitline, RACE, startAt(gun));
  timeRace(splitline, RACE, gun, ['Ada', 'Ben']);
  await page.goto(`${splitline.url}/liveRace`);
  await expect(page.getByText('Ada Runner')).toBeVisible();
  await cachedPaths(page);
  await expect
    .poll(() => page.evaluate(async () => (await (await caches.open('boards')).keys()).length), { timeout: 30_000 })
    .toBe(1);

  await context.setOffline(true);
  await splitline.kill();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(RACE);
  await expect(page.getByText('Ada Runner')).toBeVisible();
  await expect(page.getByText('Offline', { exact: true })).toBeVisible();
  await expect(page.getByText(/^Last updated/)).toBeVisible();
  // The filters are part of the cached board.
  await expect(page.getByText('Failed to load filters')).toHaveCount(0);

  await splitline.serve();
  timeRace(splitline, RACE, gun, ['Ada', 'Ben', 'Cleo']);
  await context.setOffline(false);
  await expect(page.getByText('Cleo Runner')).toBeVisible({ timeout: 10_000 });
  await expect(page.getByText('Offline', { exact: true })).toHaveCount(0);
});

test('a timing desk that was used once opens offline: a start and an entry at the line are kept and sent', async ({
  page,
  context,
  splitline,
}) => {
  await raceByApi(splitline, RACE, startAt(Date.now()));
  await logInByApi(context, splitline);
  const setup = JSON.parse(tenK(new Date().toISOString()));
  setup.contests[0].gun = null;
  const desk = `${splitline.url}/api/timing/${encodeURIComponent(RACE)}`;
  expect((await context.request.put(`${desk}/setup`, { data: setup, headers: { Origin: splitline.url } })).ok()).toBe(
    true,
  );
  await page.goto(`${splitline.url}/Timing?race=${encodeURIComponent(RACE)}`);
  await expect(page.getByRole('button', { name: /^Fire now/ })).toBeVisible();
  await controlled(page);
  await expect
    .poll(() => page.evaluate(async () => (await (await caches.open('screens')).keys()).map((one) => one.url).join()))
    .toMatch(/TimingPage-.*desk_bg-|desk_bg-.*TimingPage-/);

  await context.setOffline(true);
  await splitline.kill();
  await page.reload();
  await expect(page.getByText(/is kept on this device, and sent as soon as/)).toBeVisible();
  const pressed = Date.now();
  await page.getByRole('button', { name: /^Fire now/ }).click();
  const line = page.getByRole('textbox', { name: 'Bib at the line' });
  await line.fill('101');
  await line.press('Enter');
  await expect(page.getByText('Kept on this device, not sent yet', { exact: true })).toBeVisible();

  await splitline.serve();
  await context.setOffline(false);
  await expect(page.getByText('Sent. This gun counts.', { exact: true })).toBeVisible();
  await expect(page.getByText('Sent', { exact: true })).toBeVisible();
  const gun = Date.parse((await (await context.request.get(desk)).json()).setup.contests[0].gun);
  expect(Math.abs(gun - pressed)).toBeLessThan(3000);
});

test('a page that failed offline recovers within five seconds of being online', async ({
  page,
  context,
  splitline,
}) => {
  await raceByApi(splitline, RACE);
  await raceByApi(splitline, 'Coastal Lost 5K');
  // As in a browser without an HTTP cache.
  await context.route('**/sw.js', (route) => route.abort());
  await page.goto(`${splitline.url}/races`);
  // Waits until the app has replaced the server's page, whose links would load a new document.
  await expect(page.getByLabel('State')).toBeVisible();
  const raceLink = (name: string) =>
    page
      .getByRole('main')
      .getByRole('link', { name: new RegExp(`^${name}`) })
      .first();
  // Opening another race loads all scripts of the page, but not the data of this race.
  await raceLink('Coastal Lost 5K').click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Coastal Lost 5K');
  await page.goBack();
  const link = raceLink(RACE);
  await expect(link).toBeVisible();
  await splitline.kill();
  // The browser reports that it is online: only the server is unreachable.
  await link.click();
  await expect(page.getByRole('heading', { name: 'Unable to Load Race' })).toBeVisible();
  await expect(page.getByText('Network error. Please check your internet connection and try again.')).toBeVisible();
  await expect(page.getByText('Did not start')).toHaveCount(0);
  await expect(page.getByText('0000')).toHaveCount(0);
  await splitline.serve();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(RACE, { timeout: 5000 });
});

test('a page whose screen failed to load offline loads once online', async ({ page, context, splitline }) => {
  await context.route('**/sw.js', (route) => route.abort());
  await page.goto(`${splitline.url}/refundtransfer`);
  const link = page.getByRole('contentinfo').getByRole('link', { name: /Terms/ });
  await expect(link).toBeVisible();
  await splitline.kill();
  await link.click();
  await expect(page.getByRole('heading', { name: 'This page is not here yet' })).toBeVisible();
  await splitline.serve();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Terms', { timeout: 10_000 });
});

test('a failing server and an unknown race are not reported as offline', async ({ page, splitline }) => {
  await page.goto(`${splitline.url}/liveRace?race=Nobody`);
  await expect(page.getByText(/^Race not found/)).toBeVisible();
  await expect(page.getByText('Offline', { exact: true })).toHaveCount(0);
  await page.route('**/api/live/**', (route) =>
    route.fulfill({ status: 503, json: { code: 'busy', message: 'Busy.' } }),
  );
  await page.goto(`${splitline.url}/liveRace?race=Busy`);
  await expect(page.getByText('Failed to fetch live data. Please try again later.')).toBeVisible();
  await expect(page.getByText('Not updating', { exact: true })).toBeVisible();
  await expect(page.getByText('Offline', { exact: true })).toHaveCount(0);
});

/** Delays the service worker's script until `release` is called; `requested` resolves when a page first requests it. */
async function delayWorkerScript(context: BrowserContext) {
  let release = () => {};
  const released = new Promise<void>((done) => {
    release = done;
  });
  await context.route('**/sw.js', (route) => released.then(() => route.continue()));
  const requested = context.waitForEvent('request', (request) => request.url().endsWith('/sw.js'));
  return { release, requested };
}

test('a page opened before the service worker was active is cached for offline use as well', async ({
  page,
  context,
  splitline,
}) => {
  await raceByApi(splitline, RACE);
  const { release, requested } = await delayWorkerScript(context);
  await page.goto(`${splitline.url}/refundtransfer`);
  await requested;
  // The race is opened before the service worker is active, and its requests end only after that.
  await page.addInitScript(() => {
    globalThis.requestIdleCallback = (run) => {
      const rest = () => run({ didTimeout: false, timeRemaining: () => 10 });
      if (navigator.serviceWorker.controller) rest();
      else navigator.serviceWorker.addEventListener('controllerchange', rest, { once: true });
      return 0;
    };
  });
  await page.goto(`${splitline.url}${path}`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(RACE);
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
  release();
  await cachedPaths(page);
});

test('the calendar is cached for offline use although the service worker became active with no page open', async ({
  page,
  context,
  splitline,
}) => {
  await raceByApi(splitline, RACE);
  const { release, requested } = await delayWorkerScript(context);
  const first = await context.newPage();
  await first.goto(`${splitline.url}/refundtransfer`);
  await requested;
  await first.close();
  release();
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
  await expect
    .poll(() => worker.evaluate(() => (globalThis as unknown as ServiceWorkerGlobalScope).registration.active?.state))
    .toBe('activated');
  await page.goto(`${splitline.url}${path}`);
  expect(await cachedPaths(page)).toContain('/api/getRaceCards');
});

test('a race whose name looks like a file name has a page like any other', async ({ page, context, splitline }) => {
  const name = 'Harbor 21.1km';
  await raceByApi(splitline, name);
  await page.goto(`${splitline.url}/race/${encodeURIComponent(name)}`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name);
  await cachedPaths(page);
  await context.setOffline(true);
  await splitline.kill();
  await page.goto(`${splitline.url}/race/${encodeURIComponent(name)}`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name);
});

test('the service worker caches nothing that needs a login, and answers no API request with a page', async ({
  page,
  splitline,
}) => {
  await raceByApi(splitline, RACE);
  await page.goto(`${splitline.url}/login`);
  await page.getByLabel('Username or e-mail').fill(ADMIN.email);
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page.getByRole('button', { name: /^Account of/ })).toBeVisible();
  await page.goto(`${splitline.url}${path}`);
  await cachedPaths(page);
  await page.goto(`${splitline.url}/Timing?race=${encodeURIComponent(RACE)}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

  const cached = (await cachedPaths(page)).filter((one) => one.startsWith('/api'));
  const allowed = /^\/api\/(race|race-media)\/[^/]+$|^\/api\/getRace(Cards|Dates)$/;
  expect(cached.filter((one) => !allowed.test(one))).toEqual([]);

  // A navigation to an API address is sent to the server, too.
  const answer = await page.goto(`${splitline.url}/api/health`);
  expect(await answer?.text()).toBe('ok');
});

test('the site can be installed: the manifest and its icons load', async ({ page, splitline }) => {
  await page.goto(splitline.url);
  const href = await page.locator('link[rel="manifest"]').getAttribute('href');
  const manifest = await (await page.request.get(`${splitline.url}${href}`)).json();
  expect(manifest).toMatchObject({ start_url: '/home', display: 'standalone' });
  for (const icon of [...manifest.icons, { src: '/icons/apple-180.png', type: 'image/png' }]) {
    const answer = await page.request.get(`${splitline.url}${icon.src}`);
    expect(answer.status()).toBe(200);
    expect(answer.headers()['content-type']).toContain(icon.type);
  }
});
