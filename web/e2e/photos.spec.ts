import { expectAccessible } from './accessibility';
import { picture } from './pictures';
import { logInByApi, raceByApi, startAt, timeRace } from './races';
import { expect, test } from './server';

const RACE = 'Pier 10K';
const MINUTE = 60_000;

test('photos are uploaded over a line that breaks, assigned by keyboard, and removed by a visitor', async ({
  page,
  context,
  splitline,
  playwright,
}) => {
  const gun = Date.now() - 120 * MINUTE;
  await raceByApi(splitline, RACE, startAt(gun));
  timeRace(splitline, RACE, gun, ['Zoë', 'Ann', 'Max']);
  await logInByApi(context, splitline);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${splitline.url}/photos/${encodeURIComponent(RACE)}`);
  await expect(page.getByText('This race has no photos yet.')).toBeVisible();
  await expectAccessible(page);

  const files = [
    picture('101.png', 900, 600, [200, 40, 40]),
    picture('IMG_0102.png', 900, 600, [40, 160, 60]),
    picture('finish_103.png', 900, 600),
    { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no photo') },
  ];
  const choose = page.locator('input[type=file]:not([webkitdirectory])').first();
  // The line breaks at the first piece, and the queue goes on by itself when it is back.
  let broken = 0;
  await page.route('**/api/photos/**/uploads/**', async (route) => {
    broken += 1;
    if (broken > 1) return route.continue();
    await page.context().setOffline(true);
    await route.abort('connectionreset');
    setTimeout(() => void page.context().setOffline(false), 1500);
  });
  await choose.setInputFiles(files);
  await expect(page.getByText('All 4 files are done: 3 new, 1 refused.')).toBeVisible({ timeout: 40_000 });
  await expect(page.getByText(/This is no photo\./)).toBeVisible();
  await page.unroute('**/api/photos/**/uploads/**');

  // A camera's own number is no bib: that photo waits for a person.
  const field = page.getByRole('textbox', { name: 'Bibs in IMG_0102.png' });
  await expect(field).toBeVisible();
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page, { rules: ['color-contrast'] });
  await page.emulateMedia({ colorScheme: 'light' });
  await field.focus();
  await page.keyboard.type('999 102');
  await page.keyboard.press('Enter');
  await expect(page.getByText('The race has no bib 999.')).toBeVisible();
  await field.fill('102');
  await page.keyboard.press('Enter');
  await expect(page.getByText('No photo is in this list.')).toBeVisible();

  // After a reload the same files are chosen again: nothing is there twice.
  await page.reload();
  await choose.setInputFiles(files.slice(0, 3));
  await expect(page.getByText('All 3 files are done: 3 there already.')).toBeVisible();
  await expect(page.getByText(/^3 photos, /)).toBeVisible();

  // A visitor removes one; it is gone at once, and the administrator restores it on a phone.
  const visitor = await playwright.request.newContext({ baseURL: splitline.url });
  const api = `/api/photos/${encodeURIComponent(RACE)}`;
  const found = (await (await visitor.get(`${api}/runner/102`)).json()) as { photos: { id: string }[] };
  const id = found.photos[0]?.id ?? '';
  expect((await visitor.get(`/photo/${id}/480`)).status()).toBe(200);
  const removed = await visitor.post(`${api}/photo/${id}/remove`, { headers: { Origin: splitline.url }, data: {} });
  expect(removed.status()).toBe(200);
  expect((await visitor.get(`/photo/${id}/480`)).status()).toBe(404);
  await visitor.dispose();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  await page.getByRole('radio', { name: 'Removed 1' }).click();
  await expect(page.getByText(/^Removed .* by visitor /)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Restore IMG_0102.png' }).click();
  await expect(page.getByText('No photo is in this list.')).toBeVisible();
});
