/**
 * Every state of the screens of an account: loading, failed, offline, empty, refused, done. Each is checked at three widths, in both
 * themes. The server's answers are held back or replaced on their way to the page, since a real server fails too seldom.
 */
import type { Page } from '@playwright/test';
import { expectFine, waitUntilLoaded } from './accessibility';
import { mailTest } from './mail';
import { logInByApi } from './races';
import { ADDRESS, PASSWORD, post, publish, runner, withoutBanner } from './runners';
import { ADMIN, expect, type Splitline } from './server';

// A service worker would make the requests itself, and they could not be replaced.
const test = mailTest.extend({ serviceWorkers: 'block' });

/** What becomes of the calls that a screen makes. */
type Fate = 'hang' | 'fail' | 'lost';

/** Lets the calls whose path begins so meet a fate; the returned function ends it. */
async function meet(page: Page, calls: readonly string[], fate: Fate): Promise<() => Promise<void>> {
  const fits = (url: URL) => calls.some((call) => url.pathname === `/api/${call}`);
  const waiting: (() => void)[] = [];
  await page.route(fits, async (route) => {
    if (fate === 'fail') return route.fulfill({ status: 500, json: { code: 'SERVER', message: '' } });
    if (fate === 'lost') return route.abort('internetdisconnected');
    await new Promise<void>((go) => waiting.push(go));
    await route.continue().catch(() => undefined);
  });
  return async () => {
    for (const go of waiting) go();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  };
}

/** Checks a screen that reads something: while it loads, after a failure and without a network; each time it gets over it. */
async function checkReading(
  page: Page,
  {
    name,
    url,
    calls,
    ready,
    always,
  }: {
    name: string;
    url: string;
    calls: readonly string[];
    /** Waits for what the screen shows in the end. */
    ready: () => Promise<void>;
    /** Checks what holds in every state. */
    always?: () => Promise<void>;
  },
) {
  for (const fate of ['hang', 'fail', 'lost'] as const) {
    const end = await meet(page, calls, fate);
    await page.goto('about:blank');
    await page.goto(url);
    if (fate === 'hang') await expect(page.locator('main [role=status][aria-busy=true]').first()).toBeVisible();
    else await expect(page.locator('main').getByRole('alert').first()).toBeVisible();
    await expectFine(page, { name: `${name}-${fate}`, brief: true });
    await always?.();
    await end();
    const again = page.locator('main').getByRole('button', { name: 'Try again' });
    // What was lost is read again by itself.
    for (let left = fate === 'fail' ? await again.count() : 0; left > 0; left -= 1) await again.first().click();
    await ready();
  }
  await waitUntilLoaded(page);
  await expectFine(page, { name });
}

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
const seen = (page: Page, text: string | RegExp) => expect(page.getByText(text).first()).toBeVisible();

test('My Profile, Account Settings and a visited profile, in every state', async ({
  page,
  context,
  browser,
  splitline,
  mail,
}) => {
  test.setTimeout(240_000);
  await runner(splitline, context, await browser.newContext(), mail);
  await page.goto(splitline.url);
  await expect(page.getByRole('button', { name: 'Account of zoe.runs' })).toBeVisible();
  await checkReading(page, {
    name: 'profile',
    url: `${splitline.url}/profile`,
    calls: ['profile', 'myResults'],
    // The account is not given up for a failure.
    always: () => expect(page.getByRole('link', { name: 'Login' })).toHaveCount(0),
    ready: () => expect(heading(page, 'Zoë O’Brien')).toBeVisible(),
  });
  await checkReading(page, {
    name: 'settings',
    url: `${splitline.url}/edit`,
    calls: ['profile'],
    ready: () => expect(page.getByRole('textbox', { name: 'First name' })).toHaveValue('Zoë'),
  });
  await checkReading(page, {
    name: 'visited',
    url: `${splitline.url}/profile/zoe.runs`,
    calls: ['profile/zoe.runs'],
    ready: () => expect(heading(page, 'Zoë O’Brien')).toBeVisible(),
  });
  await page.goto(`${splitline.url}/profile/nobody`);
  await seen(page, 'No profile to see');
  await expectFine(page, { name: 'visited-nobody', brief: true });

  // Somebody without results, and without a name.
  const admin = await browser.newContext({ serviceWorkers: 'block' });
  await withoutBanner(admin);
  await logInByApi(admin, splitline);
  const director = await admin.newPage();
  await director.goto(`${splitline.url}/profile`);
  await seen(director, 'Not linked to a racer yet');
  await expectFine(director, { name: 'profile-empty' });
});

