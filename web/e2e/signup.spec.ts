import type { APIRequestContext } from '@playwright/test';
import { expectAccessible } from './accessibility';
import { mailTest as test } from './mail';
import { logInByApi, raceByApi } from './races';
import { expect, type Splitline } from './server';

const YEAR = new Date().getFullYear() - 1;
const ADDRESS = 'zoe@example.test';
const PASSWORD = 'three owls cross the harbor';

/** Publishes a race of last year in which Zoë O’Brien and somebody else ran. */
async function publish(splitline: Splitline, request: APIRequestContext, race: string, date: string): Promise<void> {
  await raceByApi(splitline, race, { Date: `${date}, ${YEAR}` });
  const query = new URLSearchParams({ race, contest: '5K', distance: '5K' });
  const answer = await request.post(`${splitline.url}/api/results/import?${query}`, {
    headers: { Origin: splitline.url, 'content-type': 'text/csv' },
    data: 'bib,name,sex,dob,time\n117,Zoë O’Brien,F,1990-06-02,20:00\n2,Max Brandt,M,1985-05-05,21:00\n',
  });
  expect(answer.status(), await answer.text()).toBe(201);
}

test('a runner signs up with the code of a mail, claims two results, and decides who sees them', async ({
  page,
  context,
  browser,
  splitline,
  mail,
}) => {
  const desk = await browser.newContext();
  await logInByApi(desk, splitline);
  await publish(splitline, desk.request, 'Spring 5K', 'April 12');
  await publish(splitline, desk.request, 'Summer 5K', 'July 12');
  await context.addInitScript(() => {
    localStorage.setItem('storageVersion', '1.0');
    localStorage.setItem('cookieConsent', 'accepted');
  });

  // With the keyboard alone: what is wrong is said at its field, and the first such field has the focus.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${splitline.url}/login`);
  await page.getByRole('link', { name: 'Create an account' }).focus();
  await page.keyboard.press('Enter');
  const first = page.getByRole('textbox', { name: 'First name' });
  await first.fill('Zoë');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Last name' })).toBeFocused();
  await expect(page.getByText('Last name is required')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.type('O’Brien');
  await page.keyboard.press('Tab');
  await page.keyboard.type('6/2/1990');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('option', { name: 'Women' }).press('Enter');
  // The list gives the focus back once it has closed.
  await expect(page.getByRole('button', { name: /Gender/ })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.type('zoe@example.tset');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/verifyemail$/);

  // The address was misspelled: the code goes to the right one, after the pause that the server demands.
  const code = page.getByRole('textbox', { name: 'Code' });
  await expect(code).toBeFocused();
  await page.keyboard.type('12345');
  await page.keyboard.press('Enter');
  await expect(page.getByText('The code has 6 digits.')).toBeVisible();
  await expectAccessible(page);
  await expect(page.getByRole('button', { name: /^Send another code in \d+ s$/ })).toBeDisabled();
  await page.goto(`${splitline.url}/createaccount`);
  await expect(page.getByText('Confirm your e-mail address first.')).toBeVisible();
  await page.goto(`${splitline.url}/verifyRacer`);
  await expect(page.getByText('You have begun to sign up.')).toBeVisible();
  await first.fill('Zoë');
  await page.getByRole('textbox', { name: 'Last name' }).fill('O’Brien');
  await page.getByRole('textbox', { name: 'Date of birth' }).fill('June 2, 1990');
  await page.getByRole('button', { name: /Gender/ }).click();
  await page.getByRole('option', { name: 'Women' }).click();
  await page.getByRole('textbox', { name: 'E-mail' }).fill(ADDRESS);
  // Without a network nothing that was typed is lost.
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Send the code' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Send the code' }).click();
  const sent = await mail.code(ADDRESS);
  await code.fill(sent === '000000' ? '111111' : '000000');
  await page.keyboard.press('Enter');
  await expect(page.getByText('This is not the code. 4 tries are left.')).toBeVisible();
  // As a mail program shows it, and after a reload.
  await page.reload();
  await code.fill(`${sent.slice(0, 3)} ${sent.slice(3)}`);
  await page.keyboard.press('Enter');

  // The account: a username that is kept back, a password that is easy to guess, and two results.
  await expect(page).toHaveURL(/\/createaccount$/);
  const username = page.getByRole('textbox', { name: 'Username' });
  await username.fill('Race-Director');
  await expect(page.getByText('This name is kept for the people of the site.')).toBeVisible();
  await username.fill('director');
  await expect(page.getByText('This name is kept for the people of the site.')).toBeVisible();
  await username.fill('zoe.runs');
  await expect(page.getByText('This username is free.')).toBeVisible();
  const password = page.getByRole('textbox', { name: 'Password' });
  await password.fill('zoe.runs12');
  await expect(page.getByText(/^Easy to guess\./)).toBeVisible({ timeout: 30_000 });
  await page.getByRole('button', { name: 'Create the account' }).click();
  await expect(page.getByText(/^This password is too easy to guess\./)).toBeVisible();
  await expect(password).toBeFocused();
  await password.fill(PASSWORD);
  await expect(page.getByText(/^Strong\./)).toBeVisible();
  await expect(page.getByText('Zoë O.')).toHaveCount(2);
  await expect(page.getByText('bib ••7').first()).toBeVisible();
  for (const race of ['Spring 5K', 'Summer 5K'])
    await page
      .getByRole('radiogroup', { name: `${race}, 5K: yours?` })
      .getByRole('radio', { name: 'That’s me' })
      .click();
  for (const width of [390, 820, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectAccessible(page, { rules: ['color-contrast'] });
    await page.emulateMedia({ colorScheme: 'light' });
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  }
  await page.getByRole('button', { name: 'Create the account' }).click();
  await expect(page.getByText('Your account is ready.')).toBeVisible();
  await expect(page.getByText('In your account.')).toHaveCount(2);
  await expectAccessible(page);

  // Somebody of the same name and age, born on another day, claims one of the results, too.
  const namesake = (await browser.newContext()).request;
  const post = async (call: string, data: object) => {
    const answer = await namesake.post(`${splitline.url}/api/${call}`, { data, headers: { Origin: splitline.url } });
    expect(answer.ok(), await answer.text()).toBe(true);
    return answer.json();
  };
  const born = { FirstName: 'Zoë', LastName: 'O’Brien', DOB: '1990-06-03', Gender: 'f' };
  const { matches } = await post('verifyRacer', { ...born, Email: 'namesake@example.test' });
  expect(matches).toHaveLength(2);
  await post('verifyEmail', { code: await mail.code('namesake@example.test') });
  const claims = [matches[0].resultId];
  const made = await post('createAccount', { Username: 'namesake', password: PASSWORD, claims });
  expect(made.claims).toEqual([{ resultId: claims[0], state: 'waiting' }]);

  // Private: a stranger sees no name any more; the runner and an administrator do.
  await page.goto(`${splitline.url}/results?race=Spring%205K`);
  await expect(page.getByRole('row', { name: /Zoë O’Brien/ })).toBeVisible();
  await page.getByRole('button', { name: 'Account of zoe.runs' }).click();
  await page.getByRole('menuitem', { name: /Account is public/ }).click();
  await expect
    .poll(async () => (await (await context.request.get(`${splitline.url}/api/profile`)).json()).isPrivate)
    .toBe(true);
  await page.reload();
  await expect(page.getByRole('row', { name: /Zoë O’Brien/ })).toBeVisible();
  const stranger = await browser.newPage();
  await stranger.goto(`${splitline.url}/results?race=Spring%205K`);
  await expect(stranger.getByRole('row', { name: /Private runner/ })).toBeVisible();
  await expect(stranger.getByText('O’Brien')).toHaveCount(0);
  const director = await desk.newPage();
  await director.goto(`${splitline.url}/results?race=Spring%205K`);
  await expect(director.getByRole('row', { name: /Zoë O’Brien/ })).toBeVisible();

  // An administrator compares the namesake with the result, and decides.
  await director.getByRole('button', { name: /^Account of/ }).click();
  await director.getByRole('menuitem', { name: 'Claims' }).click();
  await expect(director.getByText('The date of birth is another one. Another account has it.')).toBeVisible();
  for (const width of [390, 1440]) {
    await director.setViewportSize({ width, height: 900 });
    await expectAccessible(director);
    expect(await director.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  }
  await director.getByRole('button', { name: /^Grant: namesake/ }).click();
  await director.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  await director.getByRole('button', { name: /^Refuse: namesake/ }).click();
  await expect(director.getByRole('region', { name: 'Messages' }).getByText('The claim is refused.')).toBeVisible();
  await expect(director.getByText('No claim waits')).toBeVisible();

  // Who has an account does not sign up again.
  await page.goto(`${splitline.url}/verifyRacer`);
  await expect(page.getByRole('heading', { name: 'You have an account' })).toBeVisible();
  await stranger.goto(`${splitline.url}/verifyemail`);
  await expect(stranger).toHaveURL(/\/login/);
});
