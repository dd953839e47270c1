import type { Page } from '@playwright/test';
import { expectFine } from './accessibility';
import { boxesOf, raceByApi, startAt, timeRace } from './races';
import { expect, type Splitline, test } from './server';

const RACE = 'Harbor Half';
const TIMEOUT_TEXT = 'Request timeout. Please check your connection and try again.';

/** Holds files back until the returned function is called. */
function held(page: Page, files: string): () => void {
  let letGo = () => {};
  const gone = new Promise<void>((done) => {
    letGo = done;
  });
  void page.route(files, (route) => gone.then(() => route.continue()));
  return letGo;
}

/** A race that started some minutes ago, with these runners. Returns the address of its live page, which no service worker loads. */
async function raceWith(page: Page, splitline: Splitline, runners: readonly string[], minutes = 10): Promise<string> {
  const gun = Date.now() - minutes * 60_000;
  await raceByApi(splitline, RACE, startAt(gun));
  timeRace(splitline, RACE, gun, runners);
  await page.context().route('**/sw.js', (route) => route.abort());
  return `${splitline.url}/liveRace?race=${encodeURIComponent(RACE)}`;
}

test('a script, a rules module or a screen that does not load within fifteen seconds is reported', async ({
  page,
  splitline,
}) => {
  await raceByApi(splitline, RACE);
  await page.context().route('**/sw.js', (route) => route.abort());

  // The rules module that every page needs.
  await page.route('**/page_bg*.wasm', () => {});
  await page.goto(`${splitline.url}/refundtransfer`);
  await expect(page.getByRole('heading', { name: 'This page is not here yet' })).toBeVisible({ timeout: 20_000 });
  await page.unroute('**/page_bg*.wasm');

  // The script of a page, after a navigation to it.
  await page.goto(`${splitline.url}/refundtransfer`);
  await page.route('**/assets/TermsPage-*.js', () => {});
  await page.getByRole('contentinfo').getByRole('link', { name: /Terms/ }).click();
  await expect(page.getByRole('heading', { name: 'This page is not here yet' })).toBeVisible({ timeout: 20_000 });
  await page.unroute('**/assets/TermsPage-*.js');

  // The app itself.
  await page.route('**/assets/app-*.js', () => {});
  await page.goto(`${splitline.url}/refundtransfer`, { waitUntil: 'commit' });
  await expect(page.getByText(TIMEOUT_TEXT)).toBeVisible({ timeout: 25_000 });
});

