/**
 * Changes that the server makes while the browser gets neither the answer nor its cookies: nothing tells who is logged in by now, and the
 * page says what has probably happened and where to go on.
 */
import { type Page, request } from '@playwright/test';
import { expectFine, storePicture } from './accessibility';
import { mailTest } from './mail';
import { logInByApi } from './races';
import { PASSWORD, post, runner, withoutBanner } from './runners';
import { expect } from './server';

// A service worker would make the requests itself, and their answers could not be taken away.
const test = mailTest.extend({ serviceWorkers: 'block' });

/** Sends the next change by this call apart from the browser, which gets no answer and no cookies of it. */
async function loseAll(page: Page, call: string): Promise<void> {
  let isLost = false;
  await page.route(`**/api/${call}`, async (route) => {
    const sent = route.request();
    if (isLost || sent.method() === 'GET') return route.fallback();
    isLost = true;
    const { 'content-length': _, ...headers } = await sent.allHeaders();
    const apart = await request.newContext();
    const data = sent.postDataBuffer();
    const answer = await apart.fetch(sent.url(), { method: sent.method(), headers, ...(data ? { data } : {}) });
    expect(answer.ok(), await answer.text()).toBe(true);
    await apart.dispose();
    await route.abort('connectionreset');
  });
}

test('an account that was probably made leads to the login, and a beginning that was lost is begun again', async ({
  page,
  context,
  splitline,
  mail,
}) => {
  await withoutBanner(context);
  await page.goto(`${splitline.url}/verifyRacer`);
  for (const [label, text] of [
    ['First name', 'Tom'],
    ['Last name', 'Else'],
    ['Date of birth', 'January 1, 1980'],
    ['E-mail', 'tom@example.test'],
  ] as const) {
    await page.getByRole('textbox', { name: label }).fill(text);
  }
  await page.getByRole('button', { name: /Gender/ }).click();
  await page.getByRole('option', { name: 'Men', exact: true }).click();
  await loseAll(page, 'verifyRacer');
  const code = page.getByRole('button', { name: 'Send the code' });
  await code.click();
  await expect(page.getByText(/A code may be on its way all the same/)).toBeVisible();
  await expect(page.getByText('You have begun to sign up.')).toHaveCount(0);
  await expectFine(page, { name: 'begin-lost', brief: true });
  await mail.code('tom@example.test');
  await code.click();
  await expect(page).toHaveURL(`${splitline.url}/verifyemail`);
  await page.getByRole('textbox', { name: 'Code' }).fill(await mail.code('tom@example.test', 2));
  await page.keyboard.press('Enter');

  await page.getByRole('textbox', { name: 'Username' }).fill('tom.runs');
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await loseAll(page, 'createAccount');
  await page.getByRole('button', { name: 'Create the account' }).click();
  await expect(page.getByText('Your account is probably ready')).toBeVisible();
  await expectFine(page, { name: 'account-doubt', brief: true });
  await page.locator('main').getByRole('link', { name: 'Log in' }).click();
  await page.getByRole('textbox', { name: 'Username or e-mail' }).fill('tom.runs');
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Account of tom.runs' })).toBeVisible();
});

test('an invitation that was accepted leads to the login', async ({ page, context, browser, splitline, mail }) => {
  const desk = await browser.newContext();
  await logInByApi(desk, splitline);
  await withoutBanner(context);
  await post(splitline, desk.request, 'invitations', { email: 'tim@example.test', role: 'timer' });
  await page.goto(`${splitline.url}/invitation#${await mail.link('tim@example.test', '/invitation')}`);
  await page.getByRole('textbox', { name: 'Username' }).fill('tim');
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await loseAll(page, 'acceptInvitation');
  const accept = page.getByRole('button', { name: 'Create the account and accept' });
  await accept.click();
  await expect(page.getByText(/^Network error/)).toBeVisible();
  await accept.click();
  await expect(page.getByText(/If you have just accepted it, log in with the password that you chose\./)).toBeVisible();
  await expectFine(page, { name: 'invitation-doubt', brief: true });
  await page.locator('main').getByRole('link', { name: 'Log in' }).click();
  await page.getByRole('textbox', { name: 'Username or e-mail' }).fill('tim');
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Account of tim' })).toBeVisible();
});

test('roles, sessions and the focus of the page of people; its large text on a phone', async ({
  page,
  context,
  browser,
  splitline,
  mail,
}) => {
  await runner(splitline, await browser.newContext(), context, mail, []);
  await withoutBanner(context);
  await page.goto(`${splitline.url}/people`);
  const said = (text: string) => page.getByRole('region', { name: 'Messages' }).getByText(text).last();
  const heading = page.getByRole('heading', { level: 1, name: 'People' });
  const question = page.getByRole('alertdialog');

  await page.getByRole('button', { name: 'End all sessions of zoe.runs' }).click();
  await loseAll(page, 'people/*/sessions');
  await question.getByRole('button', { name: 'End all sessions' }).click();
  await expect(said('zoe.runs is logged out everywhere.')).toBeVisible();
  await expect(question).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'End all sessions of zoe.runs' })).toHaveCount(0);
  await expect(heading).toBeFocused();
  const role = page.getByRole('button', { name: /Role of zoe.runs/ });
  await role.click();
  await page.getByRole('listbox').getByRole('option', { name: 'Timer' }).click();
  await loseAll(page, 'people/*/role');
  await question.getByRole('button', { name: 'Change the role' }).click();
  await expect(said('zoe.runs is a timer now.')).toBeVisible();
  await expect(role).toHaveText(/Timer/);

  // Another invitation says what it replaces; a revoked one leaves the focus at the heading.
  const email = page.getByRole('textbox', { name: 'E-mail' });
  await email.fill('tim@example.test');
  await page.keyboard.press('Enter');
  await expect(page.getByText('The invitation is on its way.')).toBeVisible();
  await email.fill('Tim@example.test');
  await expect(page.getByText(/^An invitation to tim@example\.test is open\. Another one replaces it/)).toBeVisible();
  await expectFine(page, { name: 'people-replaces', brief: true });
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.getByRole('button', { name: 'Revoke the invitation of tim@example.test' }).click();
  await question.getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByRole('list', { name: 'Invitations' }).getByText('Revoked')).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: 'Invitations' })).toBeFocused();

  await page.setViewportSize({ width: 390, height: 844 });
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  await expect(role).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

test('text of twice the size is beside no button on a phone: devices', async ({
  page,
  context,
  browser,
  splitline,
}) => {
  await logInByApi(context, splitline);
  await withoutBanner(context);
  await logInByApi(await browser.newContext(), splitline);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${splitline.url}/edit#devices`);
  const device = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: /^Log out .+, last used/ }) });
  const button = device.getByRole('button');
  const text = device.getByText(/^Last used/);
  const below = async () => {
    const [of, above] = [await button.boundingBox(), await text.boundingBox()];
    return { isBelow: (of?.y ?? 0) >= (above?.y ?? 0) + (above?.height ?? 0), width: above?.width ?? 0 };
  };
  await expect(text).toBeVisible();
  expect((await below()).isBelow).toBe(false);
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  const large = await below();
  expect(large.isBelow).toBe(true);
  expect(large.width).toBeGreaterThan(150);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await storePicture(page, 'devices-200');
});
