import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** What of the page axe looks at: selectors to look at alone, or to leave out. */
interface Look {
  only?: string;
  without?: string;
  /** The rules of axe to ask, in place of all. */
  rules?: readonly string[];
}

/** Which rules a theme is asked: every one in the light theme; the dark one differs from it by colours alone. */
export const ofTheme = (theme: 'light' | 'dark'): Look => (theme === 'dark' ? { rules: ['color-contrast'] } : {});

/** Until the app has drawn the page in place of the server's words, and nothing on it says that it still loads. */
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
 * What axe finds wrong with a page as it stands once nothing on it moves any more.
 *
 * A dialog that is still fading in has the contrast of a ghost, so axe waits for the animations that have an end.
 * The endless ones (the partners' strip, a skeleton's pulse) go on.
 */
export async function violationsOf(page: Page, { only, without, rules }: Look = {}) {
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
  let axe = new AxeBuilder({ page });
  if (only) axe = axe.include(only);
  if (without) axe = axe.exclude(without);
  if (rules) axe = axe.withRules([...rules]);
  return (await axe.analyze()).violations;
}

/** Fails with what axe found, if it found anything. */
export async function expectAccessible(page: Page, look: Look = {}): Promise<void> {
  expect(await violationsOf(page, look)).toEqual([]);
}
