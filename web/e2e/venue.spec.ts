import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { expectAccessible, expectFine, storePicture } from './accessibility';
import { boxesOf, logInByApi, raceByApi, setUpByCommand, startAt, tenK } from './races';
import { expect, type Splitline, test } from './server';

const RACE = 'Pier 10K';
const MINUTE = 60_000;
const LIST = [
  'bib,firstname,lastname,gender,age,contest,City of residence',
  '101,Zoë,O’Brien,f,34,10K,Lake City',
  '102,Ann,Ng,f,29,10K,Shore',
  '103,Max,Day,m,41,10K,',
  '104,Bo,Fox,m,52,10K,Harbor',
].join('\n');

/** A race that began half an hour ago, and a function that sends reads; minutes are counted from the gun. */
async function underWay(splitline: Splitline) {
  const gun = Date.now() - 41 * MINUTE;
  await raceByApi(splitline, RACE, startAt(gun));
  setUpByCommand(splitline, RACE, tenK(new Date(gun).toISOString()), LIST);
  const { send } = boxesOf(splitline, RACE);
  return (...reads: readonly (readonly [bib: number, mat: string, minute: number])[]) =>
    send(reads.map(([bib, mat, minute]) => ({ mat, bib: String(bib), at: gun + minute * MINUTE })));
}

const row = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Next to the line' }).getByRole('button', { name: new RegExp(name) });

const picture = (page: Page, name: string) => storePicture(page, name, false);

