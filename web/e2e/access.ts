import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** What of the page axe looks at. */
interface Look {
  /** A selector of what to look at alone. */
  only?: string;
  /** The rules of axe to ask, in place of all. */
  rules?: readonly string[];
}

/** Which rules a theme is asked: all of them in the light theme; the dark theme differs by colours alone, so only their contrast. */
export const ofTheme = (theme: 'light' | 'dark'): Look => (theme === 'dark' ? { rules: ['color-contrast'] } : {});

/** Waits until the app has replaced the server's HTML, and nothing on the page is marked as loading. */
export async function settled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await expect
    .poll(() =>
      page.evaluate(async () => {
        await document.fonts.ready;
        return document.querySelectorAll('#root noscript, [role=status][aria-busy=true]').length;
      }),
    )
    .toBe(0);
}

/**
 * What axe finds wrong with a page as it stands once its animations have ended. Frames are left out: other sites fill them.
 *
 * A dialog that is still fading in has too little contrast, so axe waits for the animations that end. Endless ones (the partners'
 * strip, a skeleton's pulse) are not waited for.
 */
export async function violationsOf(page: Page, { only, rules }: Look = {}) {
  await expect
    .poll(() =>
      page.evaluate(
        () =>
          document
            .getAnimations()
            .filter((one) => one.playState === 'running' && Number.isFinite(one.effect?.getComputedTiming().endTime))
            .length,
      ),
    )
    .toBe(0);
  // No frame is looked into, so that axe can finish in the page itself: its other way opens a second page each time, which takes as
  // long again.
  let axe = new AxeBuilder({ page }).setLegacyMode(true).exclude('iframe');
  if (only) axe = axe.include(only);
  if (rules) axe = axe.withRules([...rules]);
  return (await axe.analyze()).violations;
}

/** Fails with what axe found, if it found anything. */
export async function expectAccessible(page: Page, look: Look = {}): Promise<void> {
  expect(await violationsOf(page, look)).toEqual([]);
}
