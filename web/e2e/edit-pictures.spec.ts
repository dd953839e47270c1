import type { BrowserContext, Locator, Page } from '@playwright/test';
import { expectAccessible } from './accessibility';
import { picture } from './pictures';
import { raceByApi } from './races';
import { ADMIN, expect, type Splitline, test } from './server';

const RACE = 'Shore Half';

async function openEditor(context: BrowserContext, splitline: Splitline): Promise<Page> {
  await raceByApi(splitline, RACE);
  const login = await context.request.post(`${splitline.url}/api/login`, {
    headers: { Origin: splitline.url },
    data: { username: ADMIN.email, password: ADMIN.password },
  });
  expect(login.ok()).toBe(true);
  const page = await context.newPage();
  await page.goto(`${splitline.url}/EditRaces?race=${encodeURIComponent(RACE)}`);
  await expect(page.getByRole('heading', { level: 1, name: RACE })).toBeVisible();
  await page.getByRole('button', { name: 'Accept All' }).click();
  return page;
}

/** The frame of a part. */
const part = (page: Page, id: string) => page.locator(`[data-part="${id}"]`);

/** Presses a button by keyboard. */
async function press(button: Locator) {
  await button.focus();
  await button.press('Enter');
}

/** The race as the API returns it to its page. */
async function race(page: Page, splitline: Splitline) {
  const answer = await page.request.get(`${splitline.url}/api/race/${encodeURIComponent(RACE)}?images=url`);
  return (await answer.json()).race;
}

const widths = (images: { width: number }[]) => images.map(({ width }) => width);

test('pictures are cropped, sorted, marked and sent by keyboard alone', async ({ context, splitline }) => {
  const page = await openEditor(context, splitline);

  // The card's picture is cropped to 3:2, in the size that a card needs.
  const card = part(page, 'card');
  await press(card.getByRole('button', { name: /^Edit/ }));
  await card.locator('input[name="raceLogo"]').setInputFiles(picture('wide.png', 3000, 1500));
  await press(card.getByRole('button', { name: 'Edit Race Image' }));
  const dialog = page.getByRole('dialog', { name: 'Crop: Race Image' });
  const frame = dialog.getByRole('application');
  await frame.focus();
  for (const key of ['+', '+', 'ArrowRight', 'ArrowDown']) await page.keyboard.press(key);
  await expect(dialog.getByLabel('Zoom')).not.toHaveValue('0');
  await expectAccessible(page, { only: '[role=dialog]' });
  await press(dialog.getByRole('button', { name: 'Crop', exact: true }));
  await expect(card.getByText('New', { exact: true })).toBeVisible();
  await expect(card.getByRole('button', { name: 'Edit Race Image' })).toBeFocused();
  await press(card.getByRole('button', { name: 'Save Changes' }));
  await expect(card.getByText('Race card updated successfully!').first()).toBeVisible();
  expect((await race(page, splitline)).RaceLogo).toMatchObject({ width: 1200, height: 800 });

  // The prizes: one is added, one is deleted.
  const prizes = part(page, 'prizes');
  await press(prizes.getByRole('button', { name: /^Edit/ }));
  await prizes.locator('input[name="acrylic"]').setInputFiles(picture('acrylic.png', 500, 500));
  await expect(prizes.getByText('New', { exact: true })).toBeVisible();
  await press(prizes.getByRole('button', { name: 'Remove Medal' }));
  await expect(prizes.getByText('To be deleted')).toBeVisible();
  await press(prizes.getByRole('button', { name: 'Save' }));
  await expect(prizes.getByText('Awards updated successfully!').first()).toBeVisible();
  const saved = await race(page, splitline);
  expect(saved.MedalImage).toBeUndefined();
  expect(saved.AcrylicImage).toMatchObject({ width: 500 });

  // The memories: the last is moved to the front; then one is deleted after a confirmation.
  const memories = part(page, 'memories');
  const before = widths((await race(page, splitline)).MemImages);
  await press(memories.getByRole('button', { name: /^Edit/ }));
  await memories
    .locator('input[name="memories"]')
    .setInputFiles([picture('a.png', 300, 200), picture('b.png', 330, 220), picture('c.png', 360, 240)]);
  const earlier = memories.getByRole('button', { name: 'Move c.png earlier' });
  await press(earlier);
  await expect(earlier).toBeFocused();
  await page.keyboard.press('Enter');
  await press(memories.getByRole('button', { name: 'Save' }));
  await expect(memories.getByText('3 image(s) added successfully!').first()).toBeVisible();
  expect(widths((await race(page, splitline)).MemImages)).toEqual([...before, 360, 300, 330]);
  await press(memories.getByRole('button', { name: 'Previous picture' }));
  await press(memories.getByRole('button', { name: /^Delete/ }));
  await expect(page.getByText('Are you sure you want to delete this image?')).toBeVisible();
  await press(page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }));
  await expect(memories.getByText('Image deleted successfully!').first()).toBeVisible();
  expect(widths((await race(page, splitline)).MemImages)).toEqual([...before, 360, 300]);
});

