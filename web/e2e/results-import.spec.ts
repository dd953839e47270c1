import { readFileSync } from 'node:fs';
import { expectAccessible } from './accessibility';
import { logInByApi, raceByApi, startAt } from './races';
import { expect, test } from './server';

const RACE = 'Lighthouse 10K';
const DAY = 86_400_000;

/** A file as timers send it: a tie with two places, a person without a finish, a time that can't be read, no bib, odd names. */
const FILE = `Place,Bib,Name,Sex,Age,Gun Time,Chip Time,Start,City
1,11,"Ng, Ada",F,34,40:05,40:00,A,Ulm
2,12,Bo Day,M,29,40:10,40:01,A,Ulm
3,13,Zoë O’Brien,F,61,40:20,40:01,A,Ulm
4,14,Max Brandt,M,20,50:00,what,B,Ulm
,15,Ed Roe,M,30,DNF,,B,Ulm
5,,Łukasz Nowak,X,45,51:00,50:30,B,Ulm
`;

test('the results of a past race come in from a file, and awards and records follow from them', async ({
  page,
  context,
  splitline,
}) => {
  await raceByApi(splitline, RACE, startAt(Date.now() - 400 * DAY));
  await logInByApi(context, splitline);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${splitline.url}/results?race=${encodeURIComponent(RACE)}`);
  await page.getByText('Import results from a file').click();
  const choose = page.locator('input[type=file][accept*=".tsv"]');
  const file = { name: 'results.csv', mimeType: 'text/csv', buffer: Buffer.from(FILE) };

  // What is missing is said at its field, before anything is sent.
  await choose.setInputFiles(file);
  await expect(page.getByText('Give the length of the course, like 5K, 13.1 mi or Half.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Name of the contest' }).fill('10K');
  await page.getByRole('textbox', { name: 'Length' }).fill('10K');
  await choose.setInputFiles(file);
  const preview = page.getByRole('region', { name: 'What would become of the file' });
  await expect(preview.getByText('Of 6 lines 5 are results, 1 is refused.')).toBeVisible();
  await expect(preview).toBeFocused();
  await expect(preview.getByText('Place 2 · 40:01 · Female · 60 & better')).toBeVisible();
  await expect(
    preview.getByText('The file places equal times one after the other; here they share a place.').first(),
  ).toBeVisible();
  await expectAccessible(page);

  // A person says what a column is; the refused line can be looked at and downloaded.
  await expect(preview.getByText('Say what these columns are, or leave them out: Start.')).toBeVisible();
  await expect(preview.getByRole('button', { name: /^Publish/ })).toBeHidden();
  await preview.getByRole('button', { name: 'Leave the other column out' }).click();
  await expect(preview.getByText('Left out: Start and City.')).toBeVisible();
  await preview.getByRole('button', { name: /Show: 1 line is refused/ }).click();
  await expect(preview.getByText(/The time "what" is not one like/)).toBeVisible();
  await expect(preview.getByText('Place 2 · 40:01 · Female · 60 & better')).toBeHidden();
  const refused = page.waitForEvent('download');
  await preview.getByRole('link', { name: 'Download the refused lines' }).click();
  expect((await refused).suggestedFilename()).toContain('refused');
  const refusedLines = readFileSync(await (await refused).path(), 'utf8');

  await preview.getByRole('button', { name: 'Publish 5 results' }).click();
  await expect(page.getByRole('region', { name: 'Messages' }).getByText(/^Published\./)).toBeVisible();
  await expect(page.getByRole('row').nth(1)).toContainText('Ada Ng');

  // The refused line is corrected and sent: it adds to the results, and nobody is taken out unasked.
  const corrected = Buffer.from(refusedLines.replace(',what,', ',49:50,'));
  await choose.setInputFiles({ name: 'corrected.csv', mimeType: 'text/csv', buffer: corrected });
  await preview.getByRole('button', { name: 'Leave the other column out' }).click();
  await expect(preview.getByText(/^5 runners of the published results are not in the file/)).toBeVisible();
  await preview.getByRole('textbox', { name: 'Why the results change' }).fill('A time was read wrong');
  await expect(preview.getByRole('button', { name: 'Publish 1 result' })).toBeDisabled();
  await expectAccessible(page);
  await preview.getByRole('button', { name: 'Only add: they stay' }).click();
  await expect(preview.getByText(/^The file adds to the published results/)).toBeVisible();
  await expect(preview.getByRole('textbox', { name: 'Why the results change' })).toHaveValue('A time was read wrong');
  await preview.getByRole('button', { name: 'Publish 1 result' }).click();
  await expect(page.getByRole('row', { name: /Max Brandt.*49:50/ })).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(7);

  // The awards of the race, and what it decides about them.
  await page.getByRole('link', { name: 'Awards' }).click();
  await expect(page.getByRole('heading', { name: 'Women overall' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Women 60 & better' })).toBeVisible();
  await expectAccessible(page);
  await page.getByText('Overall winners get no age-group award').click();
  await expect(page.getByText(/the first three of each age group without them/)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Women 60 & better' })).toBeHidden();
  await page.reload();
  await expect(page.getByText(/the first three of each age group without them/)).toBeVisible();

  // Records of the course, at the width of a phone in the dark.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.getByRole('link', { name: 'Records' }).click();
  await expect(page.getByRole('row', { name: /Women.*40:00.*Ada Ng/ }).first()).toBeVisible();
  await expectAccessible(page);
});
