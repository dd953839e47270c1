import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expectFine } from './accessibility';
import { mailTest as test } from './mail';
import { picture } from './pictures';
import { logInByApi } from './races';
import { ADDRESS, withoutBanner } from './runners';
import { expect } from './server';

const FORM = {
  name: 'Zoë O’Brien',
  contact: ADDRESS,
  requestType: 'Other',
  title: 'A wrong bib',
  description: 'My bib has the wrong colour.',
};
const inbox = join(tmpdir(), `splitline-inbox-${process.pid}`);
const empty = () => rmSync(inbox, { recursive: true, force: true });
test.beforeAll(() => {
  empty();
  mkdirSync(join(inbox, 'new'), { recursive: true });
});
test.afterAll(empty);
test.use({ settings: { SPLITLINE_MAILDIR: inbox, SPLITLINE_REPLY_ADDRESS: 'support@races.example.test' } });

test('a runner and the desk exchange pictures, and an answer by mail is in the thread', async ({
  page,
  context,
  browser,
  splitline,
  mail,
}) => {
  await withoutBanner(context);
  const made = await page.request.post(`${splitline.url}/api/createTicket`, {
    data: FORM,
    headers: { Origin: splitline.url },
  });
  expect(made.status()).toBe(201);
  const token = await mail.link(ADDRESS, '/ticket/T-1001');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${splitline.url}/ticket/T-1001#${token}`);

  // Two chosen, one taken out again with the keyboard; the text and the rest survive a reload.
  const input = page.getByLabel('Add pictures');
  await input.setInputFiles([picture('bib.png'), picture('other.png', 300, 300, [200, 40, 40])]);
  const chosen = page.getByRole('list', { name: 'Chosen pictures' });
  await expect(chosen.getByRole('listitem')).toHaveCount(2);
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  await chosen.getByRole('button', { name: 'Remove other.png' }).focus();
  await page.keyboard.press('Enter');
  await expect(chosen.getByRole('listitem')).toHaveCount(1);
  await expect(input).toBeFocused();
  await page.getByRole('textbox', { name: 'Your reply' }).fill('This one.');
  await page.reload();
  await expect(chosen.getByText('bib.png')).toBeVisible();
  await expectFine(page, { name: 'ticket-pictures-chosen' });
  await page.getByRole('button', { name: 'Send reply' }).click();
  await expect(page.getByText('We have your reply.')).toBeVisible();
  await expect(chosen).toHaveCount(0);
  const strip = page.getByRole('list', { name: 'Pictures of this message' });
  await expect(strip.getByRole('img')).toHaveCount(1);
  await strip.getByRole('button').press('Enter');
  const larger = page.getByRole('dialog', { name: 'Picture 1 of 1' });
  await expect(larger.getByRole('img')).toBeVisible();
  await larger.press('Escape');
  await expect(strip.getByRole('button')).toBeFocused();

  const context2 = await browser.newContext();
  await withoutBanner(context2);
  await logInByApi(context2, splitline);
  const desk = await context2.newPage();
  await desk.goto(`${splitline.url}/ResolveTickets?ticket=T-1001`);
  const shown = desk.getByRole('list', { name: 'Pictures of this message' }).getByRole('img');
  await expect(shown).toHaveCount(1);
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await desk.getByLabel('Add pictures').setInputFiles(picture('right.png', 500, 500, [20, 160, 60]));
  await expect(desk.getByRole('progressbar')).toHaveCount(0);
  await desk.getByRole('textbox', { name: 'Answer' }).fill('Is it this colour?');
  await desk.keyboard.press('Control+Enter');
  await expect(desk.getByRole('list', { name: 'Pictures of this message' })).toHaveCount(2);
  await expectFine(desk, { name: 'ticket-pictures-desk' });
  await page.reload();
  await expect(page.getByRole('list', { name: 'Pictures of this message' })).toHaveCount(2);

  // The answer of a mail program, to the address of the mail.
  const reply = await mail.header(ADDRESS, 'Reply-To');
  expect(reply).toMatch(/^support\+t1001-[0-9a-f]{32}@races\.example\.test$/);
  const text = 'Yes, exactly that one!\r\n\r\nOn Tue, Jun 1, 2027 at 2:00 PM Races wrote:\r\n> Is it this colour?\r\n';
  const head = `From: ${ADDRESS}\r\nTo: ${reply}\r\nSubject: Re: Answer\r\nMessage-ID: <a1@mail.example.test>\r\n`;
  writeFileSync(join(inbox, 'new', '1.mail'), `${head}Content-Type: text/plain; charset=utf-8\r\n\r\n${text}`);
  await expect(desk.getByText('Yes, exactly that one!')).toBeVisible({ timeout: 60_000 });
  await expect(desk.getByText('By mail', { exact: true })).toBeVisible();
  await desk.getByText('Quoted text').click();
  await expect(desk.getByText('> Is it this colour?')).toBeVisible();
  await expectFine(desk, { name: 'ticket-by-mail', brief: true });

  // What can't be read is told.
  writeFileSync(join(inbox, 'new', '2.mail'), 'Subject: Nobody\r\n\r\nWithout a sender.\r\n');
  await desk.goto(`${splitline.url}/ResolveTickets`);
  await expect(async () => {
    await desk.reload();
    await expect(desk.getByText('1 mail was set aside')).toBeVisible({ timeout: 3000 });
  }).toPass({ timeout: 60_000 });
  await desk.getByText('1 mail was set aside').click();
  await expectFine(desk, { name: 'mails-set-aside', brief: true });
  await desk.getByRole('button', { name: 'Done with Nobody' }).click();
  await expect(desk.getByText('1 mail was set aside')).toHaveCount(0);
});