test('a page with a script that fails to load twice recovers by itself', async ({ page, splitline }) => {
  await raceByApi(splitline, RACE);
  await page.context().route('**/sw.js', (route) => route.abort());
  let lost = 0;
  await page.route('**/assets/RacePage-*.js', (route) => {
    lost += 1;
    return lost <= 2 ? route.abort('connectionreset') : route.continue();
  });
  await page.goto(`${splitline.url}/race/${encodeURIComponent(RACE)}`);
  await expect(page.getByRole('heading', { name: 'This page is not here yet' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(RACE, { timeout: 20_000 });
});

test('the first runners of a live page are there before the app, which keeps them and what is typed until its board answers', async ({
  page,
  splitline,
}) => {
  const address = await raceWith(page, splitline, ['Ada', 'Ben']);
  const rules = held(page, '**/page_bg*.wasm');
  const board = held(page, '**/board_bg*.wasm');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(address, { waitUntil: 'commit' });
  await expect(page.getByRole('link', { name: /^Ada/ })).toBeVisible();
  await expect(page.getByText('Last update:')).toBeVisible();
  await expectFine(page, { name: 'live-before-the-app', brief: true });
  const box = page.getByRole('searchbox', { name: 'Search by name or bib' });
  await box.fill('Ben');

  rules();
  await expect(page.getByRole('heading', { name: 'Active Participants' })).toBeVisible();
  await expect(box).toHaveValue('Ben');
  await expect(box).toBeFocused();
  const runners = page.getByRole('region', { name: 'Active Participants' });
  await expect(runners.getByRole('link', { name: /^Ada/ })).toBeVisible();
  await expectFine(page, { name: 'live-before-the-board', brief: true });

  board();
  await expect(runners.getByRole('link', { name: /^Ada/ })).toHaveCount(0);
  await expect(runners.getByRole('link', { name: /^Ben/ })).toBeVisible();
  await expect(page).toHaveURL(/q=Ben/);

  // It was typed once: a board that is opened later shows what its address says.
  await box.fill('');
  await expect(page).not.toHaveURL(/q=/);
  await page.getByRole('link', { name: 'Race page' }).click();
  await expect(page.getByRole('heading', { level: 1, name: RACE })).toBeVisible();
  await page.goBack();
  await expect(runners.getByRole('link', { name: /^Ada/ })).toBeVisible();
  await expect(box).toHaveValue('');
});

test('who reads the first runners with the keyboard stays at the same runner, and text is typed on in its middle', async ({
  page,
  splitline,
}) => {
  const address = await raceWith(page, splitline, ['Ada', 'Ben', 'Cleo']);
  let rules = held(page, '**/page_bg*.wasm');
  const board = held(page, '**/board_bg*.wasm');
  await page.goto(address, { waitUntil: 'commit' });
  const runners = page.getByRole('region', { name: 'Active Participants' });
  const second = page.getByRole('link', { name: /^(Ada|Ben|Cleo)/ }).nth(1);
  const name = ((await second.textContent()) ?? '').split(' ')[0];
  await second.focus();
  rules();
  await expect(runners.getByRole('link', { name: `${name}` })).toBeFocused();
  await expect(runners.getByText('Loading')).toHaveCount(0);
  board();
  await expect(runners.getByRole('listitem')).toHaveCount(3);
  await expect(runners.getByRole('link', { name: `${name}` })).toBeFocused();

  await page.unroute('**/page_bg*.wasm');
  rules = held(page, '**/page_bg*.wasm');
  // Without a race the page is that of the live one.
  await page.goto(`${splitline.url}/liveRace`, { waitUntil: 'commit' });
  const box = page.getByRole('searchbox', { name: 'Search by name or bib' });
  await box.pressSequentially('Bn');
  await page.keyboard.press('ArrowLeft');
  rules();
  await expect(page.getByRole('combobox', { name: 'Distance' })).toBeVisible();
  await expect(box).toBeFocused();
  await page.keyboard.type('e');
  await expect(box).toHaveValue('Ben');
});

test('when the board cannot be loaded the first runners stay, the page says what is wrong, and it is loaded as soon as it can be', async ({
  page,
  splitline,
}) => {
  const address = await raceWith(page, splitline, ['Ada', 'Ben']);
  await page.route('**/board_bg*.wasm', (route) => route.abort('connectionreset'));
  await page.goto(address);
  const runners = page.getByRole('region', { name: 'Active Participants' });
  const again = page.getByRole('button', { name: /again|Retry/ });
  await expect(again).toBeVisible({ timeout: 30_000 });
  await expect(runners.getByRole('link', { name: /^Ada/ })).toBeVisible();
  // Nothing is loaded that another search would wait for.
  const box = page.getByRole('searchbox', { name: 'Search by name or bib' });
  await box.fill('Ben');
  await expect(runners.getByRole('button', { name: 'Try again' })).toBeVisible();
  await expect(runners.getByText('Loading')).toHaveCount(0);
  await box.fill('');
  await page.unroute('**/board_bg*.wasm');
  await expect(again).toHaveCount(0, { timeout: 30_000 });
  await page.getByRole('searchbox', { name: 'Search by name or bib' }).fill('Ben');
  await expect(runners.getByRole('link', { name: /^Ada/ })).toHaveCount(0);
  await expect(runners.getByRole('link', { name: /^Ben/ })).toBeVisible();
});

test('who has scrolled through the first runners stays at the same runner when the app and when the board takes over', async ({
  page,
  splitline,
}) => {
  const names = Array.from({ length: 40 }, (_, i) => `Runner${String.fromCharCode(65 + (i % 26))}${i}`);
  const address = await raceWith(page, splitline, names);
  const rules = held(page, '**/page_bg*.wasm');
  const board = held(page, '**/board_bg*.wasm');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(address, { waitUntil: 'commit' });
  await expect(page.getByRole('link', { name: /^Runner/ })).toHaveCount(10);
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  // Who is in the middle of the screen.
  const name = await page.evaluate(
    () => document.elementFromPoint(195, 422)?.closest('tr')?.querySelector('a')?.textContent,
  );
  const top = async () => (await page.getByRole('link', { name: new RegExp(`^${name}\\b`) }).boundingBox())?.y ?? -1;
  const before = await top();
  expect(before).toBeGreaterThan(64);
  rules();
  await expect(page.getByRole('heading', { name: 'Active Participants' })).toBeAttached();
  await expect.poll(async () => Math.abs((await top()) - before)).toBeLessThan(3);
  board();
  await expect(page.getByRole('region', { name: 'Active Participants' }).getByRole('listitem').first()).toBeAttached();
  await expect(page.getByRole('link', { name: new RegExp(`^${name}\\b`) })).toBeInViewport();
});

test('on a desktop with both lists, who reads or has the focus in one of them stays there when the app and when the board takes over', async ({
  page,
  splitline,
}) => {
  const names = Array.from({ length: 30 }, (_, i) => `Runner${String.fromCharCode(65 + (i % 26))}${i}`);
  const address = await raceWith(page, splitline, names, 40);
  const read = (at: number, minutesAgo: number) => ({
    mat: 'LINE',
    bib: `${101 + at}`,
    at: Date.now() - minutesAgo * 60_000,
  });
  // Every other one has finished.
  const finished = names.flatMap((_, at) => (at % 2 === 0 ? [read(at, 9 - at / 10)] : []));
  await boxesOf(splitline, RACE).send([...names.map((_, at) => read(at, 39)), ...finished]);
  await page.setViewportSize({ width: 1440, height: 900 });
  for (const focused of [undefined, 3, 16]) {
    await page.unrouteAll();
    await page.context().route('**/sw.js', (route) => route.abort());
    const rules = held(page, '**/page_bg*.wasm');
    const board = held(page, '**/board_bg*.wasm');
    await page.goto(address, { waitUntil: 'commit' });
    const rows = page.getByRole('link', { name: /^Runner/ });
    await expect(rows).toHaveCount(20);
    const name = (await rows.nth(focused ?? 15).textContent())?.split(' ')[0];
    const row = page.getByRole('link', { name: new RegExp(`^${name}\\b`) });
    await row.evaluate((link) => link.closest('tr')?.scrollIntoView({ block: 'center' }));
    if (focused !== undefined) await row.evaluate((link) => (link as HTMLElement).focus({ preventScroll: true }));
    const top = async () => (await row.boundingBox())?.y ?? -1;
    const before = await top();
    rules();
    await expect(page.getByRole('heading', { name: 'Active Participants' })).toBeAttached();
    await expect.poll(async () => Math.abs((await top()) - before)).toBeLessThan(30);
    board();
    await expect(page.getByRole('region', { name: 'Finished Participants' }).getByRole('listitem')).not.toHaveCount(0);
    await expect(row).toBeInViewport();
    if (focused !== undefined) await expect(row).toBeFocused();
  }
});

test('a page that is gone back or forward to starts at its top, and the first one after a reload where it was', async ({
  page,
  splitline,
}) => {
  await raceByApi(splitline, RACE);
  const scrollY = () => page.evaluate(() => Math.round(window.scrollY));
  await page.goto(`${splitline.url}/termsandconditions`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.evaluate(() => window.scrollTo(0, 500));
  await page
    .getByRole('contentinfo')
    .getByRole('link', { name: /Privacy/ })
    .click();
  await expect(page).toHaveURL(/privacypolicy/);
  expect(await scrollY()).toBe(0);
  await page.evaluate(() => window.scrollTo(0, 400));
  await page.goBack();
  await expect(page).toHaveURL(/termsandconditions/);
  await page.waitForTimeout(500);
  expect(await scrollY()).toBe(0);
  await page.evaluate(() => window.scrollTo(0, 300));
  await page.goForward();
  await expect(page).toHaveURL(/privacypolicy/);
  await page.waitForTimeout(500);
  expect(await scrollY()).toBe(0);
  await page.evaluate(() => window.scrollTo(0, 350));
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect.poll(scrollY).toBe(350);
});

test('a reload keeps the place of a page whose first text is short, unless its visitor scrolls meanwhile', async ({
  page,
  splitline,
}) => {
  await raceByApi(splitline, RACE);
  await page.context().route('**/sw.js', (route) => route.abort());
  await page.setViewportSize({ width: 390, height: 700 });
  const scrollY = () => page.evaluate(() => Math.round(window.scrollY));
  const heading = page.getByRole('heading', { level: 1 });
  const footer = page.getByRole('contentinfo');
  for (const path of [`/race/${encodeURIComponent(RACE)}`, '/tickets', `/RaceDaySearch/${encodeURIComponent(RACE)}`]) {
    await page.goto(`${splitline.url}${path}`);
    await expect(heading).toBeVisible();
    await expect(footer).toBeAttached();
    const top = await page.evaluate(() => {
      const lowest = document.documentElement.scrollHeight - window.innerHeight;
      window.scrollTo(0, lowest - 40);
      return lowest - 40;
    });
    expect(top, path).toBeGreaterThan(0);
    await page.reload();
    await expect(footer).toBeAttached();
    await expect.poll(scrollY, path).toBe(top);
    // It stays there.
    await page.waitForTimeout(500);
    expect(await scrollY(), path).toBe(top);
  }

  await page.goto(`${splitline.url}/race/${encodeURIComponent(RACE)}`);
  await expect(footer).toBeAttached();
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  const rules = held(page, '**/page_bg*.wasm');
  await page.reload({ waitUntil: 'commit' });
  await expect(heading).toBeVisible();
  await expect(page.locator('html[data-started]')).toBeAttached();
  await page.waitForTimeout(1000);
  await page.mouse.move(195, 400);
  await page.mouse.wheel(0, -5000);
  await expect.poll(scrollY).toBe(0);
  rules();
  await expect(footer).toBeAttached();
  await page.waitForTimeout(1000);
  expect(await scrollY()).toBe(0);
});

test('without scripts a live page can be searched, and each runner has a page', async ({ browser, splitline }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(await raceWith(page, splitline, ['Ada', 'Ben']));
  await page.getByRole('searchbox', { name: 'Search by name or bib' }).fill('ben');
  await page.keyboard.press('Enter');
  const found = page.getByRole('rowheader');
  await expect(found).toHaveCount(1);
  await found.getByRole('link', { name: /^Ben/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Ben');
  await page.getByRole('link', { name: 'Back to the search' }).click();
  await expect(found).toHaveCount(1);
  await page.goBack();
  await page.getByRole('link', { name: `All runners of ${RACE}` }).click();
  await expect(found).toHaveCount(2);
});
