import type { BrowserContext, Page } from '@playwright/test';
import { expectAccessible, expectFine } from './accessibility';
import { mailTest as test } from './mail';
import { logInByApi, raceByApi } from './races';
import { ADDRESS, withoutBanner } from './runners';
import { expect, type Splitline } from './server';

/** Fills in the form with the keyboard alone, from its first field to the button. */
async function typeTicket(page: Page, title: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Name' }).focus();
  await page.keyboard.type('Zoë O’Brien');
  await page.keyboard.press('Tab');
  await page.keyboard.type(ADDRESS);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('option', { name: 'Website Bug' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /Website Bug/ })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.type(title);
  await page.keyboard.press('Tab');
  await page.keyboard.type('The page of my race is blank.');
  await page.keyboard.press('Tab');
}

/** A page of an administrator at the desk. */
async function openDesk(context: BrowserContext, splitline: Splitline): Promise<Page> {
  await withoutBanner(context);
  await logInByApi(context, splitline);
  const desk = await context.newPage();
  await desk.goto(`${splitline.url}/ResolveTickets`);
  return desk;
}

test('a runner writes a ticket, the desk answers, the runner replies, and the ticket is solved', async ({
  page,
  context,
  browser,
  splitline,
  mail,
}) => {
  await withoutBanner(context);
  await page.goto(splitline.url);
  await page.getByRole('link', { name: 'Support Ticket Request' }).click();
  await expect(page).toHaveTitle('Ticket Request · Splitline');
  await expectFine(page, { name: 'tickets' });

  // With the keyboard alone; nothing is wrong before the first press.
  const submit = page.getByRole('button', { name: 'Submit ticket' });
  await submit.focus();
  await page.keyboard.press('Enter');
  for (const missing of ['Name', 'Contact information', 'Request type', 'Title', 'Description'])
    await expect(page.getByText(`${missing} is required`)).toBeVisible();
  await expect(page.getByText('Race details are required')).toHaveCount(0);
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await expectFine(page, { name: 'tickets-wrong', brief: true });
  await typeTicket(page, 'A blank page');
  await expect(page.getByText(/is required$/)).toHaveCount(0);
  // A reload loses nothing.
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('A blank page');
  await submit.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Ticket Submitted Successfully!')).toBeVisible();
  await expect(page.locator(':focus')).toContainText('T-1001');
  await expectFine(page, { name: 'tickets-sent', brief: true });

  // The link of the mail.
  const token = await mail.link(ADDRESS, '/ticket/T-1001');
  const phone = await browser.newContext({ viewport: { width: 390, height: 844 } });
  await withoutBanner(phone);
  const runner = await phone.newPage();
  await runner.goto(`${splitline.url}/ticket/T-1001`);
  await expect(runner.getByText('Open the link of the mail again')).toBeVisible();
  await runner.goto(`${splitline.url}/ticket/T-1001#wrong`);
  await expect(runner.getByRole('heading', { name: 'Ticket not found' })).toBeVisible();
  await expectAccessible(runner);
  await runner.goto(`${splitline.url}/ticket/T-1001#${token}`);
  await expect(runner.getByRole('heading', { name: 'A blank page' })).toBeVisible();
  await expect(runner).toHaveURL(`${splitline.url}/ticket/T-1001`);
  await runner.reload();
  await expect(runner.getByText('The page of my race is blank.')).toBeVisible();

  // The desk takes it, and answers with the keyboard alone.
  const desk = await openDesk(await browser.newContext(), splitline);
  await expect(desk.getByRole('link', { name: 'Open 1 ticket' })).toBeVisible();
  await expectFine(desk, { name: 'ticket-desk' });
  await desk.keyboard.press('j');
  await expect(desk.locator('#ticket-title')).toBeFocused();
  await expect(desk.getByText('Confirmation: ')).toBeVisible();
  await expectFine(desk, { name: 'ticket-desk-open' });
  await desk.getByRole('button', { name: 'Assign to me' }).focus();
  await desk.keyboard.press('Enter');
  await expect(desk.getByText('You take care of it.')).toBeVisible();
  await expect(desk.locator('body')).not.toBeFocused();
  await desk.getByRole('textbox', { name: 'Answer' }).focus();
  await desk.keyboard.type('Which race is it?');
  // What was typed outlives a reload.
  await desk.reload();
  const answer = desk.getByRole('textbox', { name: 'Answer' });
  await expect(answer).toHaveValue('Which race is it?');
  await answer.focus();
  await desk.keyboard.press('Control+Enter');
  await expect(answer).toHaveValue('');
  await expect(desk.getByRole('list', { name: 'Messages' }).getByText('Which race is it?')).toBeVisible();

  // The mail of the answer has it, and the same link.
  const answered = await mail.text(ADDRESS, /this is the answer to your ticket T-1001/);
  expect(answered).toContain('Which race is it?');
  expect(answered).toContain(`${splitline.url}/ticket/T-1001#${token}`);

  // The runner replies while the desk writes: the answer, which has not seen the reply, waits until that was read.
  await runner.reload();
  await expect(runner.getByText('Answered', { exact: true })).toBeVisible();
  await expect(runner.getByText('Which race is it?')).toBeVisible();
  await expectFine(runner, { name: 'ticket-status' });
  await answer.fill('Never mind, it is found.');
  const reply = runner.getByRole('textbox', { name: 'Your reply' });
  await reply.fill('The Spring Half.');
  await phone.setOffline(true);
  await runner.getByRole('button', { name: 'Send reply' }).click();
  await expect(runner.getByText('Not sent yet')).toBeVisible();
  await phone.setOffline(false);
  await runner.getByRole('button', { name: 'Send reply' }).click();
  await expect(reply).toHaveValue('');
  await expect(runner.getByRole('list', { name: 'Messages' }).getByText('The Spring Half.')).toHaveCount(1);
  await desk.getByRole('button', { name: 'Send and solve' }).click();
  await expect(desk.getByText('This ticket has changed since you began to write')).toBeVisible();
  await expect(desk.getByText('The Spring Half.')).toBeVisible();
  await expect(answer).toHaveValue('Never mind, it is found.');
  await desk.getByRole('button', { name: 'I have read it' }).click();
  await expect(answer).toBeFocused();
  await desk.getByRole('button', { name: 'Send and solve' }).click();
  await expect(answer).toHaveValue('');
  await expect(desk.getByRole('link', { name: 'Solved 1 ticket' })).toBeVisible();
  await runner.reload();
  await expect(runner.getByText('Never mind, it is found.')).toBeVisible();
  await expect(runner.getByText('Solved', { exact: true })).toBeVisible();
  await expect(runner.getByText('Reply below if it is not: that opens the ticket again.')).toBeVisible();
  await mail.text(ADDRESS, /Never mind, it is found\./);

  // A reply opens it again.
  await reply.fill('It is blank again.');
  await runner.getByRole('button', { name: 'Send reply' }).click();
  await expect(runner.getByText('Open', { exact: true })).toBeVisible();
  await expect(desk.getByRole('link', { name: 'Open 1 ticket' })).toBeVisible({ timeout: 60_000 });
});

