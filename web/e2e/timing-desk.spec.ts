import type { Page } from '@playwright/test';
import { Keyboard, LIST, MINUTE, RACE, raceMorning } from './race-morning';
import { logInByApi } from './races';
import { expect, test } from './server';

/** The reads of the morning: one runner stood in the first wave, one finish is faster than any human, and one chip is nobody's. */
const READS = [
  ...Array.from({ length: 39 }, (_, at) => ({ chip: `C${102 + at}`, mat: 'START', minute: 0.1 + at / 100 })),
  { chip: 'C101', mat: 'START', minute: -3.8 },
  { chip: 'C101', mat: '5K', minute: 29 },
  ...Array.from({ length: 30 }, (_, at) => ({ chip: `C${103 + at}`, mat: '5K', minute: 30 + at / 5 })),
  { chip: 'C102', mat: 'FINISH', minute: 24 },
  { chip: 'X999', mat: 'FINISH', minute: 45 },
];

for (const width of [390, 820, 1440]) {
  test(`a race morning at the timing desk with the keyboard alone, ${width} px wide`, async ({
    page,
    context,
    splitline,
  }) => {
    test.setTimeout(300_000);
    const gun = Date.now() - 48 * MINUTE;
    const boxes = await raceMorning(splitline, gun);
    await logInByApi(context, splitline);
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(`${splitline.url}/Timing?race=${encodeURIComponent(RACE)}`);
    const keys = new Keyboard(page);

    await test.step('a list with an error is explained, applied, undone and applied again', () => list(page, keys));
    await boxes.guns([-4, 0]);
    await test.step('the guns are taken from the marks of the box', () => guns(page, keys));
    await boxes.send(READS);
    await test.step('the glance says what is wrong', () => glance(page, keys));
    await test.step('an unknown chip is given to a bib', () => chip(page, keys));
    await test.step('a suspicious finish is refused', () => suspicious(page, keys));
    await test.step('an early starter is decided', () => earlyStarter(page, keys));
    await test.step('a read on a runner’s page is voided', () => runner(page, keys));
    await test.step('a finish is entered by hand', () => byHand(page, keys));
    await test.step('a whole list did not finish', () => didNotFinish(page, keys));
  });
}

async function list(page: Page, keys: Keyboard) {
  const preview = page.getByRole('region', { name: 'What the list would change' });
  const apply = async () => {
    await keys.type(page.getByRole('textbox', { name: 'Entrant list' }), LIST);
    await keys.button('Show what would change');
    await expect(preview).toContainText('1 line is refused and would change nothing.');
    await keys.button(/^Show: 1 line is refused/);
    await expect(preview).toContainText('The age "thirty" is not a number from 0 to 120.');
    await keys.check();
    await keys.button('Apply 40 changes');
    await expect(page.getByText('40 entered.', { exact: false })).toBeVisible();
    await expect(preview).toHaveCount(0);
  };
  await keys.open('Entrants');
  await apply();
  await keys.button(/^Undo: List, 40 added/);
  await keys.button('Undo', page.getByRole('alertdialog'));
  await expect(page.getByText('0 entered.', { exact: false })).toBeVisible();
  await apply();
}

async function guns(page: Page, keys: Keyboard) {
  const start = page.getByRole('group', { name: 'Who starts' });
  const first = start.getByRole('checkbox', { name: /First/ });
  const second = start.getByRole('checkbox', { name: /Second/ });
  const marks = page.getByRole('list', { name: 'Guns of the boxes' });
  await expect(marks.getByRole('listitem')).toHaveCount(2);
  const choose = async (wave: typeof first, chosen: boolean) => {
    if ((await wave.isChecked()) === chosen) return;
    await keys.go(wave);
    await page.keyboard.press('Space');
  };
  // The newest mark stands first: it is the second wave's.
  await choose(first, false);
  await choose(second, true);
  await keys.press(marks.getByRole('button').first());
  await expect(page.getByRole('button', { name: /^Take back: .*Second/ })).toBeVisible();
  await keys.button(/^Take back: .*Second/);
  await keys.button(/^Take/, page.getByRole('alertdialog'));
  await expect(page.getByRole('button', { name: /^Take back: .*Second/ })).toHaveCount(0);
  await choose(first, false);
  await choose(second, true);
  await keys.press(marks.getByRole('button').first());
  await expect(page.getByRole('button', { name: /^Take back: .*Second/ })).toBeVisible();
  // After a gun nothing is chosen; the next choice is made after that.
  await expect(second).not.toBeChecked();
  await choose(first, true);
  await keys.press(marks.getByRole('button').nth(1));
  await expect(page.getByRole('button', { name: /^Take back: .*First/ })).toBeVisible();
}

