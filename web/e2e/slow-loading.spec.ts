import { raceByApi } from './races';
import { expect, test } from './server';

const RACE = 'Harbor Half';
const TIMEOUT_TEXT = 'Request timeout. Please check your connection and try again.';

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
