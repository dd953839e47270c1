import { readFile } from 'node:fs/promises';
import type { Locator } from '@playwright/test';
import { expectAccessible, expectFine, waitUntilLoaded } from './accessibility';
import { mailTest as test } from './mail';
import { withPasskeys } from './passkeys';
import { picture } from './pictures';
import { logInByApi } from './races';
import { ADDRESS, PASSWORD, post, publish, runner, signUp, withoutBanner } from './runners';
import { ADMIN, expect } from './server';

test('a runner’s profile, its settings, and what others see of it', async ({
  page,
  context,
  browser,
  splitline,
  mail,
}) => {
  test.setTimeout(240_000);
  const desk = await browser.newContext();
  await logInByApi(desk, splitline);
  await publish(splitline, desk.request, 'Spring 5K', 'April 12', '20:00');
  await publish(splitline, desk.request, 'Summer 5K', 'July 12', '22:30');
  await withoutBanner(context);
  await signUp(splitline, context.request, mail, ['Spring 5K']);

  // My Profile: one result, its best, a title; the other result is offered.
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${splitline.url}/profile`);
  await expect(page.getByRole('heading', { level: 1, name: 'Zoë O’Brien' })).toBeVisible();
  await expect(page).toHaveTitle(/My Profile/);
  const results = page.getByRole('region', { name: 'Results' });
  await expect(results.getByRole('row', { name: /Spring 5K/ })).toBeVisible();
  await expect(results.getByRole('row', { name: /Summer 5K/ })).toHaveCount(0);
  const offer = page.getByRole('radiogroup', { name: 'Summer 5K, 5K: yours?' });
  await offer.getByRole('radio', { name: 'That’s me' }).click();
  await page.getByRole('button', { name: 'Save what I chose' }).click();
  await expect(results.getByRole('row', { name: /Summer 5K/ })).toBeVisible();
  await page.getByRole('button', { name: /Title on your profile/ }).click();
  await page.getByRole('option', { name: /^Winner: Spring 5K/ }).click();
  await expect(page.getByText('Your title is saved.')).toBeVisible();
  await expect(page.getByText(/^Winner: Spring 5K/).first()).toBeVisible();
  // What they amount to is stored in the browser (SPEC §3).
  expect(await page.evaluate(() => JSON.parse(localStorage.getItem('fastestTimes') ?? 'null')?.['5K'])).toBe('20:00');
  expect(await page.evaluate(() => localStorage.getItem('top1'))).toBe('true');
  await waitUntilLoaded(page);
  await expectFine(page);

  // The picture: chosen, cropped to a square, shown everywhere.
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('link', { name: 'Account Settings' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Account Settings' })).toBeVisible();
  const part = (name: string) => page.getByRole('region', { name, exact: true });
  await part('Picture')
    .locator('input[type=file]')
    .setInputFiles(picture('me.png', 900, 600));
  await page.getByRole('dialog').getByRole('button', { name: 'Crop', exact: true }).click();
  await expect(page.getByText('Your picture is saved.')).toBeVisible();
  await expect(part('Picture').getByRole('img', { name: 'zoe.runs' })).toBeVisible();
  const own = await (await context.request.get(`${splitline.url}/api/profile`)).json();
  expect(own.ProfilePicture.width).toBe(own.ProfilePicture.height);

  // Details: what is wrong is said at its field; without a network nothing is lost; leaving asks.
  const first = page.getByRole('textbox', { name: 'First name' });
  await first.fill('');
  await page.keyboard.press('Enter');
  await expect(first).toBeFocused();
  await expect(page.getByText('First name is required')).toBeVisible();
  await first.fill('Zoë Anne');
  await context.setOffline(true);
  await page.keyboard.press('Enter');
  await expect(part('Details').getByRole('alert')).toBeVisible();
  await context.setOffline(false);
  await page.getByRole('link', { name: 'My Profile' }).first().click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Save the details' }).click();
  await expect(page.getByText('Your changes are saved.')).toBeVisible();

  // What others see: initials, then private.
  await part('What others see').getByText('Initials only').click();
  await expect(part('What others see').getByText('Z. O.')).toBeVisible();
  const stranger = await browser.newPage();
  await stranger.goto(`${splitline.url}/profile/zoe.runs`);
  await expect(stranger.getByRole('heading', { level: 1 })).not.toHaveText(/O’Brien/);
  await expect(stranger.getByText('O’Brien')).toHaveCount(0);
  await waitUntilLoaded(stranger);
  await expectFine(stranger);
  await part('What others see').getByText('Private account').click();
  await expect(page.getByText('Private runner', { exact: true })).toBeVisible();
  // Who has the profile open sees it no more, once the window is used again.
  await stranger.evaluate(() => dispatchEvent(new Event('visibilitychange')));
  await expect(stranger.getByText('This profile is private, or there is none of this name.')).toBeVisible();
  await stranger.goto(`${splitline.url}/profile/nobody`);
  await expect(stranger.getByText('This profile is private, or there is none of this name.')).toBeVisible();
  await waitUntilLoaded(stranger);
  await expectFine(stranger);

  // Its owner and an administrator see it; the owner also as the public does.
  await page.goto(`${splitline.url}/profile/ZOE.runs`);
  await expect(page.getByText(/Only you and administrators see this/)).toBeVisible();
  await expect(page).toHaveTitle(/Zoë Anne O’Brien/);
  await page.getByRole('link', { name: 'View as the public sees it' }).click();
  await expect(page.getByText('This profile is private, or there is none of this name.')).toBeVisible();
  await page.getByRole('link', { name: 'Your own view' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Zoë Anne O’Brien' })).toBeVisible();
  await waitUntilLoaded(page);
  await expectFine(page);
  const director = await desk.newPage();
  await director.goto(`${splitline.url}/profile/zoe.runs`);
  await expect(director.getByText(/Only the owner and administrators see this/)).toBeVisible();
  await expect(director.getByRole('heading', { level: 1, name: 'Zoë Anne O’Brien' })).toBeVisible();

  // Another address: the code of the mail, after a wrong one.
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${splitline.url}/edit#email`);
  await part('E-mail').getByRole('textbox', { name: 'New e-mail address' }).fill('zoe@example.org');
  await part('E-mail').getByRole('textbox', { name: 'Present password' }).fill('not this one');
  await page.keyboard.press('Enter');
  await expect(part('E-mail').getByText('This is not your present password.')).toBeVisible();
  await part('E-mail').getByRole('textbox', { name: 'Present password' }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  const code = part('E-mail').getByRole('textbox', { name: 'Code' });
  const sent = await mail.code('zoe@example.org');
  await code.fill(sent === '000000' ? '111111' : '000000');
  await page.keyboard.press('Enter');
  await expect(page.getByText('This is not the code. 4 tries are left.')).toBeVisible();
  await code.fill(sent);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Your e-mail address is changed.')).toBeVisible();
  await expect(part('E-mail').getByText('zoe@example.org')).toBeVisible();

  // Another device is listed; the new password ends its session.
  const phone = await browser.newContext({
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1',
  });
  await withoutBanner(phone);
  const onPhone = await phone.newPage();
  await onPhone.goto(`${splitline.url}/login?from=%2Fprofile`);
  await onPhone.getByRole('textbox', { name: 'Username or e-mail' }).fill('zoe@example.org');
  await onPhone.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await onPhone.keyboard.press('Enter');
  await expect(onPhone.getByRole('heading', { level: 1, name: 'Zoë Anne O’Brien' })).toBeVisible();
  await page.reload();
  await expect(
    part('Devices')
      .getByText(/iPhone/)
      .first(),
  ).toBeVisible();
  await expect(part('Devices').getByText('This device')).toHaveCount(1);
  const changed = 'four herons leave the quay';
  await part('Password').getByRole('textbox', { name: 'Present password' }).fill(PASSWORD);
  await part('Password').getByRole('textbox', { name: 'New password', exact: true }).fill(changed);
  await part('Password').getByRole('textbox', { name: 'New password again' }).fill(changed);
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^Your password is changed\./)).toBeVisible();
  await expect(part('Devices').getByText('No other device is logged in.')).toBeVisible();
  await onPhone.goto(`${splitline.url}/edit`);
  // A page that is opened after its session has ended goes to the login, which comes back to it.
  await expect(onPhone).toHaveURL(/\/login\?from=%2Fedit$/);
  await onPhone.getByRole('textbox', { name: 'Username or e-mail' }).fill('zoe@example.org');
  await onPhone.getByRole('textbox', { name: 'Password' }).fill(changed);
  await onPhone.keyboard.press('Enter');
  await expect(onPhone.getByRole('heading', { level: 1, name: 'Account Settings' })).toBeVisible();

  // Both devices edit one field: what the other has saved is not replaced unseen.
  const phones = [page, onPhone].map((one) => one.getByRole('textbox', { name: 'Phone (optional)' })) as [
    Locator,
    Locator,
  ];
  await phones[0].fill('(518) 555-0100');
  await phones[1].fill('(518) 555-0199');
  await page.getByRole('button', { name: 'Save the details' }).click();
  await expect(page.getByText('Your changes are saved.')).toBeVisible();
  await onPhone.keyboard.press('Enter');
  await expect(onPhone.getByText(/^Meanwhile this was changed elsewhere to/)).toBeVisible();
  await expect(phones[1]).toBeFocused();
  await expect(phones[1]).toHaveValue('(518) 555-0199');
  await onPhone.keyboard.press('Enter');
  await expect(onPhone.getByText('Your changes are saved.')).toBeVisible();

  // The settings with every section open, at all widths.
  await page.goto(`${splitline.url}/edit`);
  await expectFine(page, {
    open: async () => {
      await waitUntilLoaded(page);
      const closed = page.locator('main h2 button[aria-expanded=false]');
      while ((await closed.count()) > 0) await closed.first().click();
    },
  });

  // On phones the tab bar leads to My Profile.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Account' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Zoë Anne O’Brien' })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Each result, the latest first' })).toBeVisible();
});

