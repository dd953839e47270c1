import type { Browser, BrowserContext, Page } from '@playwright/test';
import { expectAccessible, expectFine } from './accessibility';
import { logInByApi, raceByApi, startAt, timeRace } from './races';
import { expect, type Splitline, test } from './server';

const RACE = 'Pier 10K';

/** A race of this morning with three runners. */
async function morning(splitline: Splitline): Promise<void> {
  const gun = Date.now() + 20 * 60_000;
  await raceByApi(splitline, RACE, startAt(gun));
  timeRace(splitline, RACE, gun, ['Zoë', 'Ann', 'Max']);
}

/** Waits until the service worker controls the page, so that it opens without a network. */
async function controlled(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready);
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state), { timeout: 30_000 })
    .toBe('activated');
}

/** A volunteer's phone without an account: it has the link and a name. */
async function phone(browser: Browser, address: string, name: string): Promise<[BrowserContext, Page]> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  await page.goto(address);
  await page.getByRole('textbox', { name: 'Name of this phone' }).fill(name);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('searchbox', { name: 'Bib or name' })).toBeFocused();
  return [context, page];
}

const packet = (page: Page, bib: number) => page.getByRole('article', { name: `Bib ${bib}` });

test('a runner finds bib, start, pen and packet place, also without a network', async ({
  page,
  context,
  splitline,
}) => {
  await morning(splitline);
  await logInByApi(context, splitline);
  const api = `${splitline.url}/api/packets/${encodeURIComponent(RACE)}/places`;
  const places = { text: '101-102: Table A; Pen 1\n103: Table B' };
  expect((await context.request.put(api, { data: places, headers: { Origin: splitline.url } })).status()).toBe(200);

  await page.goto(`${splitline.url}/RaceDaySearch/${encodeURIComponent(RACE)}`);
  const box = page.getByRole('searchbox', { name: 'Bib or name' });
  await expect(box).toBeFocused();
  await expect(page.getByText('Type your bib or a part of your name.')).toBeVisible();
  await page.keyboard.type('zoe');
  await expect(packet(page, 101)).toContainText('Zoë Runner');
  await expect(packet(page, 101)).toContainText('Table A');
  await expect(packet(page, 101)).toContainText('Pen 1');
  await expect(page).toHaveURL(/\?q=zoe$/);
  await expectFine(page);
  await box.fill('Quentin');
  await expect(page.getByRole('paragraph').filter({ hasText: /^Nobody fits “Quentin”$/ })).toBeVisible();
  await expect(page.getByText('go to the registration desk')).toBeVisible();
  await page.getByRole('button', { name: 'QR code' }).click();
  await expect(page.getByRole('img', { name: /^QR code of .*RaceDaySearch\/Pier/ })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('dialog').press('Escape');
  await expect(page).toHaveURL(/\?q=Quentin$/);

  // After a first load the page opens and searches without a network.
  await controlled(page);
  await page.reload();
  await expect(page.getByRole('paragraph').filter({ hasText: /^Nobody fits “Quentin”$/ })).toBeVisible();
  await expect
    .poll(() => page.evaluate(async () => (await (await caches.open('boards')).keys()).length), { timeout: 30_000 })
    .toBe(1);
  await context.setOffline(true);
  await splitline.kill();
  await page.goto(`${splitline.url}/RaceDaySearch/${encodeURIComponent(RACE)}?q=103`);
  await expect(packet(page, 103)).toContainText('Table B');
  await expectAccessible(page);
});

test('two phones hand out packets without a network, and come back without a double', async ({
  page,
  context,
  browser,
  splitline,
}) => {
  await morning(splitline);
  await logInByApi(context, splitline);
  await page.goto(`${splitline.url}/Timing?race=${encodeURIComponent(RACE)}`);
  const packets = page.getByRole('region', { name: 'Packets' });
  await packets.getByRole('textbox', { name: 'Who gets the link' }).fill('Volunteers');
  await packets.getByRole('button', { name: 'Make a link' }).click();
  await expect(packets.getByText('This link is shown only now')).toBeVisible();
  await expect(packets.getByRole('img', { name: 'QR code of the new link' })).toBeVisible();
  const address = (await packets.locator('code').first().textContent()) ?? '';
  expect(address).toMatch(/\/packets\/Pier%2010K#.{20,}$/);
  await expectFine(page);

  const [left, tableA] = await phone(browser, address, 'Table A');
  const [right, tableB] = await phone(browser, address, 'Table B');
  // The secret is in no address that the server gets.
  await tableA.keyboard.type('1');
  await expect(tableA.getByRole('article')).toHaveCount(3);
  await expectFine(tableA);
  await tableA.setViewportSize({ width: 390, height: 844 });
  await controlled(tableA);
  await controlled(tableB);

  // Both lose the network; each hands out bib 101, and one of them bib 102 too.
  await left.setOffline(true);
  await right.setOffline(true);
  await tableA.getByRole('searchbox').fill('101');
  await tableA.keyboard.press('Enter');
  await expect(tableA.getByRole('button', { name: 'Hand out bib 101' })).toBeFocused();
  await tableA.keyboard.press('Enter');
  await expect(packet(tableA, 101)).toContainText('Not sent yet');
  await expect(tableA.getByText('1 action waits on this phone.')).toBeVisible();
  await tableB.getByRole('searchbox').fill('runner');
  await tableB.getByRole('button', { name: 'Hand out bib 101' }).click();
  await tableB.getByRole('button', { name: 'Hand out bib 102' }).click();
  await expect(tableB.getByText('2 actions wait on this phone.')).toBeVisible();
  await expectAccessible(tableB);
  // What waits outlives a reload without a network.
  await tableB.reload();
  await expect(tableB.getByText('2 actions wait on this phone.')).toBeVisible();

  await left.setOffline(false);
  await expect(tableA.getByText('1 action waits on this phone.')).toBeHidden({ timeout: 20_000 });
  await right.setOffline(false);
  const told = tableB.getByText(/^Bib 101 was handed out before: .* [AP]M, Table A \(Volunteers\)\./);
  await expect(told).toBeVisible({ timeout: 20_000 });
  await expectAccessible(tableB);
  await tableB.getByRole('button', { name: 'OK, bib 101' }).click();
  await expect(told).toBeHidden();
  await tableB.getByRole('searchbox').fill('101');
  await expect(packet(tableB, 101)).toContainText(/Handed out .*, Table A \(Volunteers\)/);
  await expect(tableB.getByText('2 of 3').first()).toBeVisible();

  // Another chip, a size and a note; the other phone sees them.
  await tableB.getByRole('searchbox').fill('103');
  await tableB.getByRole('button', { name: 'Change bib 103' }).click();
  for (const [field, text] of [
    ['Shirt size', 'L'],
    ['New chip', 'C777'],
    ['Note', 'comes late'],
  ] as const) {
    await tableB.getByRole('textbox', { name: field }).fill(text);
    await tableB.getByRole('button', { name: `Save ${field}` }).click();
  }
  await tableA.getByRole('searchbox').fill('103');
  for (const text of ['L', 'C777', 'comes late']) {
    await expect(packet(tableA, 103).getByText(text, { exact: true })).toBeVisible({ timeout: 20_000 });
  }
  // A hand-out is taken back after a question.
  await tableA.getByRole('searchbox').fill('102');
  await tableA.getByRole('button', { name: 'Take back bib 102' }).click();
  await expectAccessible(tableA);
  await tableA.getByRole('alertdialog').getByRole('button', { name: 'Take back' }).click();
  await expect(tableA.getByText('1 of 3').first()).toBeVisible({ timeout: 20_000 });

  // The administrator sees the counts and revokes the link, which then says what to do.
  await expect(packets.getByText('1 of 3').first()).toBeVisible({ timeout: 20_000 });
  await packets.getByRole('button', { name: 'Revoke Volunteers' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(packets.getByText('No links yet')).toBeVisible();
  await expect(tableA.getByText('This link was taken back. Ask the race director for a new one.')).toBeVisible({
    timeout: 20_000,
  });
  await expectAccessible(tableA);
  await tableA.goto(address.replace(/#.*/, ''));
  await expect(tableA.getByText(/^Open the packet desk by the link/)).toBeVisible();
  await left.close();
  await right.close();
});
