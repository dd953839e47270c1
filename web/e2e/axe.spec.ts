import { axeOptions, expectAccessible, isChecked, violationsOf, waitUntilLoaded } from './accessibility';
import { raceByApi } from './races';
import { expect, test } from './server';

const RACE = 'Harbor Half';

/** Every public route of the site; the race is created by {@link raceByApi}. */
const ROUTES = [
  '/',
  '/home',
  '/races',
  `/race/${encodeURIComponent(RACE)}`,
  `/race/${encodeURIComponent(RACE)}/media`,
  '/race/Nobody%20Ran%20This',
  '/liveRace',
  '/refundtransfer',
  '/termsandconditions',
  '/privacypolicy',
  '/raceleague',
  '/login',
  '/forgotpass',
  '/resetpass#none',
  '/Unauthorized',
  '/no/such/page',
];

test('axe finds nothing on any public page, and no page scrolls sideways at 320 px', async ({ browser, splitline }) => {
  test.setTimeout(600_000);
  await raceByApi(splitline, RACE);
  const found: string[] = [];
  for (const width of [320, 390, 1440]) {
    for (const colorScheme of ['light', 'dark'] as const) {
      // At 320 px only the width of the page is looked at.
      const isDue = isChecked(colorScheme, width) && width !== 320;
      if (!isDue && (width !== 320 || colorScheme === 'dark')) continue;
      const context = await browser.newContext({
        viewport: { width, height: 844 },
        colorScheme,
        reducedMotion: 'reduce',
        serviceWorkers: 'block',
      });
      const page = await context.newPage();
      for (const route of ROUTES) {
        await page.goto(`${splitline.url}${route}`);
        // The first page is checked with the cookie banner open, the others without it.
        const accept = page.getByRole('button', { name: 'Accept All' });
        if (route !== ROUTES[0] && (await accept.isVisible())) await accept.click();
        await waitUntilLoaded(page);
        const where = `${route} at ${width}, ${colorScheme}`;
        const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        if (over > 0) found.push(`${where}: ${over} px too wide`);
        if (!isDue) continue;
        for (const one of await violationsOf(page, axeOptions(colorScheme))) {
          found.push(`${where}: ${one.id}: ${one.nodes.map((node) => node.target.join(' ')).join(' | ')}`);
        }
      }
      await context.close();
    }
  }
  expect(found).toEqual([]);
});

test('axe finds nothing in the privacy dialog and in an enlarged picture', async ({ page, splitline }) => {
  await page.goto(`${splitline.url}/refundtransfer`);
  await page.getByRole('button', { name: 'Customize' }).click();
  await expect(page.getByRole('dialog', { name: 'Privacy preferences' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save Preferences' }).click();
  await page.getByRole('button', { name: /^Enlarge the picture of step 1: Open your profile, then/ }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(page);
  // A click outside closes it.
  await page.mouse.click(5, 5);
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('the quick-jump menu follows the scroll', async ({ page, splitline }) => {
  await page.goto(`${splitline.url}/refundtransfer`);
  const menu = page.getByRole('navigation', { name: 'On this page' });
  const current = menu.locator('[aria-current="location"]');
  await expect(current).toHaveText('Refund');
  await page.locator('#runsignup').scrollIntoViewIfNeeded();
  await menu.getByRole('link', { name: 'RunSignUp' }).click();
  await expect(current).toHaveText('RunSignUp');
  await menu.getByRole('link', { name: 'Active', exact: true }).click();
  await expect(current).toHaveText('Active');
});
