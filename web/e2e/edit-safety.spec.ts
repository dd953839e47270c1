import type { Locator, Page } from '@playwright/test';
import { picture } from './pictures';
import { raceByApi } from './races';
import { ADMIN, expect, type Splitline, test } from './server';

const RACE = 'Harbor Half';

async function logIn(page: Page) {
  await page.getByLabel('Username or e-mail').fill(ADMIN.email);
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.waitForURL((url) => !/login/i.test(url.pathname));
}

/** Creates a race, opens its editor with every section open, and returns a function that finds a part. */
async function editor(page: Page, splitline: Splitline): Promise<(part: string) => Locator> {
  await raceByApi(splitline, RACE);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${splitline.url}/EditRaces?race=${encodeURIComponent(RACE)}`);
  await logIn(page);
  await page.getByRole('button', { name: 'Accept All' }).click();
  await expect(page.getByRole('heading', { level: 1, name: RACE })).toBeVisible();
  return (part) => page.locator(`[data-part="${part}"]`);
}

/** Changes the race through the API, like another administrator would. */
async function changeByApi(page: Page, method: string, path: string, body: object, wanted = 200) {
  const status = await page.evaluate(
    async ([method, path, body]) => {
      const answer = await fetch(path as string, {
        method: method as string,
        headers: { 'Content-Type': 'application/json' },
        body: body as string,
      });
      return answer.status;
    },
    [method, `/api/${path}`, JSON.stringify(body)],
  );
  expect(status).toBe(wanted);
}

const about = async (part: (name: string) => Locator, words: string) => {
  await part('location').locator('[data-edit]').click();
  await part('location').getByLabel('About').fill(words);
};
/** Saves the part, and waits until the server has confirmed it. */
const saveAbout = async (part: (name: string) => Locator) => {
  await save(part('location'));
  await expect(part('location').getByText('Location and information updated successfully!')).toBeVisible();
};
const save = (box: Locator) => box.getByRole('button', { name: /^Save/ }).click();

test("a shared field conflicts after another person's save, but not after one's own", async ({ page, splitline }) => {
  const part = await editor(page, splitline);
  const [header, card] = [part('header'), part('card')];
  await card.locator('[data-edit]').click();
  await card.getByLabel('Location').fill('Pier 7, NY');
  await header.locator('[data-edit]').click();
  await header.getByRole('button', { name: 'Add a distance' }).click();
  await header.getByLabel('Distance 3', { exact: true }).fill('Mile');
  await save(header);
  await expect(header.getByText('Race updated successfully!')).toBeVisible();
  // The user's own save of the header also updates the fields that the card shares with it, so the card is saved without a conflict.
  await expect(card.getByLabel('Distance')).toHaveValue('Half, 10K, Mile');
  await save(card);
  await expect(card.getByText('Race card updated successfully!')).toBeVisible();

  await card.locator('[data-edit]').click();
  await card.getByLabel('Website Path').fill('/race/Harbor Half');
  await changeByApi(page, 'PUT', 'updateHeaderText', { RaceName: RACE, Distance: 'Everything' });
  await save(card);
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText('This section was changed meanwhile');
  // A user who took the other version can still restore the own text.
  await dialog.getByRole('button', { name: 'Take the saved version' }).click();
  await card.getByRole('button', { name: 'Bring them back' }).click();
  await expect(card.getByLabel('Website Path')).toHaveValue('/race/Harbor Half');
});

test('a race that another administrator renamed meanwhile is saved under its new name', async ({ page, splitline }) => {
  const part = await editor(page, splitline);
  await about(part, 'Words of mine.');
  await changeByApi(page, 'PUT', 'updateHeaderText', { RaceName: RACE, EditedName: 'Pier Half' });
  await saveAbout(part);
  await expect(page.getByRole('heading', { level: 1, name: 'Pier Half' })).toBeVisible();
  await expect(page.getByText('Harbor Half is called Pier Half now')).toBeVisible();
  await expect(page).toHaveURL(/race=Pier/);
});

/** Renames the race and creates another one under its former name. */
async function renameAndReuseName(page: Page) {
  await changeByApi(page, 'PUT', 'updateHeaderText', { RaceName: RACE, EditedName: 'Harbor Half 2026' });
  await changeByApi(page, 'POST', 'duplicatePage', { RaceName: 'Harbor Half 2026', NewName: RACE }, 201);
}

/** The race of this name as the server has stored it. */
const stored = (page: Page, name: string): Promise<Record<string, unknown>> =>
  page.evaluate(
    async (name) => (await (await fetch(`/api/AllRacePages?name=${encodeURIComponent(name)}&images=url`)).json()).race,
    name,
  );

test('the opened race is saved, although another race has its former name now', async ({ page, splitline }) => {
  const part = await editor(page, splitline);
  await about(part, 'Words of mine.');
  await part('card').locator('[data-edit]').click();
  await part('card').getByLabel('Location').fill('Pier 7, NY');
  await renameAndReuseName(page);
  await saveAbout(part);
  // The editor shows it under its new name.
  await expect(page.getByRole('heading', { level: 1, name: 'Harbor Half 2026', exact: true })).toBeVisible();
  await expect(page.getByText('Harbor Half is called Harbor Half 2026 now')).toBeVisible();
  await expect(page).toHaveURL(/race=Harbor(\+|%20)Half(\+|%20)2026/);
  await save(part('card'));
  await expect(part('card').getByText('Race card updated successfully!')).toBeVisible();
  expect(await stored(page, 'Harbor Half 2026')).toMatchObject({
    About: 'Words of mine.',
    CardLocation: 'Pier 7, NY',
  });
  expect(await stored(page, RACE)).toMatchObject({
    About: 'Along the harbor and back.',
    CardLocation: 'Lake City, NY',
    isHidden: 'True',
  });
  // The former name opens the race that has it now.
  await page.getByRole('link', { name: 'Back to Race Selection' }).click();
  await page.getByRole('link', { name: RACE, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: RACE, exact: true })).toBeVisible();
  await expect(part('location')).toContainText('Along the harbor and back.');
  await expect(page).toHaveURL(/race=Harbor(\+|%20)Half$/);
});

test('files are saved in the opened race, although another race has its former name now', async ({
  page,
  splitline,
}) => {
  const part = await editor(page, splitline);
  await part('card').locator('[data-edit]').click();
  await part('card')
    .locator('input[name="raceLogo"]')
    .setInputFiles(picture('card.png', 1200, 800));
  await part('memories').locator('[data-edit]').click();
  await part('memories')
    .locator('input[name="memories"]')
    .setInputFiles([picture('one.png', 300, 200), picture('two.png', 330, 220)]);
  await renameAndReuseName(page);
  const before = await stored(page, RACE);
  await save(part('memories'));
  await expect(part('memories').getByText('2 image(s) added successfully!').first()).toBeVisible();
  await save(part('card'));
  await expect(part('card').getByText('Race card updated successfully!')).toBeVisible();
  expect(await stored(page, RACE)).toEqual(before);
  expect((await stored(page, 'Harbor Half 2026')).MemImages).toHaveLength(4);
});

test('a deleted race whose name is taken is restored under another one, and unsaved text is saved into it', async ({
  page,
  splitline,
}) => {
  const part = await editor(page, splitline);
  await about(part, 'Words of mine.');
  await changeByApi(page, 'DELETE', 'deletePage', { RaceName: RACE });
  await raceByApi(splitline, RACE, { About: 'A stranger’s words.' });
  await save(part('location'));
  await part('location').getByRole('button', { name: 'Bring the race back' }).click();
  const dialog = page.getByRole('dialog', { name: `Restore ${RACE}` });
  await expect(dialog).toContainText('A race with this name already exists');
  await dialog.getByRole('button', { name: 'Restore' }).click();
  await expect(part('location').getByText('Location and information updated successfully!')).toBeVisible();
  const name = await page.getByRole('heading', { level: 1 }).textContent();
  expect(name).not.toBe(RACE);
  expect(await stored(page, name ?? '')).toMatchObject({ Race: name, About: 'Words of mine.' });
  expect(await stored(page, RACE)).toMatchObject({ About: 'A stranger’s words.' });
});

test('unsaved text survives a closed tab, a renamed race and a deleted race', async ({ page, splitline, context }) => {
  const part = await editor(page, splitline);
  await about(part, 'Words of mine.');
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain('Words of mine.');
  await changeByApi(page, 'PUT', 'updateHeaderText', { RaceName: RACE, EditedName: 'Pier Half' });
  await page.close();

  const next = await context.newPage();
  await next.setViewportSize({ width: 1440, height: 900 });
  await next.goto(`${splitline.url}/EditRaces?race=${encodeURIComponent(RACE)}`);
  await expect(next.getByRole('heading', { level: 1, name: 'Pier Half' })).toBeVisible();
  await next.getByRole('button', { name: 'Continue editing Location & Information' }).click();
  await expect(next.getByRole('textbox', { name: 'About' })).toHaveValue('Words of mine.');

  await changeByApi(next, 'DELETE', 'deletePage', { RaceName: 'Pier Half' });
  // Chromium now and then never ends a reload whose question was answered by a program.
  const address = next.url();
  await next.close();
  const last = await context.newPage();
  await last.goto(address);
  await expect(last.getByText('Race not found')).toBeVisible();
  await expect(last.getByText('Words of mine.')).toBeVisible();
});

test('unsaved text survives a session that ends while editing', async ({ page, splitline, context }) => {
  const part = await editor(page, splitline);
  await part('header').locator('[data-edit]').click();
  await part('header').getByLabel('Registration link').fill('https://example.com/other');
  await context.clearCookies();
  await save(part('header'));
  await expect(part('header')).toContainText('You are not authorized to make changes. Please log in again.');
  const [login] = await Promise.all([
    context.waitForEvent('page'),
    part('header').getByRole('link', { name: 'Log in' }).click(),
  ]);
  await logIn(login);
  await login.close();
  await expect(part('header').getByLabel('Registration link')).toHaveValue('https://example.com/other');
  await save(part('header'));
  await expect(part('header').getByText('Race updated successfully!')).toBeVisible();
});

test('a corrupt picture is rejected at its own field, and the other pictures stay selected', async ({
  page,
  splitline,
}) => {
  const prizes = (await editor(page, splitline))('prizes');
  await prizes.locator('[data-edit]').click();
  const valid = picture('shirt.png');
  // Its PNG structure is intact, so that only the server, which decodes it, can find the error.
  const corrupt = {
    ...picture('medal.png'),
    buffer: Buffer.from(valid.buffer).fill(0xff, 60, valid.buffer.length - 20),
  };
  await prizes.locator('input[name="medal"]').setInputFiles([corrupt]);
  await prizes.locator('input[name="shirt"]').setInputFiles([valid]);
  await save(prizes);
  // The message is shown twice: for the part, and at the field.
  await expect(prizes.getByText('This is not a picture that can be shown.')).toHaveCount(2);
  await expect(prizes.getByText('medal.png')).toBeVisible();
  await expect(prizes.getByText('shirt.png')).toBeVisible();
});
