/**
 * Changes of an account that the server makes while their answers are lost, as on a bad connection: what the page then says is true, and
 * nothing has to be done again.
 */
import type { Page } from '@playwright/test';
import { mailTest } from './mail';
import { PASSWORD, post, runner } from './runners';
import { expect } from './server';

// A service worker would make the requests itself, and their answers could not be taken away.
const test = mailTest.extend({ serviceWorkers: 'block' });

/** Takes away the answer to the next change by this call, after the server has made it. */
async function loseAnswer(page: Page, call: string): Promise<void> {
  let isLost = false;
  await page.route(`**/api/${call}`, async (route) => {
    if (isLost || route.request().method() === 'GET') return route.fallback();
    isLost = true;
    await route.fetch();
    await route.abort('connectionreset');
  });
}

test('what the server has done is told, although its answer was lost', async ({
  page,
  context,
  browser,
  splitline,
  mail,
}) => {
  await runner(splitline, context, await browser.newContext(), mail, []);
  const part = (name: string) => page.getByRole('region', { name, exact: true });
  const alerts = page.locator('main').getByRole('alert');

  // A result is claimed, and a title chosen.
  await page.goto(`${splitline.url}/profile`);
  await page.getByRole('radio', { name: 'That’s me' }).click();
  await loseAnswer(page, 'claimResults');
  await page.getByRole('button', { name: 'Save what I chose' }).click();
  await expect(page.getByText('Thank you. What you said about these results is saved.')).toBeVisible();
  await expect(part('Results').getByRole('row', { name: /Spring 5K/ })).toBeVisible();
  await loseAnswer(page, 'profileTitle');
  await page.getByRole('button', { name: /Title on your profile/ }).click();
  await page.getByRole('option', { name: /^Winner: Spring 5K/ }).click();
  await expect(page.getByText('Your title is saved.')).toBeVisible();

  // Who is public knows it, and who is private, too.
  await page.goto(`${splitline.url}/edit`);
  for (const [choice, shown] of [
    ['Private account', 'only you and administrators'],
    ['Private account', 'everybody'],
    ['Initials only', 'Z. O.'],
  ] as const) {
    await page.unrouteAll();
    await loseAnswer(page, choice === 'Private account' ? 'updatePrivacy' : 'profile');
    await part('What others see').getByText(choice).click();
    await expect(part('What others see').getByText(shown, { exact: true })).toBeVisible();
    await expect(part('What others see').getByText('Your changes are saved.')).toBeVisible();
    await expect(alerts).toHaveCount(0);
  }

  // Another address: its code is asked for, and it is the account's.
  await loseAnswer(page, 'changeEmail');
  await page.getByRole('textbox', { name: 'New e-mail address' }).fill('zoe.new@example.test');
  await part('E-mail').getByRole('textbox', { name: 'Present password' }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  const code = page.getByRole('textbox', { name: 'Code' });
  await expect(code).toBeVisible();
  await page.unrouteAll();
  await loseAnswer(page, 'changeEmail');
  await code.fill(await mail.code('zoe.new@example.test'));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Your e-mail address is changed.')).toBeVisible();
  await expect(alerts).toHaveCount(0);

  // A change that nothing can tell: the page says what to do.
  await page.getByRole('textbox', { name: 'New password', exact: true }).fill('four herons leave the quay');
  await page.getByRole('textbox', { name: 'New password again' }).fill('four herons leave the quay');
  await part('Password').getByRole('textbox', { name: 'Present password' }).fill(PASSWORD);
  await loseAnswer(page, 'changePassword');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/if the present one is refused, log in with the new one/)).toBeVisible();

  // The account is deleted, and nothing of it stays.
  await page.getByRole('button', { name: 'Delete my account' }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('textbox', { name: 'Present password' })
    .fill('four herons leave the quay');
  await loseAnswer(page, 'account');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Your account has been deleted.').first()).toBeVisible();
  await expect(page.getByRole('button', { name: /^Account of/ })).toHaveCount(0);
  expect(await page.evaluate(() => localStorage.getItem('fastestTimes') ?? '')).not.toContain('20:00');
});

test('an account is made once, although the answer was lost, and so is an invitation accepted', async ({
  page,
  context,
  browser,
  splitline,
  mail,
}) => {
  const desk = await runner(splitline, context, await browser.newContext(), mail);
  await context.clearCookies();
  const person = { FirstName: 'Tom', LastName: 'Else', DOB: '1980-01-01', Gender: 'm', Email: 'tom@example.test' };
  await post(splitline, context.request, 'verifyRacer', person);
  await post(splitline, context.request, 'verifyEmail', { code: await mail.code('tom@example.test') });
  await page.goto(`${splitline.url}/createaccount`);
  await page.getByRole('textbox', { name: 'Username' }).fill('tom.runs');
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await loseAnswer(page, 'createAccount');
  await page.getByRole('button', { name: 'Create the account' }).click();
  await expect(page.getByText('Your account is ready.')).toBeVisible();

  await context.clearCookies();
  await post(splitline, desk, 'invitations', { email: 'tim@example.test', role: 'timer' });
  await page.goto(`${splitline.url}/invitation#${await mail.link('tim@example.test', '/invitation')}`);
  await page.getByRole('textbox', { name: 'Username' }).fill('tim');
  // What was typed survives a reload; the password does not.
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Username' })).toHaveValue('tim');
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await loseAnswer(page, 'acceptInvitation');
  await page.getByRole('button', { name: 'Create the account and accept' }).click();
  await expect(page.getByText(/^You are a timer now/)).toBeVisible();
});
