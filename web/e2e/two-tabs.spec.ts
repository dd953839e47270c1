/** Two tabs of one browser and two people: whose page it is, and what becomes of what was typed. */
import type { BrowserContext, Page } from '@playwright/test';
import { expectFine } from './accessibility';
import { mailTest as test } from './mail';
import { logInByApi } from './races';
import { PASSWORD, post, publish, runner, withoutBanner } from './runners';
import { ADMIN, expect, type Splitline } from './server';

/** Logs the director in, in another tab of the browser. */
async function logInElsewhere(context: BrowserContext, splitline: Splitline): Promise<Page> {
  const tab = await context.newPage();
  await tab.goto(`${splitline.url}/login`);
  await tab.getByRole('textbox', { name: 'Username or e-mail' }).fill(ADMIN.email);
  await tab.getByRole('textbox', { name: 'Password' }).fill(ADMIN.password);
  await tab.keyboard.press('Enter');
  await expect(tab.getByRole('button', { name: 'Account of director' })).toBeVisible();
  return tab;
}

const logOut = async (page: Page, username: string) => {
  await page.getByRole('button', { name: `Account of ${username}` }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
};

test('a page of somebody says at once that somebody else has logged in in another tab', async ({
  page,
  context,
  browser,
  splitline,
  mail,
}) => {
  await runner(splitline, context, await browser.newContext(), mail);
  await page.goto(`${splitline.url}/edit`);
  const first = page.getByRole('textbox', { name: 'First name' });
  await expect(first).toHaveValue('Zoë');
  await first.fill('Zoë Anne');
  await logInElsewhere(context, splitline);
  await expect(page.getByText(/^director was logged in in this browser, in place of zoe.runs/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Account of director' })).toBeVisible();
  await expectFine(page, { name: 'edit-replaced', brief: true });
});

test('a page that has not noticed another login notices it when the window is used, and asks before it logs out', async ({
  page,
  context,
  browser,
  splitline,
  mail,
}) => {
  await runner(splitline, context, await browser.newContext(), mail);
  await page.goto(`${splitline.url}/edit`);
  await expect(page.getByRole('textbox', { name: 'First name' })).toHaveValue('Zoë');
  await page.getByRole('textbox', { name: 'First name' }).fill('Zoë Anne');
  // The cookies change without another tab that says so.
  await logInByApi(context, splitline);
  await logOut(page, 'zoe.runs');
  const question = page.getByRole('alertdialog', { name: 'Log director out?' });
  await expect(question.getByText(/in place of zoe.runs, whom this page still shows/)).toBeVisible();
  await expectFine(page, { name: 'logout-of-another', brief: true });
  await page.setViewportSize({ width: 1280, height: 900 });
  // Nothing changes: what was typed for the account that the page shows is still there, until the window is used again.
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toHaveCount(0);
  await expect(page.getByRole('textbox', { name: 'First name' })).toHaveValue('Zoë Anne');
  await expect(page.getByRole('button', { name: 'Account of zoe.runs' })).toBeVisible();
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await expect(page.getByText(/^director was logged in in this browser, in place of zoe.runs/)).toBeVisible();
  await expect(page.getByText('What was typed for zoe.runs and not saved is gone.')).toBeVisible();
  expect((await context.request.get(`${splitline.url}/api/checkLogin`)).status()).toBe(200);

  await post(splitline, context.request, 'login', { username: 'zoe.runs', password: PASSWORD, remember: true });
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await expect(page.getByRole('button', { name: 'Account of zoe.runs' })).toBeVisible();
  await logInByApi(context, splitline);
  await logOut(page, 'zoe.runs');
  await question.getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByRole('button', { name: /^Account of/ })).toHaveCount(0);
  expect((await context.request.get(`${splitline.url}/api/checkLogin`)).status()).toBe(401);
});

test('what was typed and went with a logout in another tab is told until it is put away, and who is there now', async ({
  page,
  context,
  browser,
  splitline,
  mail,
}) => {
  await runner(splitline, context, await browser.newContext(), mail);
  await page.goto(`${splitline.url}/edit`);
  await page.getByRole('textbox', { name: 'First name' }).fill('Zoë Anne');
  // The own logout asks.
  await logOut(page, 'zoe.runs');
  const question = page.getByRole('alertdialog', { name: 'Log out with unsaved changes?' });
  await question.getByRole('button', { name: 'Cancel' }).click();

  const tab = await context.newPage();
  await tab.goto(splitline.url);
  await logOut(tab, 'zoe.runs');
  await expect(page).toHaveURL(`${splitline.url}/`);
  const notice = page.getByRole('alert').filter({ hasText: 'What zoe.runs typed in this tab is gone' });
  await expect(notice).toBeVisible();
  await expect(notice.getByText('Nobody is logged in now.')).toBeVisible();
  await logInElsewhere(context, splitline);
  await expect(notice.getByText('director is logged in now.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Account of director' })).toBeVisible();
  await page.getByRole('link', { name: 'Races', exact: true }).first().click();
  await expect(notice).toBeVisible();
  await expectFine(page, { name: 'lost-text', brief: true });
  await notice.getByRole('button', { name: 'OK' }).click();
  await expect(notice).toHaveCount(0);
});

test('who was signing up is told who has logged in instead', async ({ page, context, browser, splitline, mail }) => {
  const desk = await browser.newContext();
  await logInByApi(desk, splitline);
  await publish(splitline, desk.request, 'Spring 5K', 'April 12', '20:00');
  await withoutBanner(context);
  const person = { FirstName: 'Tom', LastName: 'Else', DOB: '1980-01-01', Gender: 'm', Email: 'tom@example.test' };
  await page.goto(`${splitline.url}/verifyRacer`);
  await page.getByRole('textbox', { name: 'First name' }).fill('Tom');
  const code = await context.newPage();
  await post(splitline, context.request, 'verifyRacer', person);
  await code.goto(`${splitline.url}/verifyemail`);
  await expect(code.getByRole('textbox', { name: 'Code' })).toBeVisible();
  await post(splitline, context.request, 'verifyEmail', { code: await mail.code('tom@example.test') });
  const form = await context.newPage();
  await form.goto(`${splitline.url}/createaccount`);
  await form.getByRole('textbox', { name: 'Username' }).fill('tom.runs');

  await logInElsewhere(context, splitline);
  for (const tab of [page, code, form]) {
    await expect(tab.getByRole('heading', { name: 'You have an account' })).toBeVisible();
    await expect(tab.getByText('You are logged in as director.')).toBeVisible();
    await expect(tab.getByText('A sign-up was under way here')).toBeVisible();
  }
  await expectFine(form, { name: 'create-interrupted', brief: true });
});