test('a page of one account and a page of one sign-up change nothing of another that has taken its place', async ({
  page,
  context,
  browser,
  splitline,
  mail,
}) => {
  const desk = await browser.newContext();
  await logInByApi(desk, splitline);
  await publish(splitline, desk.request, 'Spring 5K', 'April 12', '20:00');
  await withoutBanner(context);
  // One computer, two people who sign up: the first one's page does not finish the second one's sign-up.
  const person = { FirstName: 'Tom', LastName: 'Else', DOB: '1980-01-01', Gender: 'm', Email: 'tom@example.test' };
  await post(splitline, context.request, 'verifyRacer', person);
  await page.goto(`${splitline.url}/verifyemail`);
  await expect(page.getByText('tom@example.test')).toBeVisible();
  const code = await mail.code('tom@example.test');
  await post(splitline, context.request, 'verifyRacer', { ...person, FirstName: 'Eve', Email: 'eve@example.test' });
  await page.getByRole('textbox', { name: 'Code' }).fill(code);
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^Another sign-up was begun in this browser/)).toBeVisible();

  await signUp(splitline, context.request, mail, ['Spring 5K']);
  await page.goto(`${splitline.url}/edit`);
  const first = page.getByRole('textbox', { name: 'First name' });
  await expect(first).toHaveValue('Zoë');
  await first.fill('Zoë Anne');
  await logInByApi(context, splitline);
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^Another account is logged in in this browser now/)).toBeVisible();
  await expect(first).toHaveValue('Zoë Anne');
  await page.getByText('Private account').click();
  await expect(page.getByText(/^Another account is logged in in this browser now/)).toHaveCount(2);
  await expect(page.getByRole('switch', { name: /^Private account/ })).not.toBeChecked();
  expect((await (await context.request.get(`${splitline.url}/api/profile`)).json()).isPrivate).toBe(false);
  // Once the window is used again the page is that of who is logged in, and says so.
  await page.evaluate(() => dispatchEvent(new Event('visibilitychange')));
  await expect(page.getByText(/was logged in in this browser, in place of zoe.runs/)).toBeVisible();
  await expect(first).toHaveValue('');
});