test('the announcer’s hour', async ({ page, context, browser, splitline }) => {
  test.setTimeout(180_000);
  const send = await underWay(splitline);
  await send([101, 'LINE', 0.1], [102, 'LINE', 0.1], [103, 'LINE', 0.2], [104, 'LINE', 0.2]);
  await send([101, '5K', 22.5], [102, '5K', 24], [103, '5K', 23], [104, '5K', 26]);

  // A visitor is told what the page needs.
  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto(`${splitline.url}/announcer/${encodeURIComponent(RACE)}`);
  await expect(visitor.getByText(/^The announcer's page needs a login/)).toBeVisible({ timeout: 60_000 });
  await expect(visitor.getByRole('link', { name: /Log in/ })).toBeVisible();
  await expectFine(visitor);

  // The link is made where those of the packet desk are.
  await logInByApi(context, splitline);
  await page.goto(`${splitline.url}/Timing?race=${encodeURIComponent(RACE)}`);
  const packets = page.getByRole('region', { name: 'Packets' });
  await packets.getByRole('textbox', { name: 'Who gets the link' }).fill('Booth');
  await packets.getByRole('button', { name: /What it opens/ }).click();
  await page.getByRole('option', { name: 'Announcer' }).click();
  await packets.getByRole('button', { name: 'Make a link' }).click();
  await expect(packets.getByText(/^Whoever has it sees who comes next/)).toBeVisible();
  const address = (await packets.locator('code').first().textContent()) ?? '';
  expect(address).toMatch(/\/announcer\/Pier%2010K#.{20,}$/);

  const phone = await browser.newContext({ viewport: { width: 320, height: 700 } });
  const booth = await phone.newPage();
  await booth.goto(address);
  await expect(row(booth, 'Zoë O’Brien')).toContainText('34, Lake City', { timeout: 60_000 });
  await expect(row(booth, 'Zoë O’Brien')).toContainText('1st overall · 1st female · 1st female 30-39');
  await expect(row(booth, 'Max Day')).toContainText('5 km at');
  await expectFine(booth);
  await booth.setViewportSize({ width: 320, height: 700 });
  await picture(booth, 'announcer-320');

  // By the keyboard: the next one is said, and taken back.
  await booth.setViewportSize({ width: 1280, height: 800 });
  await row(booth, 'Zoë O’Brien').focus();
  await booth.keyboard.press('ArrowDown');
  await booth.keyboard.press('Space');
  await expect(booth.locator('button[aria-pressed=true]')).toHaveCount(1);
  await booth.keyboard.press('Home');
  await booth.keyboard.press('Enter');
  await expect(booth.locator('button[aria-pressed=true]')).toHaveCount(2);
  await booth.keyboard.press('u');
  await expect(booth.locator('button[aria-pressed=true]')).toHaveCount(1);
  await expectAccessible(booth);
  await picture(booth, 'announcer-1280');
  await booth.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(booth, { rules: ['color-contrast'] });
  await picture(booth, 'announcer-1280-dark');
  await booth.emulateMedia({ colorScheme: 'light' });

  // Somebody arrives, and the others move up; a reload forgets nobody who was said.
  await send([101, 'LINE', 40.5]);
  await expect(row(booth, 'Zoë O’Brien')).toHaveCount(0, { timeout: 20_000 });
  const arrived = booth.getByRole('list', { name: 'Just finished' });
  await expect(arrived).toContainText('Zoë O’Brien, 34, Lake City');
  await booth.reload();
  await expect(booth.locator('button[aria-pressed=true]')).toHaveCount(1);

  // Without a network the last field stays, with its age.
  await phone.setOffline(true);
  await expect(booth.getByText(/^No connection\. Who comes is estimated/)).toBeVisible({ timeout: 20_000 });
  await expect(booth.getByText('Offline', { exact: true })).toBeVisible();
  await expect(row(booth, 'Ann Ng')).toBeVisible();
  await expectAccessible(booth);
  await phone.setOffline(false);
  await expect(booth.getByText(/^No connection\. Who comes is estimated/)).toBeHidden({ timeout: 20_000 });

  // Revoked while it is in use: nobody stays on the screen.
  await packets.getByRole('button', { name: 'Revoke Booth' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(booth.getByText('This link was taken back. Ask the race director for a new one.')).toBeVisible({
    timeout: 20_000,
  });
  await expect(booth.getByText('Ann Ng')).toHaveCount(0);
  await expectAccessible(booth);
});

test('boards for a projector, and the code of a runner', async ({ page, splitline }) => {
  const send = await underWay(splitline);
  const base = `${splitline.url}/board/${encodeURIComponent(RACE)}`;
  await page.setViewportSize({ width: 1920, height: 1080 });
  // New versions are named to a board that stands all day.
  const stream = page.waitForResponse(/\/api\/live\/.*\/versions$/);
  await page.goto(`${base}/finish`);
  expect((await stream).status()).toBe(200);
  await expect(page.getByText('Nobody has finished yet.')).toBeVisible();
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await send([101, 'LINE', 0.1], [102, 'LINE', 0.1], [103, 'LINE', 0.2]);
  await send([101, '5K', 20], [102, '5K', 21], [101, 'LINE', 39], [102, 'LINE', 40]);
  const finishers = page.getByRole('list', { name: 'Latest finishers' }).getByRole('listitem');
  await expect(finishers).toHaveCount(2, { timeout: 20_000 });
  await expect(finishers.first()).toContainText('Ann Ng');
  await expect(finishers.first()).toContainText('2nd overall · 2nd female · 1st female 20-29');
  await expectAccessible(page);
  await picture(page, 'finish-1920');
  await page.setViewportSize({ width: 320, height: 700 });
  await expectFine(page);
  await page.setViewportSize({ width: 320, height: 700 });
  await picture(page, 'finish-320');
  await page.setViewportSize({ width: 1280, height: 720 });
  await picture(page, 'finish-1280');
  await page.keyboard.press('f');
  await expect.poll(() => page.evaluate(() => document.fullscreenElement !== null)).toBe(true);
  await expect(page.getByRole('button', { name: 'Full screen' })).toHaveCount(0);
  await page.keyboard.press('f');
  await expect(page.getByRole('button', { name: 'Full screen' })).toBeVisible();
  await page.getByRole('button', { name: 'Light' }).click();
  await expectAccessible(page);
  await picture(page, 'finish-1280-light');

  await page.setViewportSize({ width: 1920, height: 1080 });
  await page.goto(`${base}/status`);
  const contest = page.getByRole('region', { name: '10K' });
  await expect(contest).toContainText('Registered');
  await expect(contest.getByRole('definition').filter({ hasText: /^4\d:\d\d$/ })).toBeVisible();
  await expect(contest).toContainText('Zoë O’Brien');
  await expectAccessible(page);
  await picture(page, 'status-1920');
  await page.setViewportSize({ width: 320, height: 700 });
  await expectFine(page);
  await page.setViewportSize({ width: 320, height: 700 });
  await picture(page, 'status-320');
  await page.goto(`${splitline.url}/board/No%20such%20race/status`);
  await expect(page.getByRole('alert')).toBeVisible();
  await expectAccessible(page);

  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${splitline.url}/liveRace?race=${encodeURIComponent(RACE)}&bib=103`);
  const dialog = page.getByRole('dialog', { name: 'Max Day' });
  await dialog.getByRole('button', { name: 'QR code' }).click();
  await expect(dialog.getByRole('img', { name: 'QR code that opens Max Day' })).toBeVisible();
  await expect(dialog.getByText(/\/liveRace\?race=Pier\+10K&bib=103$/)).toBeVisible();
  await expectAccessible(page);
  await picture(page, 'code-1280');
});

test('a partner’s site frames the live results, another one cannot', async ({ page, context, splitline }) => {
  const send = await underWay(splitline);
  await send([101, 'LINE', 0.1], [102, 'LINE', 0.1], [101, '5K', 20], [101, 'LINE', 39]);
  const embed = `${splitline.url}/embed/live/${encodeURIComponent(RACE)}`;
  // Two sites of their own: another port is another origin.
  const sites = [createServer(), createServer()];
  for (const site of sites) {
    site.on('request', (_, answer) => {
      answer.setHeader('content-type', 'text/html');
      answer.end(`<!doctype html><title>Partner</title><iframe title="Live" src="${embed}" width="360" height="560">`);
    });
    await new Promise<void>((begun) => site.listen(0, '127.0.0.1', begun));
  }
  const [partner, other] = sites.map((site) => `http://127.0.0.1:${(site.address() as AddressInfo).port}`);

  await page.goto(embed);
  await expect(page.getByText(/^The organizer of this race does not show its live results/)).toBeVisible();
  await expectAccessible(page);

  // The director allows it. Sites are https; the server of this test is not, so its header is made of what was saved.
  await logInByApi(context, splitline);
  const api = `${splitline.url}/api/updateRaceMedia`;
  const save = (sites: string[]) =>
    context.request.put(api, { data: { RaceName: RACE, LiveSites: sites }, headers: { Origin: splitline.url } });
  expect((await save(['http://partner.example'])).status()).toBe(400);
  expect((await save(['https://partner.example'])).status()).toBe(200);
  const policy = (await context.request.get(embed)).headers()['content-security-policy'] ?? '';
  expect(policy).toMatch(/frame-ancestors https:\/\/partner\.example$/);
  await context.route(embed, async (route) => {
    const answer = await route.fetch();
    const headers = answer.headers();
    const csp = headers['content-security-policy']?.replace('https://partner.example', partner ?? '') ?? '';
    await route.fulfill({ response: answer, headers: { ...headers, 'content-security-policy': csp } });
  });

  // Storage of other sites in frames is blocked.
  await context.addInitScript(() => {
    if (window.top === window) return;
    for (const name of ['localStorage', 'sessionStorage', 'caches'] as const) {
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('blocked', 'SecurityError');
        },
      });
    }
  });
  await page.goto(partner ?? '');
  const frame = page.frameLocator('iframe');
  await expect(frame.getByRole('list', { name: '10K' })).toContainText('Zoë O’Brien', { timeout: 20_000 });
  await picture(page, 'embed');
  await frame.getByRole('searchbox', { name: 'Bib or name' }).fill('ann');
  const link = frame.getByRole('link', { name: /Ann Ng/ });
  await expect(link).toHaveAttribute('target', '_blank');
  expect(await link.getAttribute('href')).toBe('/liveRace?race=Pier+10K&bib=102');
  await page.goto(other ?? '');
  await expect(page.frameLocator('iframe').getByRole('list', { name: '10K' })).toHaveCount(0);

  // The page itself, as small as a frame.
  await context.unroute(embed);
  await page.setViewportSize({ width: 320, height: 600 });
  await page.goto(embed);
  await expect(page.getByRole('list', { name: '10K' })).toContainText('Zoë O’Brien');
  await expectFine(page);
  await page.setViewportSize({ width: 320, height: 600 });
  await picture(page, 'embed-320');
  for (const site of sites) site.close();
});
