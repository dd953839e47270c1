import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** What axe checks. */
interface AxeOptions {
  /** A selector: checks only these elements. */
  only?: string;
  /** Checks only these rules instead of all. */
  rules?: readonly string[];
}

/** The options for a theme: all rules in the light theme; only contrast in the dark theme, which differs only in its colours. */
export const axeOptions = (theme: 'light' | 'dark'): AxeOptions =>
  theme === 'dark' ? { rules: ['color-contrast'] } : {};

/**
 * Whether axe checks a page at a width in a theme. A run takes half a second to two: in the light theme a phone and a desktop are checked,
 * between which a tablet's page has nothing of its own; the colours of the dark theme are the same at every width.
 */
export const isChecked = (theme: 'light' | 'dark', width: number): boolean =>
  theme === 'dark' ? width === 390 : width !== 820;

/** Waits until the app has replaced the server's HTML, and nothing on the page is marked as loading. */
export async function waitUntilLoaded(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  const loading = () =>
    page.evaluate(async () => {
      await document.fonts.ready;
      return document.querySelectorAll('#root noscript, [role=status][aria-busy=true]').length;
    });
  await expect.poll(loading, { intervals: [50, 100] }).toBe(0);
}

/**
 * Returns what axe finds wrong with a page, with its animations at their end. Frames are excluded: their content is from other sites.
 *
 * A dialog that is fading in has too little contrast, so animations are moved to their end; waiting for it can take for ever, since a
 * page behind another one draws no frames. Endless ones (the partners' strip, a skeleton's pulse) go on.
 */
export async function violationsOf(page: Page, { only, rules }: AxeOptions = {}) {
  await page.evaluate(() => {
    for (const one of document.getAnimations()) {
      if (Number.isFinite(one.effect?.getComputedTiming().endTime)) one.finish();
    }
  });
  // In legacy mode axe runs in the page alone, which is enough without frames; the other mode opens a second page each time, which
  // doubles the time. What passes is not listed, which takes as long as finding what does not.
  let axe = new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .setLegacyMode(true)
    .exclude('iframe');
  if (only) axe = axe.include(only);
  if (rules) axe = axe.withRules([...rules]);
  return (await axe.analyze()).violations;
}

/** Fails with axe's findings if there are any. */
export async function expectAccessible(page: Page, options: AxeOptions = {}): Promise<void> {
  expect(await violationsOf(page, options)).toEqual([]);
}

/** Stores a picture of the whole page, or of its window, in the folder that the environment variable PICTURES names, if it names one. */
export async function storePicture(page: Page, name: string, fullPage = true): Promise<void> {
  const folder = process.env.PICTURES;
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage });
}

/** The widths of a phone, a tablet and a desktop at which pages are checked. */
const WIDTHS = [390, 820, 1440];

/**
 * Checks a page as it is now at three widths: nothing is wider than the window, and nothing is wrong for axe ({@link isChecked}). `open` is
 * called at each width. With a folder in the environment variable PICTURES, each width and theme is stored there as a picture of this name.
 * A state that is only a notice or a skeleton (`brief`) is checked by axe on a phone alone.
 */
export async function expectFine(
  page: Page,
  { name, open, brief = false }: { name?: string; open?: () => Promise<void>; brief?: boolean } = {},
): Promise<void> {
  const check = async (theme: 'light' | 'dark', width: number) => {
    const isDue = isChecked(theme, width) && (!brief || width === 390);
    if (!isDue && !process.env.PICTURES) return;
    await page.emulateMedia({ colorScheme: theme });
    if (isDue) await expectAccessible(page, axeOptions(theme));
    if (name) await storePicture(page, `${name}-${width}-${theme}`);
  };
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await open?.();
    await check('light', width);
    await check('dark', width);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), name).toBeLessThanOrEqual(0);
  }
  await page.emulateMedia({ colorScheme: 'light' });
}
