import { readFileSync } from 'node:fs';
import type { Download, Locator, Page } from '@playwright/test';
import { axeOptions, expectAccessible, waitUntilLoaded } from './accessibility';
import { logInByApi, raceByApi, timeRace } from './races';
import { expect, type Splitline, test } from './server';

const RACE = 'Harbor 10K';
const NARROW = { width: 390, height: 900 };
const WIDE = { width: 1440, height: 900 };

/** A race with a setup and three entrants: bibs 101 to 103. */
async function race(splitline: Splitline) {
  await raceByApi(splitline, RACE);
  timeRace(splitline, RACE, Date.parse('2027-06-19T08:00:00-04:00'), ['Ada', 'Bo', 'Cy']);
}

/** Opens the section of the entrants at the desk. */
async function openEntrants(page: Page, splitline: Splitline): Promise<Locator> {
  await page.goto(`${splitline.url}/Timing?race=${encodeURIComponent(RACE)}#entrants`);
  await waitUntilLoaded(page);
  const folded = page.locator('h2 button[aria-expanded=false]').filter({ hasText: 'Entrants' });
  if ((await folded.count()) > 0) await folded.click();
  await expect(page.getByText(/entered\. A list adds and corrects/)).toBeVisible();
  return page.getByRole('region', { name: 'What the list would change' });
}

/** Checks the page in both themes, and that it does not scroll sideways. */
async function expectAccessibleInBoth(page: Page) {
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await expectAccessible(page, axeOptions(theme));
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
}

/** Rotates the screen and rotates it back, which renders the sections of the desk anew. */
async function rotate(page: Page) {
  const { width, height } = page.viewportSize() ?? WIDE;
  const layout = page.getByRole('navigation', { name: 'Timing' });
  await page.setViewportSize(width === WIDE.width ? NARROW : WIDE);
  await expect(layout).toHaveCount(width === WIDE.width ? 0 : 1);
  await page.setViewportSize({ width, height });
  await expect(layout).toHaveCount(width === WIDE.width ? 1 : 0);
}

async function content(download: Download) {
  return readFileSync(await download.path(), 'utf8');
}

// Semicolons and a title, as a spreadsheet saves them; bib 102 has no chip, 104 an age in words, and nobody knows what "Pacer" is.
const LIST = `Harbor 10K, entrants
No.;Name;Age;Tag;Race;Pacer
101;Runner, Ada;35;C1;10K;no
102;Bo Runner;34;;10K;no
104;Di Runner;twelve;C4;10K;yes
105;Eve Runner;28;C5;10K;no
`;

for (const size of [NARROW, WIDE]) {
  test(`a list with errors is explained, checked, applied and undone, ${size.width} px wide`, async ({
    page,
    context,
    splitline,
  }) => {
    await page.setViewportSize(size);
    await race(splitline);
    await logInByApi(context, splitline);
    const preview = await openEntrants(page, splitline);

    const file = { name: 'registrations.csv', mimeType: 'text/csv', buffer: Buffer.from(LIST) };
    await page.locator('input[type=file][accept*=".xlsx"]').setInputFiles(file);
    await expect(preview).toContainText('Say what these columns are, or leave them out: Pacer.');
    await expect(preview).toContainText('1 line is refused and would change nothing.');
    await expect(preview).toContainText('1 line stands above the names of the columns and was not read.');
    await expect(preview).toContainText('1 added, 1 changed, 1 unchanged, 1 refused.');
    await expect(preview).toContainText('104');
    await rotate(page);
    // Before every column is explained, the list can't be applied.
    await expect(preview.getByRole('button', { name: /^Apply/ })).toHaveCount(0);
    await expectAccessibleInBoth(page);

    const saved = page.waitForEvent('download');
    await preview.getByRole('link', { name: 'Download the refused lines' }).click();
    const refused = await content(await saved);
    expect(refused).toContain('5,"The age ""twelve"" is not a number from 0 to 120.",104,Di Runner,twelve,C4,10K,yes');

    await preview.getByRole('button', { name: 'Leave the other column out' }).click();
    await expect(preview).toContainText('Left out: Pacer.');
    await preview.getByRole('button', { name: 'Apply 2 changes' }).click();
    await expect(page.getByText('4 entered.', { exact: false })).toBeVisible();
    await expect(preview).toHaveCount(0);

    // A further list with these columns is read as this one was.
    await page.getByLabel('Entrant list').fill('No.;Name;Age;Tag;Race;Pacer\n105;Eve Runner;29;;10K;no\n');
    await page.getByRole('button', { name: 'Show what would change' }).click();
    await expect(preview).toContainText('It would delete 1 chip, whose cells are empty in the list.');
    await expect(preview.getByRole('button', { name: 'Apply 1 change' })).toBeVisible();
    await preview.getByRole('button', { name: 'Put the list away' }).click();

    await page.getByRole('button', { name: /^Undo: List, registrations\.csv: 1 added, 1 changed/ }).click();
    const dialog = page.getByRole('alertdialog');
    await expect(dialog).toContainText('1 entrant changed back and 1 entrant taken out again.');
    await expectAccessibleInBoth(page);
    await dialog.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('3 entered.', { exact: false })).toBeVisible();
    await expect(page.getByRole('table', { name: /^Changes of entrants/ })).toContainText('Undone');
  });

  test(`one entrant is added, changed and withdrawn by keyboard, ${size.width} px wide`, async ({
    page,
    context,
    splitline,
  }) => {
    await page.setViewportSize(size);
    await race(splitline);
    await logInByApi(context, splitline);
    await openEntrants(page, splitline);
    const dialog = page.getByRole('dialog');
    const field = (name: string) => dialog.getByRole('textbox', { name, exact: true });

    await page.getByRole('button', { name: 'Add an entrant' }).focus();
    await page.keyboard.press('Enter');
    await expect(field('Bib')).toBeFocused();
    await page.keyboard.type('101');
    await page.keyboard.press('Tab');
    await page.keyboard.type('C9');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Fay');
    await page.keyboard.press('Enter');
    await expect(field('Bib')).toHaveAccessibleDescription('Bib 101 belongs to another entrant already.');
    await expectAccessibleInBoth(page);
    await field('Bib').focus();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('106');
    await page.keyboard.press('Enter');
    await expect(page.getByText('4 entered.', { exact: false })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Add an entrant' })).toBeFocused();

    await page.getByRole('searchbox', { name: 'Bib, name or chip' }).focus();
    await page.keyboard.type('c9');
    const found = page.getByRole('region', { name: 'Entrants found' });
    await expect(found).toContainText('106 Fay');
    await expectAccessibleInBoth(page);
    await found.getByRole('button', { name: 'Change bib 106' }).focus();
    await page.keyboard.press('Enter');
    await field('Last name').focus();
    await page.keyboard.type('Fox');
    await expectAccessibleInBoth(page);
    await page.keyboard.press('Enter');
    await expect(found).toContainText('106 Fay Fox');
    // The list can be new while the form is still closing, and then the keys belong to the form.
    await expect(found.getByRole('button', { name: 'Change bib 106' })).toBeFocused();

    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Withdraw' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText('3 entered.', { exact: false })).toBeVisible();
    await expect(page.getByText('Nobody found')).toBeVisible();

    const saved = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Export as CSV' }).click();
    expect(await content(await saved)).toContain('101,Ada,Runner,f,,34,10K');
  });
}
