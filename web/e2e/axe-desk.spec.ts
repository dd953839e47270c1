import type { Page } from '@playwright/test';
import { axeOptions, isChecked, violationsOf, waitUntilLoaded } from './accessibility';
import { logInByApi, raceByApi } from './races';
import { timedRace } from './recorded-day';
import { expect, type Splitline, test } from './server';

const RACE = 'Harbor Half';
const WIDTHS = [390, 820, 1440] as const;

/** A state of a page: its address, and how to open the state from there. */
interface State {
  name: string;
  path: string;
  /** Opens the dialog or sections to check; undefined to check the page itself. */
  open?: (page: Page) => Promise<unknown>;
}

/** Returns what axe finds in these states, and the pages that scroll sideways at a width. */
async function checkStates(page: Page, splitline: Splitline, states: readonly State[]): Promise<string[]> {
  const found: string[] = [];
  for (const state of states) {
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
      // A navigation to an address that differs only in its fragment would not load the page again.
      await page.goto('about:blank');
      await page.goto(`${splitline.url}${state.path}`);
      await waitUntilLoaded(page);
      await state.open?.(page);
      for (const colorScheme of ['light', 'dark'] as const) {
        if (!isChecked(colorScheme, width)) continue;
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        for (const one of await violationsOf(page, axeOptions(colorScheme))) {
          const where = one.nodes.map((node) => node.target.join(' ')).join(' | ');
          found.push(`${state.name} at ${width}, ${colorScheme}: ${one.id}: ${where}`);
        }
      }
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (over > 0) found.push(`${state.name} at ${width}: ${over} px too wide`);
    }
  }
  return found;
}

/** Presses the first visible button of a name, and waits for the dialog or menu that it opens. */
const press = (name: string | RegExp) => async (page: Page) => {
  await page.getByRole('button', { name }).filter({ visible: true }).first().click();
  await page.locator('[role=dialog], [role=alertdialog], [role=menu]').first().waitFor();
};

/** Opens every section of the rail; on wide screens all are open already. */
async function openAll(page: Page): Promise<void> {
  const folded = page.locator('h2 button[aria-expanded=false]');
  while ((await folded.count()) > 0) await folded.first().click();
}

/** Opens every section, and every part for editing. */
async function editAll(page: Page): Promise<void> {
  await openAll(page);
  const edit = page.getByRole('button', { name: /^Edit [A-Z]/ });
  while ((await edit.count()) > 0) await edit.first().click();
}

const race = `race=${encodeURIComponent(RACE)}`;

test('axe finds nothing on Edit Pages: three widths, both themes, dialogs open and closed', async ({
  page,
  context,
  splitline,
}) => {
  test.setTimeout(600_000);
  await raceByApi(splitline, RACE);
  await logInByApi(context, splitline);
  const found = await checkStates(page, splitline, [
    { name: 'Edit Pages', path: '/EditRaces' },
    { name: 'Delete', path: '/EditRaces', open: press(`DELETE ${RACE}`) },
    { name: 'Duplicate', path: '/EditRaces', open: press(/Duplicate/) },
    { name: 'Account menu', path: '/EditRaces', open: press(/^Account of/) },
  ]);
  expect(found).toEqual([]);
});

test('axe finds nothing in the editor and its dialogs', async ({ page, context, splitline }) => {
  test.setTimeout(600_000);
  await raceByApi(splitline, RACE);
  await logInByApi(context, splitline);
  const found = await checkStates(page, splitline, [
    { name: 'Editor', path: `/EditRaces?${race}` },
    { name: 'Editor, all open', path: `/EditRaces?${race}`, open: openAll },
    { name: 'Editor, all being edited', path: `/EditRaces?${race}`, open: editAll },
    { name: 'History', path: `/EditRaces?${race}`, open: press(/^History/) },
    { name: 'Hide', path: `/EditRaces?${race}`, open: press(/^Hide/) },
  ]);
  expect(found).toEqual([]);
});

test('axe finds nothing in Create Page and its preview', async ({ page, context, splitline }) => {
  test.setTimeout(600_000);
  await logInByApi(context, splitline);
  const found = await checkStates(page, splitline, [
    { name: 'Create Page', path: '/CreateRace' },
    { name: 'Preview', path: '/CreateRace', open: (page) => page.getByRole('radio', { name: 'Preview' }).click() },
  ]);
  expect(found).toEqual([]);
});

test('axe finds nothing on the timing desk, before the setup and with a timed field', async ({
  page,
  context,
  splitline,
}) => {
  test.setTimeout(600_000);
  await timedRace(splitline, RACE);
  await raceByApi(splitline, 'Coastal 5K');
  await logInByApi(context, splitline);
  const found = await checkStates(page, splitline, [
    { name: 'Timing', path: '/Timing' },
    { name: 'Timing of a race, all open', path: `/Timing?${race}`, open: openAll },
    { name: 'Timing before the setup', path: '/Timing?race=Coastal%205K' },
    { name: 'Load a setup', path: `/Timing?${race}`, open: press('Load a setup') },
    { name: 'New run', path: `/Timing?${race}#run`, open: press('Start a new run') },
  ]);
  expect(found).toEqual([]);
});
