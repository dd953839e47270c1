import type { Locator, Page } from '@playwright/test';
import { raceByApi } from './races';
import { timedRace } from './recorded-day';
import { ADMIN, expect, test } from './server';

const RACE = 'Harbor Half';
const board = `/liveRace?race=${encodeURIComponent(RACE)}&distance=all`;

/** Fires the browser's print events and shows the page with its print styles. */
async function emulatePrint(page: Page) {
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await page.emulateMedia({ media: 'print' });
}

/** By how many pixels an element's content overflows its visible box. */
const overflowOf = (box: Locator) => box.evaluate((one) => one.scrollWidth - one.clientWidth);

test('on a phone the course and a runner’s times are fully visible, and no value is shown twice', async ({
  page,
  splitline,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await timedRace(splitline, RACE);
  await page.goto(`${splitline.url}${board}&bib=800`);
  const dialog = page.getByRole('dialog', { name: 'Bib 800' });
  const table = dialog.getByRole('region', { name: 'Timing details' });
  await expect(table.getByRole('row', { name: /Finish/ })).toContainText('40:00');
  expect(await overflowOf(table)).toBe(0);
  for (const once of ['Chip time', RACE, '10K, place 1', 'Finished', '100%']) {
    await expect(dialog.getByText(once, { exact: true }).filter({ visible: true }), once).toHaveCount(1);
  }
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.goto(`${splitline.url}/liveRace?race=${encodeURIComponent(RACE)}&distance=10K`);
  const course = page.getByRole('region', { name: /where the runners are/ });
  await expect(course.getByText('Finish')).toBeVisible();
  expect(await overflowOf(course)).toBe(0);
});

test('printed, the board lists every runner once, and a race page begins with its facts', async ({
  page,
  splitline,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await timedRace(splitline, RACE);
  await page.goto(`${splitline.url}${board}`);
  await page.getByRole('button', { name: 'Accept All' }).click();
  await expect(page.getByRole('region', { name: /^Finished/ })).toContainText('40');
  const runners = page.getByRole('row', { name: /Bib 8\d\d/ }).filter({ visible: true });
  // The rows are fetched in advance, so that printing from the browser's menu works.
  await expect(async () => {
    await page.emulateMedia({ media: null });
    await emulatePrint(page);
    const bibs = (await runners.allTextContents()).map((text) => /Bib (8\d\d)/.exec(text)?.[1]);
    expect(bibs).toEqual(Array.from({ length: 40 }, (_, place) => String(800 + place)));
  }).toPass({ timeout: 30_000 });
  await expect(page.getByRole('link', { name: /Bib 8/ }).filter({ visible: true })).toHaveCount(0);
  // After printing the screen is as before; the button fetches the rows and prints them.
  await page.emulateMedia({ media: null });
  await page.evaluate(() => {
    dispatchEvent(new Event('afterprint'));
    window.print = () => dispatchEvent(new Event('beforeprint'));
  });
  await expect(page.getByRole('table')).toHaveCount(0);
  await page.getByRole('button', { name: 'Print the lists' }).click();
  await page.emulateMedia({ media: 'print' });
  await expect(runners).toHaveCount(40);
  await page.emulateMedia({ media: null });

  // On paper of Letter width the facts are in the upper third of the page, and text on a colour keeps its background.
  await page.setViewportSize({ width: 710, height: 950 });
  await page.goto(`${splitline.url}/race/${encodeURIComponent(RACE)}`);
  await expect(page.getByRole('contentinfo')).toBeAttached();
  await emulatePrint(page);
  for (const fact of [RACE, 'June 19', 'Lake City, NY', '7:30 AM']) {
    const place = await page.getByText(fact).filter({ visible: true }).first().boundingBox();
    expect((place?.y ?? 999) + (place?.height ?? 0), fact).toBeLessThan(330);
  }
  // If breaks were avoided in it, the page would begin on the second sheet.
  await expect(page.locator('main > article')).toHaveCSS('break-inside', 'auto');
  await expect(page.locator('.bib-band').first()).toHaveCSS('print-color-adjust', 'exact');
});

test('on a desktop the first screen shows at least six races, and the month view works by keyboard', async ({
  page,
  splitline,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  for (const name of ['Alpha', 'Bravo', 'Charlie', 'Delta', 'Echo', 'Foxtrot', 'Golf']) {
    await raceByApi(splitline, `${name} Half`);
  }
  await page.goto(`${splitline.url}/races`);
  await page.getByRole('button', { name: 'Essential only' }).click();
  const names = page.getByRole('region', { name: 'Coming races' }).getByRole('heading', { level: 3 });
  await expect(names).toHaveCount(7);
  const seen = await names.evaluateAll((all) => all.filter((one) => one.getBoundingClientRect().bottom < innerHeight));
  expect(seen.length).toBeGreaterThanOrEqual(6);

  // Finds a race by its name; the search on other pages leads to this page.
  await expect(async () => {
    await page.keyboard.press('/');
    await expect(page.getByRole('searchbox', { name: 'Search by race or place' })).toBeFocused({ timeout: 500 });
  }).toPass();
  await page.keyboard.type('brav');
  await expect(names).toHaveText([/^Bravo Half/]);
  await expect(page.getByText('1 race fits')).toBeVisible();
  await expect(page).toHaveURL(/[?&]q=brav/);
  await page.getByRole('link', { name: 'Clear filters' }).click();

  await page.getByRole('radio', { name: 'Month' }).press('Enter');
  await expect(page).toHaveURL(/view=month/);
  const sheet = page.getByRole('table', { name: /^Races of June/ });
  await expect(sheet.getByRole('link')).toHaveCount(7);
  await page.getByRole('button', { name: 'Next month' }).press('Enter');
  await expect(page.getByRole('table', { name: /^Races of July/ })).toBeVisible();
  await expect(page).toHaveURL(/month=\d{4}-07/);
  await page.reload();
  await expect(page.getByText(/^No race in July/)).toBeVisible();

  await page.goto(`${splitline.url}/raceleague`);
  await page.getByRole('searchbox', { name: 'Find a race' }).fill('golf');
  await page.keyboard.press('Enter');
  await expect(names).toHaveText([/^Golf Half/]);
});

test('without scripts no page shows a loading state', async ({ browser, splitline }) => {
  const withoutScripts = await browser.newPage({ javaScriptEnabled: false });
  for (const path of ['/', '/termsandconditions', '/liveRace']) {
    await withoutScripts.goto(`${splitline.url}${path}`);
    await expect(withoutScripts.getByRole('heading', { level: 1 })).toBeAttached();
    await expect(withoutScripts.locator('.boot'), path).toBeHidden();
  }
  await withoutScripts.close();
});

test('the cookie banner says what is counted, declines with one press, and covers nothing on administrators’ screens', async ({
  page,
  splitline,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${splitline.url}/login?from=${encodeURIComponent('/CreateRace')}`);
  const banner = page.getByRole('region', { name: 'Cookies' });
  await expect(banner).toContainText('This site counts no visits.');
  await expect(banner).toContainText('Accept All also shows maps and videos');
  await expect(banner).toHaveCSS('position', 'fixed');
  await page.getByLabel('Username or e-mail').fill(ADMIN.email);
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password);
  await page.getByLabel('Password', { exact: true }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Create New Race' })).toBeVisible();
  await expect(banner).toHaveCSS('position', 'static');
  await banner.getByRole('button', { name: 'Essential only' }).click();
  await expect(banner).toBeHidden();
  expect(await page.evaluate(() => [localStorage.cookieConsent, localStorage.analyticsConsent])).toEqual([
    'accepted',
    'declined',
  ]);
});

test('the dark theme has no white tile, no grey control, and its own browser theme colour', async ({
  page,
  splitline,
}) => {
  await raceByApi(splitline, RACE);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(`${splitline.url}/races`);
  await page.getByRole('button', { name: 'Accept All' }).click();
  await page.getByRole('radio', { name: 'Dark' }).check({ force: true });
  const bars = () =>
    page.evaluate(() =>
      [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')]
        .filter((one) => matchMedia(one.media).matches)
        .map((one) => one.content),
    );
  expect(await bars()).toEqual(['#0D1112']);
  await expect(page.getByRole('checkbox', { name: 'Open for registration' })).toHaveCSS('appearance', 'none');
  await page.goto(`${splitline.url}/race/${encodeURIComponent(RACE)}#partners`);
  expect(await bars()).toEqual(['#0D1112']);
  await expect(page.locator('.paper').first()).toHaveCSS('filter', 'brightness(0.75)');
});
