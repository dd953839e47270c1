import type { Page } from '@playwright/test';
import { expectAccessible, storePicture } from './accessibility';
import { boxesOf, raceByApi, setUpByCommand, startAt, tenK } from './races';
import { expect, type Splitline, test } from './server';

const RACE = 'Harbor 10K';

/** The runners of three teams and one without, each with the minutes of the finish after the gun; none for who is on the course. */
const RUNNERS = [
  ['Ann', 'Lake Hares', 44],
  ['Bo', 'lake  hares', 45],
  ['Cy', 'Lake Hares', 48],
  ['Di', 'Lake Hares', 52],
  ['Eve', 'The Very Long Named HarborStreetOwlsAndFriendsRunningClubOfTheNorthernShorelineDistrict', 41],
  ['Flo', 'The Very Long Named HarborStreetOwlsAndFriendsRunningClubOfTheNorthernShorelineDistrict', 43],
  ['Guy', 'The Very Long Named HarborStreetOwlsAndFriendsRunningClubOfTheNorthernShorelineDistrict', undefined],
  ['Hal', 'Otters', undefined],
  ['Ian', '', 40],
] as const;

/** A race of an hour ago with teams, and its reads. */
async function teamRace(splitline: Splitline): Promise<void> {
  const gun = Math.floor(Date.now() / 1000) * 1000 - 60 * 60_000;
  await raceByApi(splitline, RACE, startAt(gun));
  const entrants = RUNNERS.map(([name, team], i) => `${101 + i},${name},Runner,f,34,10K,${team}`);
  const list = ['bib,firstname,lastname,gender,age,contest,team', ...entrants].join('\n');
  setUpByCommand(splitline, RACE, tenK(new Date(gun).toISOString()), list);
  const reads = RUNNERS.flatMap(([, , minutes], i) => {
    const read = (mat: string, ms: number) => ({ mat, bib: `${101 + i}`, at: gun + ms });
    return [read('LINE', 5_000), read('5K', 1_300_000), ...(minutes ? [read('LINE', minutes * 60_000 + 5_000)] : [])];
  });
  await boxesOf(splitline, RACE).send(reads);
}

const panel = (page: Page) => page.getByRole('region', { name: 'Teams' });
const list = (page: Page, name: string) => page.getByRole('region', { name: `${name} Participants` });

test('the standing of the teams is opened by the keyboard, and a team filters the lists', async ({
  page,
  context,
  splitline,
}) => {
  await teamRace(splitline);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(`${splitline.url}/liveRace?race=${encodeURIComponent(RACE)}`);
  await expect(list(page, 'Finished').getByText('Ann Runner')).toBeVisible();
  const scripts = () =>
    page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map((one) => one.name)
        .join(' '),
    );
  expect(await scripts()).not.toContain('TeamsPanel');
  await panel(page).getByRole('button', { name: 'Show the standing' }).focus();
  await page.keyboard.press('Enter');
  const rows = panel(page).getByRole('table', { name: '10K' }).getByRole('row');
  await expect(rows).toHaveCount(4);
  await expect(rows.nth(1)).toContainText(
    /^1Lake Hares4 finishersAnn Runner 44:00Bo Runner 45:00Cy Runner 48:002:17:00$/,
  );
  await expect(rows.nth(2)).toContainText(/^2The Very Long Named.*2 of 3 finishers.*1:24:00$/);
  await expect(rows.nth(3)).toContainText('–Ottersno finisher yet–');
  await expect(panel(page).getByText('In the making: 2 runners of the teams are on the course.')).toBeVisible();
  await expectAccessible(page);
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      await storePicture(page, `teams-${scheme}-${width}`);
    }
    await expectAccessible(page, { only: 'main' });
  }

  // The next stop after the button is the first team; a press filters both lists, and keeps the focus.
  await panel(page).getByRole('button', { name: 'Hide the standing' }).focus();
  await page.keyboard.press('Tab');
  await expect(panel(page).getByRole('button', { name: 'Lake Hares' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/team=Lake(\+|%20)Hares/);
  await expect(list(page, 'Finished').getByText('Ann Runner')).toBeVisible();
  await expect(list(page, 'Finished').getByText('Ian Runner')).toBeHidden();
  await expect(panel(page).getByRole('button', { name: 'Lake Hares', pressed: true })).toBeFocused();
  await expectAccessible(page);

  // The same without a network, from what is stored.
  await page.reload();
  await expect(list(page, 'Finished').getByText('Ann Runner')).toBeVisible();
  await expect(list(page, 'Finished').getByText('Ian Runner')).toBeHidden();
  await panel(page).getByRole('button', { name: 'Show the standing' }).click();
  await expect(rows).toHaveCount(4);
  await context.setOffline(true);
  await panel(page).getByRole('button', { name: 'Otters' }).click();
  await expect(list(page, 'Active').getByText('Hal Runner')).toBeVisible();

  // Printed is the standing when it is open.
  await page.emulateMedia({ media: 'print', colorScheme: 'light' });
  await expect(panel(page).getByRole('table', { name: '10K' })).toBeVisible();
  await expect(panel(page).getByRole('button', { name: 'Hide the standing' })).toBeHidden();
  await storePicture(page, 'teams-print');
});
