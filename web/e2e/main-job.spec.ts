import type { Page } from '@playwright/test';
import { expectAccessible } from './accessibility';
import { picture } from './pictures';
import { recordedDay } from './recorded-day';
import { ADMIN, expect, type Splitline, test } from './server';

const RACE = 'Lake City Marathon 2021';

/** Opens a page of the app. */
async function open(page: Page, splitline: Splitline, path: string) {
  await page.goto(`${splitline.url}${path}`);
}

async function logIn(page: Page, splitline: Splitline) {
  await open(page, splitline, '/CreateRace');
  // The guard redirects a visitor to the login, and after it back to the page.
  await expect(page).toHaveURL(/\/login/i);
  await page.getByLabel('Username or e-mail').fill(ADMIN.email);
  await page.getByLabel('Password', { exact: true }).fill('not the password');
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page.getByRole('alert').first()).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Create New Race' })).toBeVisible();
}

async function createRace(page: Page) {
  const fill = (label: string, text: string) => page.getByLabel(label, { exact: true }).fill(text);
  await fill('Race name', RACE);
  await fill('Date', 'May 8, 2021');
  await page.getByLabel('Date', { exact: true }).press('Tab');
  await fill('Location', 'Lake City, NY');
  await fill('Website path', `/race/${RACE}`);
  await fill('Registration link', 'https://example.com/register');
  await fill('About', 'Four distances around the lake.');
  await fill('Address', '1 Lake Road, Lake City, NY');
  await fill('Coordinates', '40.6602, -73.9690');
  await fill('Course description', 'Once around the lake, flat and fast.');
  await fill('Course map 1', 'https://www.google.com/maps?q=40.6602,-73.9690&z=14&output=embed');
  await fill('Training', 'Run easy, most days.');
  await fill('Safety information', 'Medics at every second water station.');
  await page.getByText('Show community partners and sponsors').click();
  await page.getByRole('button', { name: 'Add an amenity' }).click();
  await page.getByRole('textbox', { name: 'Amenity 1' }).fill('Chip timing with live tracking');
  for (const field of ['raceLogo', 'medal', 'shirt', 'medals3']) await upload(page, field, [picture(`${field}.png`)]);
  await upload(page, 'memImages', [picture('one.png'), picture('two.png', 640, 360, [196, 40, 28])]);
  await page.getByRole('button', { name: 'Create Race' }).click();
  await expect(page.getByText('Race created successfully!').first()).toBeVisible({ timeout: 30_000 });
}

/** Selects files in the input of a multipart field. */
async function upload(page: Page, field: string, files: ReturnType<typeof picture>[]) {
  await page.locator(`input[type=file][name="${field}"]`).setInputFiles(files);
}

async function setUpTiming(page: Page, splitline: Splitline, setup: string): Promise<string> {
  await open(page, splitline, `/Timing?race=${encodeURIComponent(RACE)}`);
  await page.getByRole('button', { name: 'Load a setup' }).click();
  await page.getByLabel('Setup as JSON').fill(setup);
  await page.getByRole('button', { name: 'Load', exact: true }).click();
  await page.getByRole('button', { name: 'Save setup' }).click();
  await expect(page.getByText(/setup saved/i).first()).toBeVisible();

  // The changes of a list are shown before it is applied, and an invalid line with its reason.
  await page
    .getByLabel('Entrant list')
    .fill(
      'bib,firstname,lastname,gender,age,contest\n801,Ada,Kestrel,f,34,CONTEST\n802,Ben,Oakes,m,twelve,CONTEST'.replaceAll(
        'CONTEST',
        JSON.parse(setup).contests[0].name,
      ),
    );
  await page.getByRole('button', { name: 'Show what would change' }).click();
  const lines = page.getByRole('region', { name: 'Lines of the list' });
  await expect(lines).toContainText('The age "twelve" is not a number from 0 to 120.');
  await page.getByRole('button', { name: 'Apply 1 change' }).click();
  await expect(page.getByText('1 entered.', { exact: false }).first()).toBeVisible();

  await page.getByLabel('Who gets the key').fill('boxes');
  await page.getByLabel('Who gets the key').press('Enter');
  const key = await page.locator('code').first().textContent();
  expect(key).toBeTruthy();
  return key ?? '';
}

