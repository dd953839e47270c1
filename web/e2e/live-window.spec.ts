import type { Page } from '@playwright/test';
import { violationsOf, waitUntilLoaded } from './accessibility';
import { boxesOf, raceByApi, startAt, timeRace } from './races';
import { withoutBanner } from './runners';
import { expect, type Splitline, test } from './server';

const RACE = 'Harbor 10K';
const HOUR = 3_600_000;
const racePage = `/race/${encodeURIComponent(RACE)}`;

const open = (page: Page, splitline: Splitline, path: string) => page.goto(`${splitline.url}${path}`);
const register = (page: Page) => page.getByRole('link', { name: new RegExp(`Register for ${RACE}`) });

test('once a race has started, lists lead to its board instead of its registration, and the board leads back', async ({
  page,
  splitline,
}) => {
  const gun = Date.now() - 10 * 60_000;
  await raceByApi(splitline, RACE, startAt(gun));
  await raceByApi(splitline, 'Next Year Half');
  timeRace(splitline, RACE, gun, ['Ada', 'Ben']);
  const follow: Record<string, RegExp | undefined> = {
    '/home': new RegExp(`Live ${RACE} Follow runners`),
    '/races': new RegExp(`Follow runners of ${RACE}`),
    '/races?view=bibs': new RegExp(`Follow runners of ${RACE}`),
    // The league's page lists only coming races.
    '/raceleague': undefined,
  };
  for (const [path, name] of Object.entries(follow)) {
    await open(page, splitline, path);
    await expect(page.getByRole('link', { name: /Register for Next Year Half/ }).first(), path).toBeVisible();
    if (name) await expect(page.getByRole('link', { name }).first(), path).toBeVisible();
    await expect(register(page), path).toHaveCount(0);
  }
  await open(page, splitline, '/races?open=1');
  await expect(page.getByRole('link', { name: /Register for Next Year Half/ })).toBeVisible();
  await expect(page.getByText(RACE)).toHaveCount(0);

  await open(page, splitline, racePage);
  const notice = page.getByRole('complementary', { name: 'Live now' });
  await expect(notice).toContainText('This race has started');
  // The Register button, which the spec requires, is next to the notice.
  await expect(register(page).first()).toBeVisible();
  await notice.getByRole('link', { name: 'Follow runners' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(RACE);
  await page.getByRole('link', { name: 'Race page' }).click();
  await expect(notice).toBeVisible();
  await page.setViewportSize({ width: 390, height: 700 });
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight / 2));
  await expect(page.locator('.fixed').getByRole('link', { name: 'Follow runners' })).toBeVisible();
  await expect(page.locator('.fixed').getByRole('link', { name: /Register/ })).toHaveCount(0);
});

test('a race is over once its live window has closed, and a canceled race is never live', async ({
  page,
  splitline,
}) => {
  await raceByApi(splitline, RACE, startAt(Date.now() - 7 * HOUR));
  await raceByApi(splitline, 'Called Off 10K', { ...startAt(Date.now() - 10 * 60_000), isCanceled: 'True' });
  await open(page, splitline, racePage);
  await expect(page.getByRole('complementary', { name: 'This race is over' })).toBeVisible();
  await open(page, splitline, '/home');
  await expect(page.getByRole('heading', { name: 'Past races' })).toBeVisible();
  await expect(page.getByText('Live', { exact: true })).toHaveCount(0);
  await expect(register(page)).toHaveCount(0);
});

test.describe('a visitor in Tokyo', () => {
  test.use({ timezoneId: 'Asia/Tokyo' });
  test('sees once in which time zone the times are', async ({ page, splitline }) => {
    const gun = Date.now() - 10 * 60_000;
    await raceByApi(splitline, RACE, startAt(gun));
    timeRace(splitline, RACE, gun, ['Ada']);
    for (const path of ['/home', '/races', racePage, `/liveRace?race=${encodeURIComponent(RACE)}`]) {
      await open(page, splitline, path);
      await expect(page.getByText(/^Times are Eastern Time/), path).toHaveCount(1);
    }
  });
});

test.describe('a visitor in New York', () => {
  test.use({ timezoneId: 'America/New_York' });
  test('sees no note about time zones', async ({ page, splitline }) => {
    await raceByApi(splitline, RACE);
    await open(page, splitline, racePage);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(RACE);
    await expect(page.getByText(/^Times are/)).toHaveCount(0);
  });
});