async function glance(page: Page, keys: Keyboard) {
  const glance = page.getByRole('region', { name: 'At a glance' });
  await expect(glance).toContainText(/5K: No reads for \d+ minutes/);
  await expect(glance.getByRole('link', { name: /Left with an earlier wave/ })).toBeVisible();
  await keys.check();
  await keys.press(glance.getByRole('link', { name: /Unknown chip/ }));
  await expect(page.getByRole('heading', { name: /^Unknown chips/ })).toBeFocused();
}

async function chip(page: Page, keys: Keyboard) {
  const give = page.getByRole('button', { name: 'Give it to a bib, chip X999' });
  await keys.press(give);
  const form = page.getByRole('form', { name: 'Give it to a bib, chip X999' });
  await expect(form.getByRole('textbox', { name: 'Bib' })).toBeFocused();
  await page.keyboard.type('140');
  await expect(form.getByText(/Ada39 Miller/)).toBeVisible();
  await keys.confirm('Give it to a bib, chip X999', 'Chip X999 given to bib 140');
  await expect(give).toHaveCount(0);
  await keys.undo();
  await expect(give).toBeVisible();
}

async function suspicious(page: Page, keys: Keyboard) {
  const refuse = page.getByRole('button', { name: 'Refuse the finish, bib 102' });
  await keys.press(refuse);
  await keys.confirm('Refuse the finish, bib 102', /^Finish of bib 102 at .* refused\. Ada1 Miller/);
  await expect(refuse).toHaveCount(0);
  await keys.undo();
  await expect(refuse).toBeVisible();
}

async function earlyStarter(page: Page, keys: Keyboard) {
  const ownGun = page.getByRole('button', { name: 'Own gun, bib 101' });
  await keys.press(ownGun);
  await keys.confirm('Own gun, bib 101', /Bib 101 timed from the gun/);
  await expect(ownGun).toHaveCount(0);
  await keys.undo();
  await expect(ownGun).toBeVisible();
}

async function runner(page: Page, keys: Keyboard) {
  await keys.type(page.getByRole('searchbox', { name: 'Find a runner by bib or name' }), 'ada1 miller');
  await expect(page.getByRole('button', { name: /102 Ada1 Miller/ })).toBeVisible();
  await page.keyboard.press('Enter');
  const runner = page.getByRole('dialog', { name: '102 Ada1 Miller' });
  await expect(runner).toBeVisible();
  await keys.check();
  const name = /^Void, the read at FINISH/;
  await keys.button(name, runner);
  await page.keyboard.press('Enter');
  await keys.changed(/C102 at FINISH.*voided/);
  await expect(runner.getByText('Voided', { exact: true })).toBeVisible();
  await keys.button('Undo', runner.getByRole('region', { name: 'Last change' }));
  await keys.changed('Taken back');
  await expect(runner.getByRole('button', { name })).toBeVisible();
  await runner.press('Escape');
  await expect(runner).toHaveCount(0);
}

async function byHand(page: Page, keys: Keyboard) {
  await keys.type(page.getByRole('textbox', { name: 'Bib at the line' }), '103');
  await page.keyboard.press('Enter');
  const entries = page.getByRole('list', { name: 'Entries' });
  await expect(entries.getByText('Ada2 Miller')).toBeVisible();
  await page.context().setOffline(true);
  await page.keyboard.type('104');
  await page.keyboard.press('Enter');
  await expect(entries.getByText('Kept on this device, not sent yet')).toBeVisible();
  await page.context().setOffline(false);
  await expect(entries.getByText('Ada3 Miller')).toBeVisible();
  await expect(entries.getByText('Kept on this device, not sent yet')).toHaveCount(0);
  await keys.button('Undo the entry of bib 103');
  await expect(entries.getByText('Taken back')).toHaveCount(1);
  await keys.button('Undo the entry of bib 104');
  await expect(entries.getByText('Taken back')).toHaveCount(2);
  await keys.check();
}

async function didNotFinish(page: Page, keys: Keyboard) {
  await keys.open('Runner status');
  await keys.type(page.getByRole('textbox', { name: 'Bib', exact: true }), '105');
  await expect(page.getByText(/Ada4 Miller, 10K/)).toBeVisible();
  await page.keyboard.press('Enter');
  await keys.changed('Bib 105: DNF');
  await keys.press(page.getByRole('button', { name: /\bList$/ }));
  await page.getByRole('option', { name: '10K: started, not seen at 5K or later' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await keys.button('Show the runners');
  await keys.button(/^DNF for all \d+/);
  const ask = page.getByRole('alertdialog');
  await expect(ask).toContainText(/\d+ runners: DNF/);
  await keys.check();
  await keys.button('Set DNF', ask);
  await keys.changed(/\d+ runners: DNF/);
  await keys.button('Show the list');
  const out = page.getByRole('region', { name: 'Who is out' }).getByRole('listitem');
  await expect(out).not.toHaveCount(1);
  await keys.check();
  await keys.undo();
  await expect(out).toHaveCount(1);
  await keys.open('Corrections');
  await expect(page.getByRole('region', { name: 'All corrections' })).toContainText('Bib 105: DNF');
}