test('a race day from the first login to the last finisher', async ({ page, splitline }) => {
  test.setTimeout(240_000);
  const day = recordedDay(splitline);
  const pageErrors: string[] = [];
  page.on('pageerror', (error) => pageErrors.push(String(error)));

  await logIn(page, splitline);
  await createRace(page);

  await open(page, splitline, `/race/${encodeURIComponent(RACE)}`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(RACE);
  for (const part of [
    'Four distances around the lake.',
    'Once around the lake, flat and fast.',
    'Chip timing with live tracking',
    'Be The First To Sponsor This Race',
  ]) {
    await expect(page.getByText(part).first()).toBeAttached();
  }
  await expectAccessible(page);

  const key = await setUpTiming(page, splitline, day.setup);

  // A spectator's phone with the live page, opened before the boxes send.
  const phone = await page
    .context()
    .browser()
    ?.newContext({ viewport: { width: 390, height: 844 } });
  const spectator = await (phone ?? page.context()).newPage();
  await open(spectator, splitline, `/liveRace?race=${encodeURIComponent(RACE)}`);
  await expect(spectator.getByRole('heading', { level: 1 })).toContainText(RACE);

  splitline.run('replay', day.folder, '--race', RACE, '--speed', '0', '--server', splitline.url, '--key', key);

  // The page polls every five seconds.
  await spectator.getByRole('combobox', { name: 'Distance' }).selectOption(day.contest);
  const finished = spectator.getByRole('region', { name: /^Finished Participants/ });
  await expect(finished).toContainText(String(day.finished), { timeout: 20_000 });
  await spectator.getByRole('searchbox').fill(day.winner.bib);
  await finished.locator(`a[href*="bib=${day.winner.bib}"]`).click();
  const detail = spectator.getByRole('dialog');
  await expect(detail).toContainText(day.winner.chip);
  await expect(detail.getByRole('table')).toBeVisible();
  await expectAccessible(spectator);
  await detail.press('Escape');
  await expect(detail).toBeHidden();

  // After a power cut no acknowledged read is missing, and sending the same reads again changes nothing.
  const standings = () =>
    fetch(
      `${splitline.url}/api/getLiveTimes?race=${encodeURIComponent(RACE)}&raceDistance=${encodeURIComponent(day.contest)}`,
      // A kept-alive connection would be to the killed server, or closed by the server during the replay.
      { headers: { connection: 'close' } },
    ).then((answer) => answer.text());
  const before = await standings();
  await splitline.kill();
  await splitline.serve();
  expect(await standings()).toBe(before);
  splitline.run('replay', day.folder, '--race', RACE, '--speed', '0', '--server', splitline.url, '--key', key);
  expect(await standings()).toBe(before);

  expect(pageErrors).toEqual([]);
});

test('an invalid date and a file that is no picture are rejected at their fields, and nothing is saved', async ({
  page,
  splitline,
}) => {
  await logIn(page, splitline);
  await page.getByLabel('Race name', { exact: true }).fill('Harbor 5K');
  await page.getByLabel('Date', { exact: true }).fill('Juneteenth');
  await page.getByRole('button', { name: 'Create Race' }).click();
  await expect(page.getByRole('alert').first()).toBeVisible();
  await page.getByLabel('Date', { exact: true }).fill('June 19, 2027');
  await upload(page, 'medal', [
    { name: 'medal.png', mimeType: 'image/png', buffer: Buffer.from('not a picture at all') },
  ]);
  await page.getByRole('button', { name: 'Create Race' }).click();
  await expect(page.getByText('Race created successfully!')).toBeHidden();
  const races = await (await fetch(`${splitline.url}/api/getAllPageRaces`)).json();
  expect(races.races).toEqual([]);
});

test('an unknown address shows the site’s 404 page', async ({ page, splitline }) => {
  const answer = await page.goto(`${splitline.url}/no/such/page`);
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const unknown = await page.goto(`${splitline.url}/race/Nobody%20Ran%20This`);
  expect(unknown?.status()).toBe(404);
});
