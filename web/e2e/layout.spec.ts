import type { Page } from '@playwright/test';
import { logInByApi, raceByApi } from './races';
import { expect, type Splitline, test } from './server';

/** A word wider than the bib. */
const LONG = 'W'.repeat(80);

const path = (name: string) => `/race/${encodeURIComponent(name)}`;

/** Creates a race, opens its page, and waits until the app has rendered it. */
async function openRace(page: Page, splitline: Splitline, name = 'Harbor Half') {
  await raceByApi(splitline, name);
  await page.goto(`${splitline.url}${path(name)}`);
  await expect(page.getByRole('contentinfo')).toBeAttached();
}

/** The elements with fixed or sticky position that are visible. */
const fixedBars = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('header, nav, section')]
      .filter((one) => ['fixed', 'sticky'].includes(getComputedStyle(one).position) && one.clientHeight > 0)
      .map((one) => one.getAttribute('aria-label') ?? one.tagName),
  );

test('at 400 % zoom the bars scroll with the page, and the banner is readable in full', async ({ page, splitline }) => {
  await page.setViewportSize({ width: 320, height: 256 });
  await openRace(page, splitline);
  expect(await fixedBars(page)).toEqual([]);
  const banner = await page.getByRole('region', { name: 'Cookies' }).boundingBox();
  expect(banner?.y).toBeGreaterThanOrEqual(0);
  // As wide as the screen: nothing scrolls sideways.
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await fixedBars(page)).toContain('Main');
});