test('the parts of Account Settings that read something, in every state', async ({
  page,
  context,
  browser,
  splitline,
  mail,
}) => {
  test.setTimeout(240_000);
  await runner(splitline, context, await browser.newContext(), mail);
  const open = async () => {
    const closed = page.locator('main h2 button[aria-expanded=false]').filter({ hasText: /^(Devices|Passkeys)$/ });
    while ((await closed.count()) > 0) await closed.first().click();
  };
  await page.setViewportSize({ width: 390, height: 900 });
  for (const fate of ['hang', 'fail', 'lost'] as const) {
    const end = await meet(page, ['sessions', 'passkeys'], fate);
    await page.goto('about:blank');
    await page.goto(`${splitline.url}/edit`);
    await expect(page.getByRole('textbox', { name: 'First name' })).toHaveValue('Zoë');
    await open();
    if (fate === 'hang') await expect(page.locator('[role=status][aria-busy=true]')).toHaveCount(2);
    else await expect(page.getByRole('region', { name: 'Devices', exact: true }).getByRole('alert')).toBeVisible();
    await expectFine(page, { name: `devices-${fate}`, open, brief: true });
    await end();
  }
  await seen(page, 'This device');
});

test('the screens of administrators, in every state', async ({ page, context, splitline }) => {
  test.setTimeout(240_000);
  await withoutBanner(context);
  await logInByApi(context, splitline);
  await checkReading(page, {
    name: 'people',
    url: `${splitline.url}/people`,
    calls: ['people', 'invitations'],
    ready: () => seen(page, ADMIN.email),
  });
  await page.goto(`${splitline.url}/people?q=nobody`);
  await seen(page, 'Nobody fits');
  await expectFine(page, { name: 'people-empty', brief: true });
  await checkReading(page, {
    name: 'claims',
    url: `${splitline.url}/claims`,
    calls: ['claims'],
    ready: () => seen(page, 'No claim waits'),
  });
});

test('the pages of signing up, in every state', async ({ page, context, browser, splitline, mail }) => {
  test.setTimeout(240_000);
  const desk = await browser.newContext();
  await logInByApi(desk, splitline);
  await publish(splitline, desk.request, 'Spring 5K', 'April 12', '20:00');
  await withoutBanner(context);
  await page.goto(`${splitline.url}/verifyRacer`);
  await page.getByRole('button', { name: 'Send the code' }).click();
  await seen(page, 'First name is required');
  await expect(page.getByRole('textbox', { name: 'First name' })).toBeFocused();
  await expectFine(page, { name: 'racer-wrong' });
  // What was typed outlives a reload.
  await page.getByRole('textbox', { name: 'First name' }).fill('Zoë');
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'First name' })).toHaveValue('Zoë');

  const person = { FirstName: 'Zoë', LastName: 'O’Brien', DOB: '1990-06-02', Gender: 'f', Email: ADDRESS };
  await post(splitline, context.request, 'verifyRacer', person);
  await page.reload();
  await seen(page, 'You have begun to sign up.');
  await expectFine(page, { name: 'racer-begun', brief: true });
  const signup = { calls: ['signup'] };
  await checkReading(page, {
    ...signup,
    name: 'email',
    url: `${splitline.url}/verifyemail`,
    ready: () => expect(page.getByRole('textbox', { name: 'Code' })).toBeVisible(),
  });
  await page.getByRole('textbox', { name: 'Code' }).fill('000000');
  await page.keyboard.press('Enter');
  await seen(page, /^This is not the code\./);
  await page.getByRole('button', { name: 'Change the address' }).click();
  await expectFine(page, { name: 'email-wrong', brief: true });
  await page.goto(`${splitline.url}/createaccount`);
  await seen(page, 'Confirm your e-mail address first.');
  await expectFine(page, { name: 'create-unproved', brief: true });

  await post(splitline, context.request, 'verifyEmail', { code: await mail.code(ADDRESS) });
  await page.goto(`${splitline.url}/verifyemail`);
  await seen(page, 'is confirmed.');
  await expectFine(page, { name: 'email-proved', brief: true });
  await checkReading(page, {
    ...signup,
    name: 'create',
    url: `${splitline.url}/createaccount`,
    ready: () => expect(page.getByRole('textbox', { name: 'Username' })).toBeVisible(),
  });
  await page.getByRole('textbox', { name: 'Username' }).fill('zoe.runs');
  await page.getByRole('radio', { name: 'That’s me' }).click();
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Username' })).toHaveValue('zoe.runs');
  await expect(page.getByRole('radio', { name: 'That’s me' })).toBeChecked();
  await page.getByRole('button', { name: 'Create the account' }).click();
  await expect(page.getByRole('textbox', { name: 'Password' })).toBeFocused();
  await expectFine(page, { name: 'create-wrong' });
  const end = await meet(page, ['createAccount'], 'lost');
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.locator('main').getByRole('alert')).toBeVisible();
  await expectFine(page, { name: 'create-lost', brief: true });
  await end();
  await page.getByRole('button', { name: 'Create the account' }).click();
  await seen(page, 'Your account is ready.');
  await expectFine(page, { name: 'create-done', brief: true });
  await page.goto(`${splitline.url}/verifyRacer`);
  await expect(heading(page, 'You have an account')).toBeVisible();
  await expectFine(page, { name: 'racer-has-account', brief: true });
});

