import type { Page } from '@playwright/test';
import { expectAccessible } from './accessibility';
import { logInByApi, raceByApi, tenK } from './races';
import { expect, test } from './server';

const RACE = 'Harbor Half';
/** How far the phone's clock is fast. */
const FAST_MS = 95_000;

/** Today in the race's zone, as races have their dates. */
const today = () =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'America/New_York' }).format(new Date());

/** Makes the page's clock fast. */
async function beFast(page: Page) {
  await page.addInitScript((fast) => {
    const now = Date.now.bind(Date);
    Date.now = () => now() + fast;
  }, FAST_MS);
}

test('a race is started on a phone whose clock is 95 s fast, without a connection, and the gun is right', async ({
  page,
  context,
  splitline,
}) => {
  await raceByApi(splitline, RACE, { Date: today() });
  await logInByApi(context, splitline);
  const setup = JSON.parse(tenK('2021-05-08T08:00:00.000-04:00'));
  setup.contests[0].gun = null;
  // Many waves: the button is on the first screen all the same.
  const waves = ['A', 'B', 'C', 'D', 'E', 'F'].map((name, at) => ({
    name,
    gun: null,
    bibs: [{ from: 5000 + at * 100, to: 5099 + at * 100 }],
  }));
  setup.contests.push({ ...setup.contests[0], name: 'Half', bibs: [], waves });
  const desk = `${splitline.url}/api/timing/${encodeURIComponent(RACE)}`;
  const headers = { Origin: splitline.url };
  expect((await context.request.put(`${desk}/setup`, { data: setup, headers })).ok()).toBe(true);

  await beFast(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${splitline.url}/Timing?race=${encodeURIComponent(RACE)}`);
  await expect(page.getByText(/^This device's clock is 9[45]\.\d s fast/)).toBeVisible();
  // The start stands on top: the button is on the first screen of a phone.
  const fire = page.getByRole('button', { name: /^Fire now/ });
  await expect(fire).toBeInViewport();
  await expectAccessible(page);

  await context.setOffline(true);
  const pressed = Date.now();
  const last = page.getByRole('checkbox', { name: /^Half, F/ });
  await last.uncheck();
  await fire.press('Enter');
  await expect(fire).toBeFocused();
  const kept = page.getByRole('region', { name: 'Starts on this device' });
  await expect(kept).toContainText('not sent yet');
  await expectAccessible(page);
  const gunNow = async () => (await (await context.request.get(desk)).json()).setup.contests[0].gun as string | null;
  await context.setOffline(false);
  // A page that is loaded again sends what the last one kept.
  await page.reload();
  await expect(kept).toContainText('Sent. This gun counts.');
  await expect(last).not.toBeChecked();
  const gun = Date.parse((await gunNow()) ?? '');
  expect(Math.abs(gun - pressed)).toBeLessThan(3000);
  await page.getByRole('button', { name: 'Close' }).first().click();
  await expect(kept).toBeHidden();
});