test('a ticket that is written offline is kept and sent once, and a double press is one ticket', async ({
  page,
  context,
  browser,
  splitline,
}) => {
  await withoutBanner(context);
  await page.goto(`${splitline.url}/tickets`);
  await typeTicket(page, 'Written in the forest');
  await context.setOffline(true);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Kept, and sent when you are back online')).toBeVisible();
  await expect(page.locator(':focus')).toContainText('Kept');
  await expectAccessible(page);
  await context.setOffline(false);
  await expect(page.getByText(/^Ticket (Submitted|Created)/)).toBeVisible();

  await page.getByRole('button', { name: 'Write another ticket' }).click();
  await typeTicket(page, 'Pressed twice');
  await page.getByRole('button', { name: 'Submit ticket' }).dblclick();
  await expect(page.getByText(/^Ticket (Submitted|Created)/)).toBeVisible();

  const desk = await openDesk(await browser.newContext(), splitline);
  await expect(desk.getByRole('list', { name: 'Tickets' }).getByRole('listitem')).toHaveCount(2);
  await desk.getByRole('searchbox', { name: 'Search tickets' }).fill('forest');
  await expect(desk.getByRole('list', { name: 'Tickets' }).getByRole('listitem')).toHaveCount(1);
  await expect(desk).toHaveURL(/q=forest/);
});

test('a refund is asked for on a race page: the form knows the race, and asks for its details', async ({
  page,
  context,
  browser,
  splitline,
  mail,
}) => {
  await withoutBanner(context);
  await raceByApi(splitline, 'Spring Half', { Refund: 'Until two days before the start.' });
  await page.goto(`${splitline.url}/race/Spring%20Half`);
  await page.getByRole('link', { name: 'Ask us about a refund' }).click();
  await expect(page.getByRole('textbox', { name: 'Race details' })).toHaveValue('Spring Half');
  await expect(page.getByText('Until two days before the start.')).toBeVisible();
  await expectFine(page, { name: 'tickets-refund' });

  await page.getByRole('textbox', { name: 'Name' }).fill('Zoë O’Brien');
  await page.getByRole('textbox', { name: 'E-mail or phone' }).fill(ADDRESS);
  await page.getByRole('textbox', { name: 'Title' }).fill('Injured');
  await page.getByRole('textbox', { name: 'Description' }).fill('I cannot run.');
  const details = page.getByRole('textbox', { name: 'Race details' });
  await details.fill('');
  await page.getByRole('button', { name: 'Submit ticket' }).click();
  await expect(page.getByText('Race details are required')).toBeVisible();
  await expect(details).toBeFocused();
  await details.fill('Spring Half, bib 117');
  await expect(page.getByText('Race details are required')).toHaveCount(0);
  await page.getByRole('button', { name: 'Submit ticket' }).click();
  await expect(page.getByText('Ticket Submitted Successfully!')).toBeVisible();
  expect(await mail.link(ADDRESS, '/ticket/T-1001')).not.toBe('');

  // The desk finds it by its type and by its race.
  const desk = await openDesk(await browser.newContext(), splitline);
  await desk.goto(`${splitline.url}/ResolveTickets?type=Refund&race=Spring%20Half`);
  await expect(desk.getByRole('list', { name: 'Tickets' }).getByRole('listitem')).toHaveCount(1);
  await desk.keyboard.press('j');
  await expect(desk.getByText('Spring Half, bib 117')).toBeVisible();
  await expect(desk.getByRole('link', { name: ADDRESS })).toHaveAttribute('href', `mailto:${ADDRESS}`);
  await desk.goto(`${splitline.url}/ResolveTickets?type=Other`);
  await expect(desk.getByText('Nothing fits')).toBeVisible();
});
