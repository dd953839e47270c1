import { expectAccessible, expectFine } from './accessibility';
import { mailTest as test } from './mail';
import { logInByApi, raceByApi, setUpByCommand, tenK } from './races';
import { withoutBanner } from './runners';
import { ADMIN, expect, type Splitline } from './server';

/** Takes a list of entrants with addresses in. */
function enter(splitline: Splitline, race: string, lines: readonly string[]): void {
  const gun = new Date(Date.now() + 3 * 24 * 3_600_000).toISOString();
  const list = ['bib,firstname,lastname,email,contest', ...lines].join('\n');
  setUpByCommand(splitline, race, tenK(gun), list);
}

test('an administrator writes to the entrants, and one of them wants no more', async ({
  page,
  context,
  browser,
  splitline,
  mail,
}) => {
  await withoutBanner(context);
  await raceByApi(splitline, 'Spring Half');
  enter(splitline, 'Spring Half', [
    '101,Zoë,O’Brien,zoe@example.test,10K',
    '102,Max,O’Brien,Zoe@example.test,10K',
    '103,Ann,Berg,ann@example.test,10K',
    '104,Kim,Lee,,10K',
  ]);
  await logInByApi(context, splitline);
  await page.goto(splitline.url);
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Announcements' }).click();
  await expect(page).toHaveTitle('Announcements · Splitline');
  await expect(page.getByText('2 people get it: each address once. 1 entrant has no address.')).toBeVisible();
  await expect(page.getByText('Nothing was announced yet')).toBeVisible();

  // With the keyboard alone; what is unknown is said at its place.
  const subject = page.getByRole('textbox', { name: 'Subject' });
  const text = page.getByRole('textbox', { name: 'Text' });
  await subject.focus();
  await page.keyboard.type('{race}: start moved');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Hello {nmae},\n\nbib {bib} starts later.');
  await expect(page.getByText('Line 1: {nmae} is not known.')).toBeVisible();
  await page.keyboard.press('Control+Home');
  await text.fill('Hello {name},\n\nbib {bib} starts at {start}.');
  await expect(page.getByText('Line 1: {nmae} is not known.')).toHaveCount(0);
  const frame = page.frameLocator('iframe[title="The mail as it is shown"]');
  await expect(frame.getByText('Hello Zoë O’Brien and Max O’Brien,')).toBeVisible();
  // The styles of the mail are there, in spite of the policy of the site.
  await expect(frame.getByText('Hello Zoë O’Brien and Max O’Brien,')).toHaveCSS('margin-bottom', '16px');
  await expectFine(page, { name: 'announcements' });
  await page.getByRole('radio', { name: 'Plain text' }).click();
  await expect(page.getByText('You get this mail because people are entered in Spring Half')).toBeVisible();
  // A reload loses nothing.
  await page.reload();
  await expect(subject).toHaveValue('{race}: start moved');
  await page.getByRole('button', { name: 'Send a test to me' }).click();
  await expect(page.getByText('The test is on its way to your address.')).toBeVisible();
  await mail.arrived(ADMIN.email, 1);

  // Offline first, then once in spite of two presses.
  const send = page.getByRole('button', { name: 'Send to 2 people' });
  await send.click();
  const question = page.getByRole('alertdialog', { name: 'Send to 2 people of Spring Half?' });
  await expectAccessible(page);
  await context.setOffline(true);
  await question.getByRole('button', { name: 'Send to 2 people' }).click();
  await expect(question.getByText('it is sent once, whatever happened')).toBeVisible();
  await context.setOffline(false);
  await question.getByRole('button', { name: 'Send to 2 people' }).dblclick();
  await expect(page.getByRole('heading', { name: '{race}: start moved' })).toBeFocused();
  await expect(page.getByText('Done: 2 of 2 sent')).toHaveCount(2);
  await expect(
    page.getByRole('region', { name: 'Recipients' }).getByText('101 Zoë O’Brien, 102 Max O’Brien'),
  ).toBeVisible();
  await expectFine(page, { name: 'announcement-sent' });
  await page.getByRole('searchbox', { name: 'Search recipients' }).fill('berg');
  await expect(page.getByRole('region', { name: 'Recipients' }).getByRole('row')).toHaveCount(2);
  await expect(page).toHaveURL(/q=berg/);

  // Ann opens the link of her mail: nothing changes until she presses.
  const token = await mail.link('ann@example.test', '/unsubscribe');
  const phone = await browser.newContext({ viewport: { width: 390, height: 844 } });
  await withoutBanner(phone);
  const ann = await phone.newPage();
  await ann.goto(`${splitline.url}/unsubscribe`);
  await expect(ann.getByText('Open the link of the mail again')).toBeVisible();
  await ann.goto(`${splitline.url}/unsubscribe#wrong`);
  await expect(ann.getByText('This link is not complete.')).toBeVisible();
  // What programs for mail that open the address of the header themselves get.
  await ann.goto(`${splitline.url}/api/unsubscribe?token=${token}`);
  await expect(ann.getByText('You get announcements about Spring Half')).toBeVisible();
  await expect(ann).toHaveURL(`${splitline.url}/unsubscribe`);
  await ann.reload();
  await expect(ann.getByText('You get announcements about Spring Half')).toBeVisible();
  await expectFine(ann, { name: 'unsubscribe' });
  await ann.getByRole('button', { name: 'No announcements at all' }).click();
  await expect(ann.getByText('You get no announcements about any race.')).toBeVisible();
  await ann.getByRole('button', { name: 'Send me mails again' }).click();
  await expect(ann.getByText('You get announcements about Spring Half')).toBeVisible();

  // Her program for mail unsubscribes at one press: from nowhere, without cookies.
  const pressed = await fetch(`${splitline.url}/api/unsubscribe?token=${token}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  });
  expect(pressed.status).toBe(200);
  await ann.reload();
  await expect(ann.getByText('You get no announcements about Spring Half any more')).toBeVisible();
  await expectAccessible(ann);

  // The next one goes to one address.
  await page.getByRole('button', { name: 'Write another one' }).click();
  await expect(page.getByText('1 person gets it. 1 entrant has no address. 1 person has unsubscribed.')).toBeVisible();
  await subject.fill('Packet pick-up');
  await text.fill('At the pavilion, {name}.');
  await page.getByRole('button', { name: 'Send to 1 person' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Send to 1 person' }).click();
  await expect(page.getByText('Done: 1 of 1 sent').first()).toBeVisible();
  await expect(page.getByRole('list', { name: 'Announcements' }).getByRole('listitem')).toHaveCount(2);
});

test('the page of a race’s announcements without entrants and at every state', async ({ page, context, splitline }) => {
  await withoutBanner(context);
  await logInByApi(context, splitline);
  await page.goto(`${splitline.url}/announcements`);
  await expect(page.getByText('No races yet')).toBeVisible();
  await expectFine(page, { name: 'announcements-none', brief: true });
  await raceByApi(splitline, 'Spring Half');
  await page.reload();
  await expect(page.getByText('This race has no entrants yet: nobody would get it.')).toBeVisible();
  await expectFine(page, { name: 'announcements-empty', brief: true });
  await page.goto(`${splitline.url}/announcements?race=Another%20Race`);
  await expect(page.getByText('There is no such race any more')).toBeVisible();
  await expectFine(page, { name: 'announcements-gone', brief: true });
  // The editor of the race leads here.
  await page.goto(`${splitline.url}/EditRaces?race=Spring%20Half`);
  await page.getByRole('link', { name: 'Write to entrants' }).click();
  await expect(page).toHaveURL(/announcements\?race=Spring/);
});
