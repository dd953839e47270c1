import type { Page } from '@playwright/test';
import { expectAccessible, expectFine } from './accessibility';
import { mailTest as test } from './mail';
import { logInByApi, raceByApi } from './races';
import { withoutBanner } from './runners';
import { ADMIN, expect } from './server';

const PASSWORD = 'three owls cross the harbor';

/** A message of the page with this text. */
const said = (page: Page, text: string) => page.getByRole('region', { name: 'Messages' }).getByText(text).last();

test('an administrator invites a timer, who times a race and does nothing else, and becomes an administrator', async ({
  page,
  context,
  browser,
  splitline,
  mail,
}) => {
  await withoutBanner(context);
  await logInByApi(context, splitline);
  const desk = await browser.newContext();
  await logInByApi(desk, splitline);
  await raceByApi(splitline, 'Spring Half');
  await page.goto(splitline.url);
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'People' }).click();
  await expect(page).toHaveTitle('People · Splitline');
  await expect(page.getByText('Nobody is invited')).toBeVisible();

  // Without a network nothing that was typed is lost; then with the keyboard alone.
  const email = page.getByRole('textbox', { name: 'E-mail' });
  await email.fill('tom@');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Invalid email format')).toBeVisible();
  await expect(email).toBeFocused();
  await expectAccessible(page);
  await email.fill('tom@example.test');
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Invite' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Network error.' })).toBeVisible();
  await context.setOffline(false);
  await email.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('The invitation is on its way.')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Invitations' }).getByText('Open')).toBeVisible();
  const token = await mail.link('tom@example.test', '/invitation');

  // The invited person, on a phone.
  const phone = await browser.newContext();
  await withoutBanner(phone);
  const tom = await phone.newPage();
  await tom.goto(`${splitline.url}/invitation`);
  await expect(tom.getByText('Open the link of the mail again')).toBeVisible();
  await tom.goto(`${splitline.url}/invitation#wrong`);
  await expect(tom.getByText('This invitation does not work')).toBeVisible();
  await tom.goto(`${splitline.url}/invitation#${token}`);
  await expect(tom.getByText('You are invited to become a timer.')).toBeVisible();
  await expect(tom).toHaveURL(`${splitline.url}/invitation`);
  await tom.reload();
  await expect(tom.getByText('Sent to t•••@example.test.')).toBeVisible();
  await expectFine(tom, { name: 'invitation' });
  await tom.getByRole('textbox', { name: 'Username' }).focus();
  await tom.keyboard.type('tom');
  await tom.keyboard.press('Enter');
  await expect(tom.getByRole('textbox', { name: 'Password' })).toBeFocused();
  await tom.keyboard.type(PASSWORD);
  await expect(tom.getByText(/^Strong\./)).toBeVisible({ timeout: 30_000 });
  await tom.keyboard.press('Enter');
  await expect(tom.getByText('You are a timer now.')).toBeVisible();
  await expectAccessible(tom);

  // The timing desk, with every call of it allowed; nothing else of the administrators'.
  const refused: string[] = [];
  tom.on('response', (answer) => {
    if (answer.status() === 403) refused.push(answer.url());
  });
  await tom.getByRole('link', { name: 'Timing' }).click();
  await expect(tom.getByRole('button', { name: /Spring Half/ })).toBeVisible();
  await expect(tom.getByRole('heading', { name: 'Contests' })).toBeVisible();
  await tom.getByRole('button', { name: 'Account of tom' }).click();
  await expect(tom.getByRole('menuitem', { name: 'Timing' })).toBeVisible();
  await expect(tom.getByRole('menuitem', { name: 'People' })).toHaveCount(0);
  await tom.keyboard.press('Escape');
  expect(refused).toEqual([]);
  await tom.goto(`${splitline.url}/people`);
  await expect(tom).toHaveURL(/Unauthorized/);

  // Found by a search that is in the address; a role is given after a question, and every session ends.
  await page.reload();
  await page.getByRole('searchbox', { name: 'Search people' }).fill('TOM');
  await expect(page).toHaveURL(/q=TOM/);
  await expect(page.getByText(ADMIN.email)).toHaveCount(0);
  await expect(page.getByRole('list', { name: 'Invitations' }).getByText('Accepted')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search people' }).fill('');
  await expect(page.getByText(ADMIN.email)).toBeVisible();
  await expectFine(page, { name: 'people' });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: /Role of tom/ }).click();
  await page.getByRole('listbox').getByRole('option', { name: 'Administrator' }).click();
  const question = page.getByRole('alertdialog', { name: 'Make tom an administrator?' });
  await expect(question.getByText(/logged out at once on every device/)).toBeVisible();
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Change the role' }).click();
  await expect(said(page, 'tom is an administrator now.')).toBeVisible();
  expect((await phone.request.get(`${splitline.url}/api/checkLogin`)).status()).toBe(401);

  // Passkeys are demanded only by who has one.
  await page.getByRole('switch', { name: 'Administrators need a passkey' }).focus();
  await page.keyboard.press('Space');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Demand it' }).press('Enter');
  await expect(page.getByText('You have logged in without a passkey.')).toBeVisible();

  // The other administrator takes the role away; the last one can't give it up.
  const answer = await phone.request.post(`${splitline.url}/api/login`, {
    headers: { Origin: splitline.url },
    data: { username: 'tom', password: PASSWORD },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  await tom.goto(`${splitline.url}/people`);
  await tom.setViewportSize({ width: 390, height: 844 });
  await tom.getByRole('button', { name: /Role of director/ }).click();
  await tom.getByRole('listbox').getByRole('option', { name: 'User' }).click();
  await tom.getByRole('alertdialog').getByRole('button', { name: 'Change the role' }).click();
  await expect(said(tom, 'director is a user now.')).toBeVisible();
  await tom.getByRole('button', { name: /Role of tom/ }).click();
  await tom.getByRole('listbox').getByRole('option', { name: 'Timer' }).click();
  await tom.getByRole('alertdialog').getByRole('button', { name: 'Change the role' }).click();
  await expect(tom.getByText('This is the only administrator.')).toBeVisible();
  await expectAccessible(tom);
  await tom.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();

  // Invited with an account: the way over the login.
  await tom.getByRole('textbox', { name: 'E-mail' }).fill(ADMIN.email);
  await tom.getByRole('button', { name: /^Timer Role/ }).click();
  await tom.getByRole('listbox').getByRole('option', { name: 'Administrator' }).click();
  await tom.getByRole('button', { name: 'Invite' }).click();
  await expect(tom.getByText('The invitation is on its way.')).toBeVisible();
  await page.goto(`${splitline.url}/invitation#${await mail.link(ADMIN.email, '/invitation')}`);
  await expect(page.getByText('There is an account with this e-mail address.')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Log in' }).click();
  await page.getByRole('textbox', { name: 'Username or e-mail' }).fill(ADMIN.email);
  await page.getByRole('textbox', { name: 'Password' }).fill(ADMIN.password);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Accept as director' }).click();
  await expect(page.getByText('You are an administrator now.')).toBeVisible();
});
