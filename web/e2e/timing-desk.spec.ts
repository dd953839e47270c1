import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './accessibility';
import { logInByApi, raceByApi, startAt } from './races';
import { expect, type Splitline, test } from './server';

const RACE = 'Harbor 10K';
const MINUTE = 60_000;

/** A 10K whose gun was 48 minutes ago, with an earlier wave four minutes before. */
const setupOf = (gun: number) => ({
  contests: [
    {
      name: '10K',
      distanceMetres: 10_000,
      gun: null,
      ranking: 'chip',
      bibs: [],
      acceptUnlisted: false,
      sport: 'run',
      waves: [
        { name: 'First', gun: new Date(gun - 4 * MINUTE).toISOString(), bibs: [{ from: 1, to: 99 }] },
        { name: 'Second', gun: new Date(gun).toISOString(), bibs: [{ from: 100, to: 999 }] },
      ],
      start: { mats: ['START'], minimumLapSeconds: 600 },
      splits: [{ label: '5K', metres: 5000, mats: ['5K'], minimumSeconds: 600, leg: 'run' }],
      finish: { mats: ['FINISH'], minimumSeconds: 1200 },
    },
  ],
});

/** Forty runners of the second wave with chips, as a list of entrants. */
const RUNNERS = Array.from({ length: 40 }, (_, at) => ({ bib: 101 + at, chip: `C${101 + at}`, name: `Ada${at}` }));

/** Sets up the race and returns the function that sends reads to it, by minutes after the gun. */
async function raceMorning(splitline: Splitline, gun: number) {
  await raceByApi(splitline, RACE, startAt(gun));
  const folder = mkdtempSync(join(tmpdir(), 'splitline-desk-'));
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const command = (...words: string[]) => splitline.run('timing', '--data', splitline.data, ...words);
  command('setup', '--race', RACE, file('setup.json', JSON.stringify(setupOf(gun))));
  const rows = RUNNERS.map(({ bib, chip, name }) => `${bib},${name},Miller,f,34,10K,Second,${chip}`);
  command(
    'entrants',
    '--race',
    RACE,
    file('entrants.csv', ['bib,firstname,lastname,gender,age,contest,wave,chip', ...rows].join('\n')),
  );
  const key = command('key', '--race', RACE, '--label', 'boxes').trim().split('\n').at(-1) ?? '';
  return async (reads: readonly { chip: string; mat: string; minute: number }[]) => {
    const answer = await fetch(`${splitline.url}/api/timing/${encodeURIComponent(RACE)}/reads`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(
        reads.map(({ chip, mat, minute }) => ({
          source: `box ${mat}`,
          mat,
          chip,
          time: new Date(gun + minute * MINUTE).toISOString(),
        })),
      ),
    });
    expect(answer.ok, await answer.text()).toBe(true);
  };
}

/** Presses a button that has the focus or gets it: everything here is done with the keyboard. */
async function pressKey(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('button', { name }).first().focus();
  await page.keyboard.press('Enter');
}

/** Confirms the open form, whose button has the focus, and waits for what the desk says about it. */
async function confirmed(page: Page, words: string | RegExp): Promise<void> {
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Last change' }).getByRole('status').first()).toContainText(words);
}

/** Takes the last change back, in a dialog if one is open: the page behind it cannot have the focus. */
async function undo(page: Page, inside: Page | Locator = page): Promise<void> {
  const button = inside.getByRole('region', { name: 'Last change' }).getByRole('button', { name: 'Undo' });
  await button.focus();
  await expect(button).toBeFocused();
  await confirmed(page, 'Taken back');
}