test('a word longer than the bib breaks inside it, before and after the app has loaded', async ({
  page,
  browser,
  splitline,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openRace(page, splitline, LONG);
  const withoutScripts = await browser.newPage({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });
  await withoutScripts.goto(`${splitline.url}/races`);
  for (const one of [page, withoutScripts]) {
    const bib = await one.locator('.bib').first().boundingBox();
    const name = await one.locator('.bib-name').first().boundingBox();
    expect(name?.width).toBeLessThan(bib?.width ?? 0);
    expect(await one.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  }
  await withoutScripts.close();
});

test.describe('a first visit', () => {
  test.use({ serviceWorkers: 'block' });
  test('a web font that loads late causes no layout shift', async ({ page, splitline }) => {
    await raceByApi(splitline, 'Harbor Half');
    let release = () => {};
    let released = Promise.resolve();
    await page.route('**/*.woff2', async (route) => {
      await released;
      await route.continue();
    });
    await page.addInitScript(() => {
      const shared = window as unknown as { moved: number };
      shared.moved = 0;
      new PerformanceObserver((list) => {
        for (const shift of list.getEntries()) shared.moved += (shift as unknown as { value: number }).value;
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.setViewportSize({ width: 412, height: 823 });
    for (const address of ['/', path('Harbor Half'), '/races']) {
      released = new Promise((done) => {
        release = done;
      });
      await page.goto(`${splitline.url}${address}`, { waitUntil: 'commit' });
      await expect(page.getByRole('contentinfo')).toBeAttached();
      release();
      await page.evaluate(() => document.fonts.ready);
      // Two frames: in the first the page is laid out with the new font, in the second the shifts are reported.
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      expect(await page.evaluate(() => (window as unknown as { moved: number }).moved), address).toBeLessThan(0.02);
    }
  });
});

test('a memories picture fills its frame, and the carousel wraps around by keyboard', async ({ page, splitline }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await raceByApi(splitline, 'Harbor Half');
  await page.goto(`${splitline.url}${path('Harbor Half')}#memories`);
  const memories = page.getByRole('region', { name: 'Memories of Harbor Half' });
  const [frame, picture] = await Promise.all([
    memories.boundingBox(),
    memories.getByRole('img', { name: 'Harbor Half, picture 1' }).boundingBox(),
  ]);
  expect(picture?.width).toBeCloseTo(frame?.width ?? 0, 0);
  await memories.getByRole('button', { name: 'Previous picture' }).press('Enter');
  await expect(memories.getByText('2 / 2')).toBeVisible();
  await memories.getByRole('button', { name: 'Next picture' }).press('Enter');
  await expect(memories.getByText('1 / 2')).toBeVisible();
});

test('with forced colors the current page is still marked', async ({ page, splitline }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto(`${splitline.url}/races`);
  const current = page.getByRole('navigation', { name: 'Main' }).locator('[aria-current="page"]').first();
  await expect(current).toHaveCSS('text-decoration-line', 'underline');
});

test('a printed race page has all sections, no bars, no buttons, and no gap for a picture that did not load', async ({
  page,
  splitline,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openRace(page, splitline);
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText('Run easy, most days.')).toBeVisible();
  await expect(page.getByText('Bibs on the front.')).toBeVisible();
  for (const text of ['Become a Sponsor', 'Privacy policy', 'Race morning weather']) {
    await expect(page.getByText(text).filter({ visible: true })).toHaveCount(0);
  }
  expect(await fixedBars(page)).toEqual([]);
  const emptyImages = () =>
    page.evaluate(() => [...document.images].filter((one) => one.checkVisibility() && one.naturalWidth === 0).length);
  expect(await emptyImages()).toBe(0);
});

test('a section being edited stays open, with its text, when the tablet is rotated', async ({
  page,
  context,
  splitline,
}) => {
  await raceByApi(splitline, 'Harbor Half');
  await logInByApi(context, splitline);
  await page.setViewportSize({ width: 1180, height: 820 });
  await page.goto(`${splitline.url}/EditRaces?race=Harbor%20Half`);
  const refund = page.getByRole('region', { name: 'Refund policy' });
  await refund.getByRole('button', { name: /^Edit/ }).click();
  await refund.getByRole('textbox').first().fill('Transfers only.');
  await page.setViewportSize({ width: 820, height: 1180 });
  await expect(page.getByRole('button', { name: /^refund policy/i })).toHaveAttribute('aria-expanded', 'true');
  await expect(page.getByRole('textbox', { name: /refund/i })).toHaveValue('Transfers only.');
  await expect(page.getByRole('button', { name: /^training/i })).toHaveAttribute('aria-expanded', 'false');
});

test('text of twice the size is whole in the header and the tabs of a phone', async ({ page, context, splitline }) => {
  await logInByApi(context, splitline);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${splitline.url}/races`);
  await expect(page.getByRole('button', { name: 'Account of director' })).toBeVisible();
  const tabs = page.getByRole('navigation', { name: 'Main' }).last();
  const labels = () =>
    tabs.locator('a span').evaluateAll((spans) =>
      spans.map((one) => {
        const { left, right, top } = one.getBoundingClientRect();
        return { left, right, top, isCut: one.scrollWidth > one.clientWidth };
      }),
    );
  for (const size of ['100%', '200%']) {
    await page.evaluate((size) => {
      document.documentElement.style.fontSize = size;
    }, size);
    const button = await page.getByRole('button', { name: 'Account of director' }).boundingBox();
    expect((button?.x ?? 0) + (button?.width ?? 400)).toBeLessThanOrEqual(390);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    const shown = await labels();
    expect(shown.length).toBeGreaterThan(3);
    for (const [index, one] of shown.entries()) {
      expect(one.isCut, size).toBe(false);
      const next = shown[index + 1];
      if (next?.top === one.top) expect(next.left - one.right, size).toBeGreaterThanOrEqual(8);
    }
    for (const link of await tabs.getByRole('link').all())
      expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    // The page is not hidden behind the bars.
    expect((await tabs.boundingBox())?.height).toBeLessThan(200);
  }
});

test('small buttons are large enough for a finger on a narrow screen, whatever points at them', async ({
  page,
  context,
  browser,
  splitline,
}) => {
  await logInByApi(context, splitline);
  await logInByApi(await browser.newContext(), splitline);
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto(`${splitline.url}/edit#devices`);
    const button = page.getByRole('button', { name: /^Log out .+, last used/ });
    await button.scrollIntoViewIfNeeded();
    const box = await button.boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(44);
    expect(box?.width).toBeGreaterThanOrEqual(44);
  }
});
