import { expectAccessible } from './accessibility';
import { logInByApi, raceByApi, startAt, timeRace } from './races';
import { expect, test } from './server';

const RACE = 'Pier 10K';
const MINUTE = 60_000;

test('results are published, corrected in the open, and found by a runner', async ({ page, context, splitline }) => {
  const gun = Date.now() - 120 * MINUTE;
  await raceByApi(splitline, RACE, startAt(gun));
  timeRace(splitline, RACE, gun, ['Zoë', 'Ann', 'Max']);
  await logInByApi(context, splitline);
  const path = `${splitline.url}/api/timing/${encodeURIComponent(RACE)}`;
  const headers = { Origin: splitline.url };
  const seen = async (bib: string, mat: string, minute: number) => {
    const time = new Date(gun + minute * MINUTE).toISOString();
    const answer = await context.request.post(`${path}/corrections`, {
      headers,
      data: { kind: 'add', bib, mat, time, reason: 'Seen' },
    });
    expect(answer.ok(), await answer.text()).toBe(true);
  };
  for (const [bib, finish] of [
    ['101', 45],
    ['102', 50],
    ['103', 55],
  ] as const) {
    await seen(bib, 'LINE', 0.1);
    await seen(bib, '5K', finish / 2);
    await seen(bib, 'LINE', finish);
  }

  const messages = page.getByRole('region', { name: 'Messages' });

  // Before they are published, results are unofficial: the live board's, with the way to it.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${splitline.url}/results?race=${encodeURIComponent(RACE)}`);
  await expect(page.getByText(/^Unofficial: these times come from the race/)).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(4);
  await expect(page.getByRole('link', { name: 'Follow the race' })).toBeVisible();
  await expectAccessible(page);

  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(messages.getByText('10K: version 1 is published.')).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(4);
  await expect(page.getByRole('row').nth(1)).toContainText('Zoë Runner');
  await expect(page.getByText(/Official since /)).toBeVisible();
  await expectAccessible(page);

  // A correction is published as the next version, with a reason and what it changed.
  await context.request.put(`${path}/entrants/101/status`, { headers, data: { status: 'DQ' } });
  await page.reload();
  await page.getByLabel('Why the results change').fill('Bib 101 cut the course');
  await page.getByRole('button', { name: 'Publish the next version' }).click();
  await expect(messages.getByText('10K: version 2 is published.')).toBeVisible();
  await expect(page.getByText(/10K Updated /)).toBeVisible();
  await page.getByText(/Bib 101 cut the course\./).click();
  await expect(page.getByText(/status Finished → Disqualified; place 1 → none/)).toBeVisible();
  await expect(page.getByRole('row').last()).toContainText('DQ');

  // Anybody finds a line by the beginning of a name; the search is in the address.
  await context.clearCookies();
  await page.goto(`${splitline.url}/results`);
  await page.getByRole('searchbox', { name: 'Find a runner by name or bib' }).fill('zoe');
  await expect(page).toHaveURL(/q=zoe/);
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(page.getByRole('row').last()).toContainText('Zoë Runner');
  await expect(page.getByRole('region', { name: 'Publish' })).toBeHidden();
  await page.getByRole('searchbox', { name: 'Find a runner by name or bib' }).fill('nobody');
  await expect(page.getByText('Nobody fits this search')).toBeVisible();
});
