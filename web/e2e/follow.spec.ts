import type { Page } from '@playwright/test';
import { expectAccessible } from './accessibility';
import { boxesOf, raceByApi, startAt, timeRace } from './races';
import { expect, type Splitline, test } from './server';

const RACE = 'Harbor 10K';
const MINUTE = 60_000;

const live = (splitline: Splitline) => `${splitline.url}/liveRace?race=${encodeURIComponent(RACE)}`;
const strip = (page: Page) => page.getByRole('region', { name: 'Followed' });

/** A race whose gun was fired half an hour ago, and a function that sends reads of its runners, by minutes ago. */
async function followable(splitline: Splitline) {
  const gun = Date.now() - 30 * MINUTE;
  await raceByApi(splitline, RACE, startAt(gun));
  timeRace(splitline, RACE, gun, ['Ada', 'Ben', 'Cleo']);
  const { send } = boxesOf(splitline, RACE);
  const passed = (mat: string, bib: string, minutesAgo: number) =>
    send([{ mat, bib, at: Date.now() - minutesAgo * MINUTE }]);
  for (const bib of ['101', '102', '103']) await passed('LINE', bib, 29);
  return passed;
}

const follow = (page: Page, name: string) => page.getByRole('button', { name: `Follow ${name}` }).first();

test('followed runners stay after a reload and offline, and a passing is told once', async ({
  page,
  context,
  splitline,
}) => {
  const passed = await followable(splitline);
  await page.goto(live(splitline));
  await follow(page, 'Ada Runner').click();
  await expect(strip(page)).toContainText('Ada Runner');
  await expect(strip(page)).toContainText('Start');
  await expectAccessible(page);

  await passed('5K', '101', 1);
  const told = page.getByRole('status').filter({ hasText: /Ada Runner passed 5 km at .*, 28:\d\d \(/ });
  await expect(told).toBeVisible({ timeout: 15_000 });
  await expect(strip(page)).toContainText('5 km');
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await expect(strip(page)).toContainText('5 km');
  await page.waitForTimeout(6_000);
  await expect(told).toHaveCount(0);

  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated');
  await expect
    .poll(() => page.evaluate(async () => (await (await caches.open('boards')).keys()).length), { timeout: 30_000 })
    .toBe(1);
  await context.setOffline(true);
  await splitline.kill();
  await page.reload();
  await expect(strip(page)).toContainText('Ada Runner', { timeout: 30_000 });
  await expect(strip(page)).toContainText('5 km');
});

test('a shared link carries followed runners to another browser, which asks before it adds them', async ({
  page,
  browser,
  splitline,
}) => {
  await followable(splitline);
  await page.goto(live(splitline));
  await follow(page, 'Ada Runner').click();
  await follow(page, 'Ben Runner').click();
  await expect(strip(page).getByRole('listitem')).toHaveCount(2);

  const other = await browser.newPage({ viewport: { width: 320, height: 640 } });
  await other.goto(`${live(splitline)}&follow=101,102`);
  await expect(other.getByText('Ada Runner (101), Ben Runner (102)')).toBeVisible();
  await expect(strip(other)).toHaveCount(0);
  await other.getByRole('button', { name: 'Follow these 2 runners' }).click();
  await expect(strip(other).getByRole('listitem')).toHaveCount(2);
  await expect(other).toHaveURL((url) => !url.search.includes('follow'));
  expect(await other.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await expectAccessible(other);
  await strip(other).getByRole('button', { name: 'Follow Ben Runner' }).click();
  await expect(strip(other).getByRole('listitem')).toHaveCount(1);
  await other.close();
});
