import type { APIRequestContext, Page } from '@playwright/test';
import { expectFine } from './accessibility';
import { logInByApi, raceByApi } from './races';
import { expect, type Splitline, test } from './server';

const YEAR = new Date().getFullYear() - 1;
const SPRING = `bib,name,sex,dob,time
1,Zoë O’Brien,F,1990-06-02,20:00
2,Max Brandt,M,1985-05-05,21:00
3,Ann Berg,F,,22:00
`;
const SUMMER = `bib,name,sex,dob,time
71,Zoë O’Brien,F,1990-06-02,45:00
72,Ann Berg,F,1961-02-03,44:00
`;

/** Publishes the results of a race of the year. */
async function publish(splitline: Splitline, request: APIRequestContext, race: string, date: string, file: string) {
  await raceByApi(splitline, race, { Date: `${date}, ${YEAR}` });
  const contest = race.endsWith('10K') ? '10K' : '5K';
  const query = new URLSearchParams({ race, contest, distance: contest });
  const answer = await request.post(`${splitline.url}/api/results/import?${query}`, {
    headers: { Origin: splitline.url, 'content-type': 'text/csv' },
    data: file,
  });
  expect(answer.status(), await answer.text()).toBe(201);
}

const row = (page: Page, name: RegExp) => page.getByRole('row', { name });

test('the standings of a season, what they are made of, and what an administrator decides about them', async ({
  page,
  context,
  splitline,
}) => {
  await page.goto(`${splitline.url}/raceleague`);
  await expect(page.getByText('No standings yet')).toBeVisible();

  await logInByApi(context, splitline);
  await publish(splitline, context.request, 'Spring 5K', 'April 12', SPRING);
  await publish(splitline, context.request, 'Summer 10K', 'July 12', SUMMER);
  await context.clearCookies();

  // Anybody sees the standings, the rules and the races; the filters are in the address.
  await page.goto(`${splitline.url}/raceleague`);
  await expect(row(page, /Zoë O’Brien/)).toContainText('195');
  await expect(row(page, /Zoë O’Brien/)).toContainText(`${YEAR} champion`);
  await expect(page.getByText('The best 4 races count.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Spring 5K' })).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(5);
  await expectFine(page);
  await page.getByRole('combobox', { name: 'Gender' }).selectOption('Men');
  await expect(page).toHaveURL(/gender=m/);
  await expect(page.getByRole('row')).toHaveCount(2);
  await page.getByRole('link', { name: 'Clear filters' }).click();
  await page.getByRole('searchbox', { name: 'Find a runner by name' }).fill('zoe');
  await expect(page).toHaveURL(/q=zoe/);
  await expect(page.getByRole('row')).toHaveCount(2);

  // What the points of a runner are made of; the runner's own page is one press away.
  await page.getByRole('link', { name: 'Zoë O’Brien' }).click();
  await expect(page).toHaveURL(/runner=/);
  await expect(page.getByRole('heading', { name: 'Zoë O’Brien' })).toBeVisible();
  await expect(row(page, /Summer 10K/)).toContainText('95');
  await expect(row(page, /Spring 5K/)).toContainText('100');
  await expect(page.getByRole('list', { name: 'Titles' })).toContainText(`${YEAR} champion`);
  await expectFine(page);
  await page.goBack();
  await expect(page.getByRole('searchbox', { name: 'Find a runner by name' })).toHaveValue('zoe');
  await expect(page.getByRole('link', { name: 'Settings' })).toBeHidden();

  // The administrator tries settings, and saves them.
  await logInByApi(context, splitline);
  await page.goto(`${splitline.url}/raceleague?show=settings`);
  await page.getByRole('textbox', { name: 'How many races count' }).fill('0');
  await page.getByRole('button', { name: 'Try them first' }).click();
  await expect(page.getByText('Give a whole number from 1 to 50.')).toBeVisible();
  await page.getByRole('textbox', { name: 'How many races count' }).fill('1');
  await page.getByRole('textbox', { name: '10K', exact: true }).fill('200');
  await page.getByRole('button', { name: 'Try them first' }).click();
  const tried = page.getByRole('region', { name: 'What these settings would make' });
  await expect(tried.getByRole('row').nth(1)).toContainText('Ann Berg');
  await expectFine(page);
  // What is not saved is not lost by another tab of the page.
  await page.getByRole('link', { name: 'Persons' }).click();
  await page
    .getByRole('alertdialog', { name: 'Leave without saving?' })
    .getByRole('button', { name: 'Cancel' })
    .click();
  await expect(page.getByRole('textbox', { name: 'How many races count' })).toHaveValue('1');
  await page.getByRole('button', { name: 'Save the settings' }).click();
  await expect(page.getByRole('heading', { name: 'Changes' })).toBeVisible();

  // Two of one name, one without a date of birth, are joined; and the decision is taken back.
  await page.getByRole('link', { name: 'Persons' }).click();
  await page.getByRole('button', { name: 'Join Ann Berg' }).click();
  await expect(page.getByText(/^Ann Berg \(.*, bib \d+\) and Ann Berg \(.*, bib \d+\) are one runner/)).toBeVisible();
  await expectFine(page);
  await page.getByRole('link', { name: 'Standings', exact: true }).click();
  await expect(row(page, /Ann Berg/)).toHaveCount(1);
  await expect(row(page, /Ann Berg/)).toContainText('1 of 2 races count');
  await page.getByRole('link', { name: 'Ann Berg' }).click();
  await page.getByRole('button', { name: 'Take Summer 10K out' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Take out' }).click();
  await expect(page.getByRole('row')).toHaveCount(2);
  await page.getByRole('link', { name: 'Persons' }).click();
  await expect(page.getByText(/^A result of Ann Berg \(.*, bib \d+\) is another runner’s/)).toBeVisible();
  await page.getByRole('button', { name: 'Take back: Ann Berg' }).first().click();
  await expect(page.getByText('Taken back', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Standings', exact: true }).click();
  await expect(row(page, /Ann Berg/)).toHaveCount(1);
});