test('a race morning at the timing desk, with the keyboard', async ({ page, context, splitline }) => {
  test.setTimeout(600_000);
  const gun = Date.now() - 48 * MINUTE;
  const send = await raceMorning(splitline, gun);
  await logInByApi(context, splitline);

  // Everybody starts and passes 5K; then the mat at 5K falls silent with runners still to come. One runner stood in the first wave,
  // one finish is faster than any human, and a chip is nobody's.
  await send([
    ...RUNNERS.slice(1).map(({ chip }, at) => ({ chip, mat: 'START', minute: 0.1 + at / 100 })),
    { chip: 'C101', mat: 'START', minute: -3.8 },
    ...RUNNERS.slice(0, 30).map(({ chip }, at) => ({ chip, mat: '5K', minute: 30 + at / 5 })),
    { chip: 'C102', mat: 'FINISH', minute: 24 },
    { chip: 'X999', mat: 'FINISH', minute: 45 },
  ]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${splitline.url}/Timing?race=${encodeURIComponent(RACE)}`);
  const glance = page.getByRole('region', { name: 'At a glance' });
  await expect(glance).toContainText(/5K: No reads for \d+ minutes/);
  await expect(glance.getByRole('link', { name: /Left with an earlier wave/ })).toBeVisible();
  await expectAccessible(page);

  // The unknown chip is given to a bib, whose name is shown before.
  await pressKey(page, 'Give it to a bib, chip X999');
  await page.keyboard.type('140');
  await expect(page.getByRole('form').getByText(/Ada39 Miller/)).toBeVisible();
  await confirmed(page, 'Chip X999 given to bib 140');
  await expect(page.getByRole('button', { name: 'Give it to a bib, chip X999' })).toHaveCount(0);
  await undo(page);
  await expect(page.getByRole('button', { name: 'Give it to a bib, chip X999' })).toBeVisible();

  // The early starter is timed from the own gun.
  await pressKey(page, 'Own gun, bib 101');
  await confirmed(page, /Bib 101 timed from the gun/);
  await expect(page.getByRole('button', { name: 'Own gun, bib 101' })).toHaveCount(0);
  await undo(page);

  // The page of a runner by name: a finish is refused, and a read voided and restored.
  const search = page.getByRole('searchbox', { name: 'Find a runner by bib or name' });
  await search.focus();
  await page.keyboard.type('ada1 miller');
  await page.getByRole('button', { name: /102 Ada1 Miller/ }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const runner = page.getByRole('dialog', { name: '102 Ada1 Miller' });
  await expect(runner).toBeVisible();
  await expectAccessible(page);
  await pressKey(page, /^Void, the read at FINISH/);
  await confirmed(page, /C102 at FINISH.*voided/);
  await expect(runner.getByText('Voided', { exact: true })).toBeVisible();
  await undo(page, runner);
  await page.keyboard.press('Escape');
  await expect(runner).toHaveCount(0);

  // Entries at the line: one now, one without a network, which is sent later.
  const line = page.getByRole('textbox', { name: 'Bib at the line' });
  await line.focus();
  await page.keyboard.type('103');
  await page.keyboard.press('Enter');
  const entries = page.getByRole('list', { name: 'Entries' });
  await expect(entries.getByText('Ada2 Miller')).toBeVisible();
  await context.setOffline(true);
  await page.keyboard.type('104');
  await page.keyboard.press('Enter');
  await expect(entries.getByText('Kept on this device, not sent yet')).toBeVisible();
  await context.setOffline(false);
  await expect(entries.getByText('Ada3 Miller')).toBeVisible();
  await expect(entries.getByText('Kept on this device, not sent yet')).toHaveCount(0);
  await pressKey(page, 'Undo the entry of bib 103');
  await expect(entries.getByText('Taken back')).toBeVisible();

  // A status by bib, then one for a whole list.
  await page.getByRole('textbox', { name: 'Bib', exact: true }).focus();
  await page.keyboard.type('105');
  await expect(page.getByText(/Ada4 Miller, 10K/)).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Last change' })).toContainText('Bib 105: DNF');
  await page.getByRole('button', { name: /\bList$/ }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('option', { name: '10K: started, not seen at 5K or later' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await pressKey(page, 'Show the runners');
  await pressKey(page, /^DNF for all \d+/);
  const ask = page.getByRole('alertdialog');
  await expect(ask).toContainText(/\d+ runners: DNF/);
  await expectAccessible(page);
  await pressKey(page, 'Set DNF');
  await expect(page.getByRole('region', { name: 'Last change' })).toContainText(/\d+ runners: DNF/);
  await pressKey(page, 'Show the list');
  await expect(page.getByRole('region', { name: 'Who is out' }).getByRole('listitem')).not.toHaveCount(0);
  await expectAccessible(page);
  await undo(page);

  // Every decision is in the list of corrections.
  await expect(page.getByRole('region', { name: 'All corrections' })).toContainText('Bib 105: DNF');
});
