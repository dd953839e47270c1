/**
 * Changes of an account that the server makes while their answers are lost, as on a bad connection: what the page then says is true, and
 * nothing has to be done again.
 */
import type { Page } from '@playwright/test';
import { expectFine } from './accessibility';
import { mailTest } from './mail';
import { withPasskeys } from './passkeys';
import { picture } from './pictures';
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

  // A password is told by the session's other id.
  const changePassword = async (present: string, another: string) => {
    await page.getByRole('textbox', { name: 'New password', exact: true }).fill(another);
    await page.getByRole('textbox', { name: 'New password again' }).fill(another);
    await part('Password').getByRole('textbox', { name: 'Present password' }).fill(present);
    await page.keyboard.press('Enter');
  };
  await loseAnswer(page, 'changePassword');
  await changePassword(PASSWORD, 'three herons cross the quay');
  await expect(part('Password').getByText(/^Your password is changed\./)).toBeVisible();
  await expect(alerts).toHaveCount(0);

  // When that can't be read, either: the page says what may have happened, and the second answer what probably has.
  await page.unrouteAll();
  await page.route('**/api/sessions', (route) => route.abort('connectionreset'));
  await loseAnswer(page, 'changePassword');
  await changePassword('three herons cross the quay', 'four herons leave the quay');
  await expect(page.getByText(/if the present one is refused, log in with the new one/)).toBeVisible();
  await page.getByRole('button', { name: 'Change the password' }).click();
  await expect(page.getByText('This is not your present password.')).toBeVisible();
  await expect(page.getByText('Your password is probably changed')).toBeVisible();
  await expectFine(page, { name: 'password-doubt', brief: true });
  await page.unrouteAll();

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

test('a picture, a passkey and an ended session are told, although their answers were lost', async ({
  page,
  context,
  browser,
  splitline,
  mail,
}) => {
  await runner(splitline, context, await browser.newContext(), mail, []);
  await withPasskeys(context, page);
  await page.goto(`${splitline.url}/edit`);
  const part = (name: string) => page.getByRole('region', { name, exact: true });
  const alerts = page.locator('main').getByRole('alert');
  const confirm = (name: string) => page.getByRole('alertdialog').getByRole('button', { name }).click();

  await loseAnswer(page, 'profile/picture');
  await page.locator('input[type=file]').setInputFiles(picture('me.png', 300, 300));
  await page.getByRole('dialog').getByRole('button', { name: 'Crop', exact: true }).click();
  await expect(part('Picture').getByText('Your picture is saved.')).toBeVisible();
  await expect(part('Picture').locator('img')).toBeVisible();
  await page.unrouteAll();
  await loseAnswer(page, 'profile/picture');
  await part('Picture').getByRole('button', { name: 'Remove it' }).click();
  await confirm('Remove');
  await expect(part('Picture').getByText('Your picture is removed.')).toBeVisible();
  await expect(part('Picture').locator('img')).toHaveCount(0);

  const passkeys = part('Passkeys');
  await passkeys.getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: /^Name/ }).fill('Blue laptop');
  await dialog.getByRole('textbox', { name: 'Present password' }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await passkeys.getByRole('button', { name: 'Remove Blue laptop' }).click();
  await loseAnswer(page, 'passkeys/*');
  await confirm('Remove');
  await expect(passkeys.getByText('Passkey removed')).toBeVisible();
  await expect(passkeys.getByText('You have no passkeys yet.')).toBeVisible();

  const elsewhere = await browser.newContext();
  await post(splitline, elsewhere.request, 'login', { username: 'zoe.runs', password: PASSWORD, remember: true });
  await page.reload();
  await loseAnswer(page, 'sessions/*');
  await part('Devices')
    .getByRole('button', { name: /^Log out [^a]/ })
    .click();
  await confirm('Log out');
  await expect(part('Devices').getByText('The device is logged out.')).toBeVisible();
  await expect(part('Devices').getByText('No other device is logged in.')).toBeVisible();
  await expect(alerts).toHaveCount(0);
});

test('an invitation and a decision are told to the administrator, although their answers were lost', async ({
  page,
  context,
  browser,
  splitline,
  mail,
}) => {
  const runners = await browser.newContext();
  await runner(splitline, runners, context, mail);
  // Somebody of the same name, born on another day, claims the result, too.
  const namesake = (await browser.newContext()).request;
  const born = { FirstName: 'Zoë', LastName: 'O’Brien', DOB: '1990-06-03', Gender: 'f' };
  const begun = await post(splitline, namesake, 'verifyRacer', { ...born, Email: 'namesake@example.test' });
  await post(splitline, namesake, 'verifyEmail', { code: await mail.code('namesake@example.test') });
  const claims = begun.matches.map(({ resultId }: { resultId: string }) => resultId);
  await post(splitline, namesake, 'createAccount', { Username: 'namesake', password: PASSWORD, claims });

  await page.goto(`${splitline.url}/claims`);
  await loseAnswer(page, 'claims/*/*');
  await page.getByRole('button', { name: /^Refuse: namesake/ }).click();
  const said = page.getByRole('region', { name: 'Messages' });
  await expect(said.getByText('This claim is decided and does not wait any more.')).toBeVisible();
  await expect(page.getByText('No claim waits')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Claims' })).toBeFocused();

  await page.goto(`${splitline.url}/people`);
  await expect(page.getByText('Nobody is invited')).toBeVisible();
  await page.getByRole('textbox', { name: 'E-mail' }).fill('tim@example.test');
  await loseAnswer(page, 'invitations');
  await page.keyboard.press('Enter');
  await expect(page.getByText('The invitation is on its way.')).toBeVisible();
  const listed = page.getByRole('list', { name: 'Invitations' }).getByRole('listitem');
  await expect(listed).toHaveCount(1);
  await expect(page.locator('main').getByRole('alert')).toHaveCount(0);
  // One mail, and its link works.
  const token = await mail.link('tim@example.test', '/invitation');
  const tim = await (await browser.newContext()).newPage();
  await tim.goto(`${splitline.url}/invitation#${token}`);
  await expect(tim.getByText('You are invited to become a timer.')).toBeVisible();
  await loseAnswer(page, 'invitations/*');
  await page.getByRole('button', { name: 'Revoke the invitation of tim@example.test' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(said.getByText('The invitation is revoked. Its link does not work any more.').last()).toBeVisible();
  await expect(listed.getByText('Revoked')).toBeVisible();
});