test('while the network fails, each picture is either sent or can be tried again', async ({ context, splitline }) => {
  const page = await openEditor(context, splitline);
  const memories = part(page, 'memories');
  const before = widths((await race(page, splitline)).MemImages);
  let calls = 0;
  await page.route('**/memory-images*', (route) => {
    calls += 1;
    return calls === 1 ? route.continue() : route.abort('connectionfailed');
  });
  await memories.getByRole('button', { name: /^Edit/ }).click();
  await memories
    .locator('input[name="memories"]')
    .setInputFiles([picture('a.png', 300, 200), picture('b.png', 330, 220), picture('c.png', 360, 240)]);
  await memories.getByRole('button', { name: 'Save' }).click();
  await expect(memories.getByText('Failed to add images. Please try again.').first()).toBeVisible();
  const list = memories.getByRole('list', { name: 'Pictures on their way' });
  await expect(list.getByText('Not sent')).toHaveCount(2);
  expect(widths((await race(page, splitline)).MemImages)).toEqual([...before, 300]);

  await page.unroute('**/memory-images*');
  await list.getByRole('button', { name: 'Retry c.png' }).click();
  await expect(memories.getByText('1 image(s) added successfully!').first()).toBeVisible();
  // The part stays in edit mode while a picture is missing.
  await memories.getByRole('button', { name: 'Save' }).click();
  await expect(memories.getByRole('button', { name: /^Edit/ })).toBeVisible();
  expect(widths((await race(page, splitline)).MemImages)).toEqual([...before, 300, 360, 330]);
});

test('memories are sorted by pointer and by keyboard, and several are deleted after one confirmation', async ({
  context,
  splitline,
}) => {
  const page = await openEditor(context, splitline);
  const memories = part(page, 'memories');
  const shown = async () => widths((await race(page, splitline)).MemImages);
  await press(memories.getByRole('button', { name: /^Edit/ }));
  await memories
    .locator('input[name="memories"]')
    .setInputFiles([300, 330, 360, 390].map((width) => picture(`${width}.png`, width, 200)));
  await press(memories.getByRole('button', { name: 'Save' }));
  await expect(memories.getByText('4 image(s) added successfully!').first()).toBeVisible();
  const [a, b, c, d, ...rest] = await shown();

  await press(memories.getByRole('button', { name: /^Edit/ }));
  // Dragged by its handle to the first position.
  const grip = (at: number) => memories.getByTitle('Drag to sort').nth(at);
  await grip(2).scrollIntoViewIfNeeded();
  await grip(2).dragTo(grip(0));
  await expect(memories.getByText(/^picture 3 is now 1 of/)).toHaveCount(1);
  const later = memories.getByRole('button', { name: 'Move picture 1 later' });
  await press(later);
  await expect(later).toBeFocused();
  await expectAccessible(page, { only: '[data-part=memories]' });
  await press(memories.getByRole('button', { name: 'Save' }));
  await expect(memories.getByText('Order saved successfully!').first()).toBeVisible();
  expect(await shown()).toEqual([c, b, a, d, ...rest]);

  await press(memories.getByRole('button', { name: /^Edit/ }));
  for (const name of ['Select picture 1', 'Select picture 3']) {
    await memories.getByRole('checkbox', { name }).focus();
    await page.keyboard.press('Space');
  }
  await press(memories.getByRole('button', { name: 'Delete 2 pictures' }));
  const dialog = page.getByRole('alertdialog');
  await expect(dialog.getByText('Are you sure you want to delete these 2 images?')).toBeVisible();
  await press(dialog.getByRole('button', { name: 'Delete' }));
  await expect(memories.getByText('2 images deleted successfully!').first()).toBeVisible();
  expect(await shown()).toEqual([b, d, ...rest]);
});