test('a passkey is added, logs in, and is removed', async ({ page, context, splitline, mail }) => {
  await withoutBanner(context);
  await signUp(splitline, context.request, mail, []);
  await withPasskeys(context, page);
  await page.goto(`${splitline.url}/profile`);
  await expect(page.getByText('Not linked to a racer yet')).toBeVisible();
  await page.goto(`${splitline.url}/edit#passkeys`);
  const passkeys = page.getByRole('region', { name: 'Passkeys', exact: true });
  await expect(passkeys.getByText('You have no passkeys yet.')).toBeVisible();
  await passkeys.getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('textbox', { name: /^Name/ })).toBeFocused();
  await page.keyboard.type('Blue laptop');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Type your present password')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(passkeys.getByText('Blue laptop')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Account of zoe.runs' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page.getByRole('button', { name: /^Account of/ })).toHaveCount(0);
  await page.goto(`${splitline.url}/edit`);
  await expect(page).toHaveURL(/\/login\?from=/);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Log in with a passkey' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Account Settings' })).toBeVisible();

  await page.setViewportSize({ width: 1440, height: 900 });
  await passkeys.getByRole('button', { name: 'Remove Blue laptop' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(passkeys.getByText('You have no passkeys yet.')).toBeVisible();
});

test('a demanded passkey is the second step of an administrator’s login', async ({ page, context, splitline }) => {
  await withoutBanner(context);
  await logInByApi(context, splitline);
  await withPasskeys(context, page);
  // Who has not used a passkey can't demand one of all.
  await page.goto(`${splitline.url}/people`);
  const demand = page.getByRole('switch', { name: 'Administrators need a passkey' });
  const answer = page.getByRole('alertdialog').getByRole('button');
  await demand.press('Space');
  await answer.filter({ hasText: 'Cancel' }).click();
  await expect(demand).not.toBeChecked();
  await demand.press('Space');
  await answer.filter({ hasText: 'Demand it' }).click();
  await expect(page.getByText(/^You have logged in without a passkey/)).toBeVisible();
  await expect(demand).not.toBeChecked();
  await page.goto(`${splitline.url}/edit#passkeys`);
  const passkeys = page.getByRole('region', { name: 'Passkeys', exact: true });
  await passkeys.getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: /^Name/ }).fill('Desk');
  await dialog.getByRole('textbox', { name: 'Present password' }).fill(ADMIN.password);
  await page.keyboard.press('Enter');
  await expect(passkeys.getByText('Desk')).toBeVisible();
  await page.goto(`${splitline.url}/people`);
  await demand.press('Space');
  await answer.filter({ hasText: 'Demand it' }).click();
  await expect(demand).toBeChecked();

  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  // A page that is left earlier takes the call with it.
  await expect(page.getByRole('button', { name: /^Account of/ })).toHaveCount(0);
  await page.goto(`${splitline.url}/people`);
  await expect(page).toHaveURL(/\/login\?from=/);
  await page.getByRole('textbox', { name: 'Username or e-mail' }).fill(ADMIN.email);
  await page.getByRole('textbox', { name: 'Password' }).fill(ADMIN.password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'People' })).toBeVisible();
});

test('a runner takes the own data along and leaves: the results stay, without the name', async ({
  page,
  context,
  browser,
  splitline,
  mail,
}) => {
  await runner(splitline, context, await browser.newContext(), mail);
  await page.goto(`${splitline.url}/edit`);
  const waits = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download my data' }).click();
  const file = await (await waits).path();
  const text = await readFile(file, 'utf8');
  for (const own of [ADDRESS, 'zoe.runs', '1990-06-02', 'Spring 5K']) expect(text).toContain(own);

  await page.getByRole('button', { name: 'Delete my account' }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog.getByText(/they read “Name removed”/)).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('textbox', { name: 'Present password' }).fill('not this one at all');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('This is not your present password.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Present password' }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Your account has been deleted.').first()).toBeVisible();
  await expect(page.getByRole('button', { name: /^Account of/ })).toHaveCount(0);
  await page.goto(`${splitline.url}/results?race=Spring%205K`);
  await expect(page.getByRole('row', { name: /Name removed/ })).toContainText('20:00');
  await expect(page.getByText('O’Brien')).toHaveCount(0);
  await page.goto(`${splitline.url}/profile/zoe.runs`);
  await expect(page.getByText('This profile is private, or there is none of this name.')).toBeVisible();
});