test('Back first closes the map or an enlarged picture, then leaves the page', async ({ page, splitline }) => {
  const gun = Date.now() - 10 * 60_000;
  await raceByApi(splitline, RACE, startAt(gun));
  timeRace(splitline, RACE, gun, ['Ada']);
  await open(page, splitline, racePage);
  await page.getByRole('button', { name: /^Enlarge .*picture 1/ }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(new RegExp(`${racePage}$`));

  const live = `/liveRace?race=${encodeURIComponent(RACE)}`;
  await open(page, splitline, live);
  await page.getByRole('button', { name: 'Live Map' }).click();
  await expect(page.getByRole('dialog', { name: 'Live Map' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(RACE);
  // Closed by its button, it leaves no history entry: the next Back leaves the page.
  await page.getByRole('button', { name: 'Live Map' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL(new RegExp(`${racePage}$`));

  await open(page, splitline, '/refundtransfer');
  await page.getByRole('button', { name: /Enlarge the picture of step 1: Open your profile, then/ }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(/refundtransfer$/);
});

test('a closed picture leaves nothing in the history: neither Forward after Back nor a reload stops at an entry of it', async ({
  page,
  splitline,
}) => {
  await raceByApi(splitline, RACE);
  const enlarge = page.getByRole('button', { name: /^Enlarge .*picture 1/ });
  const dialog = page.getByRole('dialog');
  const isPassed = () => expect.poll(() => page.evaluate(() => history.state?.open ?? 'none')).toBe('none');
  await open(page, splitline, '/home');
  await open(page, splitline, racePage);
  await enlarge.click();
  await expect(dialog).toBeVisible();
  await page.goBack();
  await expect(dialog).toHaveCount(0);
  await page.evaluate(() => history.forward());
  await page.waitForTimeout(300);
  await isPassed();
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(new RegExp(`${racePage}$`));
  await page.goBack();
  await expect(page).toHaveURL(/home$/);

  await open(page, splitline, racePage);
  await enlarge.click();
  await expect(dialog).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(RACE);
  await isPassed();
  await expect(dialog).toHaveCount(0);
  // It opens and closes as before.
  await enlarge.click();
  await expect(dialog).toBeVisible();
  await page.goBack();
  await expect(dialog).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL(/home$/);

  // With another site beyond it, it is passed in both directions.
  await open(page, splitline, racePage);
  await enlarge.click();
  await expect(dialog).toBeVisible();
  await open(page, splitline, '/termsandconditions');
  await page.goBack();
  await expect(page).toHaveURL(new RegExp(`${racePage}$`));
  await expect(page.getByRole('heading', { level: 1 })).toContainText(RACE);
  await isPassed();
  await page.evaluate(() => history.forward());
  await expect(page).toHaveURL(/termsandconditions$/);
});

test('the live page stays where it is when it is reloaded, and when the details of a runner are closed who finishes meanwhile', async ({
  page,
  splitline,
}) => {
  const gun = Date.now() - 40 * 60_000;
  await raceByApi(splitline, RACE, startAt(gun));
  const names = Array.from({ length: 30 }, (_, at) => `Runner${at}`);
  timeRace(splitline, RACE, gun, names);
  const { send } = boxesOf(splitline, RACE);
  await send(names.map((_, at) => ({ mat: 'LINE', bib: `${101 + at}`, at: gun + 1000 * at })));
  await send(names.slice(0, 15).map((_, at) => ({ mat: 'LINE', bib: `${101 + at}`, at: gun + 1_900_000 + 1000 * at })));
  await withoutBanner(page.context());
  const active = page.getByRole('region', { name: 'Active Participants' });
  const finished = page.getByRole('region', { name: 'Finished Participants' });
  const scrollY = () => page.evaluate(() => Math.round(window.scrollY));
  await page.setViewportSize({ width: 390, height: 700 });
  await open(page, splitline, `/liveRace?race=${encodeURIComponent(RACE)}`);
  await expect(finished.locator('[data-row="0"]')).toBeAttached();
  await finished.evaluate((list) => list.scrollIntoView({ block: 'start' }));
  const before = await scrollY();
  expect(before).toBeGreaterThan(500);
  await page.reload();
  await expect(finished.locator('[data-row="0"]')).toBeInViewport();
  await expect.poll(scrollY).toBe(before);

  for (const leave of [() => page.goBack(), () => page.keyboard.press('Escape')]) {
    const row = active.locator('[data-row="2"]');
    await active.locator('[data-row="0"]').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect(row).toBeFocused();
    const top = await scrollY();
    expect(top).toBeGreaterThan(0);
    const bib = (await row.getAttribute('data-bib')) ?? '';
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await expect(dialog).toBeVisible();
    await send([{ mat: 'LINE', bib, at: Date.now() - 1000 }]);
    // Below a dialog the lists have no roles. At the finish the runner is below what is rendered.
    await expect(page.locator(`[data-row][data-bib="${bib}"]`)).toHaveCount(0);
    await leave();
    await expect(dialog).toHaveCount(0);
    await expect(row).toBeFocused();
    expect(await scrollY()).toBe(top);
  }
});

test('the runner who has the focus is not under the banner about cookies on a small phone', async ({
  page,
  splitline,
}) => {
  const gun = Date.now() - 10 * 60_000;
  await raceByApi(splitline, RACE, startAt(gun));
  timeRace(
    splitline,
    RACE,
    gun,
    Array.from({ length: 12 }, (_, at) => `Runner${at}`),
  );
  await page.setViewportSize({ width: 320, height: 640 });
  await open(page, splitline, `/liveRace?race=${encodeURIComponent(RACE)}`);
  const banner = page.getByRole('region', { name: 'Cookies' });
  await expect(banner).toBeVisible();
  const list = page.getByRole('region', { name: 'Active Participants' });
  await expect(list.locator('[data-row="0"]')).toBeVisible();
  // From the control before the list with Tab, then with the arrow keys.
  await page.getByRole('searchbox', { name: 'Search by name or bib' }).focus();
  const first = list.locator('[data-row="0"]');
  for (let tries = 0; tries < 40 && !(await first.evaluate((row) => row === document.activeElement)); tries += 1)
    await page.keyboard.press('Tab');
  for (const index of [0, 1, 2, 3, 4, 5]) {
    if (index > 0) await page.keyboard.press('ArrowDown');
    const row = list.locator(`[data-row="${index}"]`);
    await expect(row).toBeFocused();
    const free = async () => {
      const [box, cover] = await Promise.all([row.locator('xpath=ancestor::li').boundingBox(), banner.boundingBox()]);
      return box && cover ? Math.round(cover.y - box.y - box.height) : -1;
    };
    await expect.poll(free, `row ${index}`).toBeGreaterThanOrEqual(0);
  }
});

test('who is at a runner who finishes stays at the same place of the list', async ({ page, splitline }) => {
  const gun = Date.now() - 40 * 60_000;
  await raceByApi(splitline, RACE, startAt(gun));
  timeRace(splitline, RACE, gun, ['Ada', 'Ben', 'Cleo']);
  const { send } = boxesOf(splitline, RACE);
  await send(['101', '102', '103'].map((bib) => ({ mat: 'LINE', bib, at: gun + 10_000 })));
  await open(page, splitline, `/liveRace?race=${encodeURIComponent(RACE)}`);
  const active = page.getByRole('region', { name: 'Active Participants' });
  const finished = page.getByRole('region', { name: 'Finished Participants' });
  const second = active.locator('[data-row="1"]');
  await active.locator('[data-row="0"]').focus();
  await page.keyboard.press('ArrowDown');
  await expect(second).toBeFocused();
  const bib = (await second.getAttribute('data-bib')) ?? '';
  await send([{ mat: 'LINE', bib, at: Date.now() - 1000 }]);
  await expect(finished.locator(`[data-bib="${bib}"]`)).toBeVisible();
  await expect(active.locator(`[data-bib="${bib}"]`)).toHaveCount(0);
  await expect(second).toBeFocused();
});

test('the number of runners that a search found is announced to screen readers', async ({ page, splitline }) => {
  const gun = Date.now() - 10 * 60_000;
  await raceByApi(splitline, RACE, startAt(gun));
  timeRace(splitline, RACE, gun, ['Ada', 'Adam', 'Ben']);
  await open(page, splitline, `/liveRace?race=${encodeURIComponent(RACE)}`);
  await page.getByRole('searchbox', { name: 'Search by name or bib' }).fill('ada');
  await expect(page.getByRole('status').filter({ hasText: '2 runners found: 2 active, 0 finished' })).toHaveCount(1);
  await page.getByRole('searchbox', { name: 'Search by name or bib' }).fill('nobody');
  await expect(page.getByRole('status').filter({ hasText: 'No runners found' })).toHaveCount(1);
});

test('accessible names contain the visible text, on the home page and in the transfer steps', async ({
  page,
  splitline,
}) => {
  await raceByApi(splitline, RACE);
  for (const path of ['/', '/refundtransfer']) {
    await open(page, splitline, path);
    await waitUntilLoaded(page);
    const violations = await violationsOf(page, { rules: ['label-content-name-mismatch'] });
    expect(violations.flatMap((one) => one.nodes.map((node) => node.html))).toEqual([]);
  }
});