test('logging in and choosing another password, in every state, with the keyboard alone', async ({
  page,
  context,
  splitline,
  mail,
}) => {
  test.setTimeout(240_000);
  await withoutBanner(context);
  await page.goto(`${splitline.url}/login`);
  await waitUntilLoaded(page);
  const username = page.getByRole('textbox', { name: 'Username or e-mail' });
  const password = page.getByRole('textbox', { name: 'Password' });
  await expect(username).toBeFocused();
  await page.keyboard.press('Enter');
  await seen(page, 'Username or e-mail is required');
  await expect(username).toBeFocused();
  await expectFine(page, { name: 'login-wrong', brief: true });
  await page.keyboard.type(ADMIN.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type('not this one at all');
  await page.keyboard.press('Enter');
  await expect(page.locator('main').getByRole('alert')).toBeVisible();
  await expectFine(page, { name: 'login-refused', brief: true });
  // A browser that knows that it is offline says so, too: the login does not wait for the network unseen.
  await context.setOffline(true);
  await page.keyboard.press('Enter');
  await seen(page, /^Network error/);
  await expectFine(page, { name: 'login-lost', brief: true });
  await context.setOffline(false);
  const held = await meet(page, ['login'], 'hang');
  await password.fill(ADMIN.password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /^Log in/ }).first()).toHaveAttribute('data-pending', 'true');
  await expectFine(page, { name: 'login-pending', brief: true });
  await held();
  await expect(page).toHaveURL(/\/home|\/$/);
  await page.goto(`${splitline.url}/login`);
  await seen(page, /^You are logged in as/);
  await expectFine(page, { name: 'login-again', brief: true });

  // Forgotten: the message takes the focus; the link is used once.
  await page.goto(`${splitline.url}/forgotpass`);
  await waitUntilLoaded(page);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'E-mail' })).toBeFocused();
  await expectFine(page, { name: 'forgot-wrong', brief: true });
  await context.setOffline(true);
  await page.keyboard.type(ADMIN.email);
  await page.keyboard.press('Enter');
  await seen(page, /^Network error/);
  await expectFine(page, { name: 'forgot-lost', brief: true });
  await context.setOffline(false);
  await page.keyboard.press('Enter');
  await expect(page.locator('main [tabindex="-1"]:focus')).toContainText('link');
  await expectFine(page, { name: 'forgot-sent', brief: true });
  const link = await mail.link(ADMIN.email, '/resetpass');
  await page.goto(`${splitline.url}/resetpass#${link}`);
  await expect(page).toHaveURL(/\/resetpass$/);
  await checkReset(page, splitline);
  await page.goto('about:blank');
  await page.goto(`${splitline.url}/resetpass#${link}`);
  await seen(page, /^This link/);
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await expectFine(page, { name: 'reset-used', brief: true });
});

/** The form for another password: what is wrong, without a network, and done. */
async function checkReset(page: Page, splitline: Splitline): Promise<void> {
  const first = page.getByRole('textbox', { name: 'New password', exact: true });
  const second = page.getByRole('textbox', { name: 'New password again' });
  await first.fill('four herons leave the quay');
  await second.fill('four herons leave');
  await page.keyboard.press('Enter');
  await expect(second).toBeFocused();
  await expectFine(page, { name: 'reset-wrong' });
  const lost = await meet(page, ['resetPassword'], 'lost');
  await second.fill('four herons leave the quay');
  await page.keyboard.press('Enter');
  await seen(page, /^Network error/);
  await lost();
  await page.keyboard.press('Enter');
  await expect(page.locator('main [tabindex="-1"]:focus')).toContainText('password');
  await expectFine(page, { name: 'reset-done' });
  await page.goto(`${splitline.url}/resetpass`);
  await waitUntilLoaded(page);
  await expectFine(page, { name: 'reset-without-link', brief: true });
}
