import { expectFine } from './accessibility';
import { mailTest as test } from './mail';
import { logInByApi } from './races';
import { ADDRESS, inviteAdmin, post, publish, withoutBanner } from './runners';
import { expect } from './server';

test('two administrators share the desk: saved replies, who is writing, joined tickets, and many at once', async ({
  context,
  browser,
  splitline,
  mail,
}) => {
  const ada = context;
  await logInByApi(ada, splitline);
  await publish(splitline, ada.request, 'Harbor 5K', 'May 3', '22:10');
  const write = async (title: string, contact: string) => {
    const visitor = await browser.newContext();
    const { ticketId } = await post(splitline, visitor.request, 'createTicket', {
      name: 'Zoë O’Brien',
      contact,
      requestType: 'Race Day Incident',
      title,
      description: `${title}: please look.`,
      raceDetails: 'Harbor 5K\nbib 117',
    });
    await visitor.close();
    return ticketId as string;
  };
  const first = await write('My time is wrong', ADDRESS);
  const again = await write('Still wrong', ADDRESS);
  const other = await write('Where is my medal?', '(555) 123-4567');
  const link = await mail.link(ADDRESS, `/ticket/${again}`);

  await withoutBanner(ada);
  const desk = await ada.newPage();
  await desk.goto(`${splitline.url}/ResolveTickets?ticket=${first}`);
  await expect(desk.getByText('22:10')).toBeVisible();

  // A saved reply with a word in braces that is none is refused; then it is written, and inserted for this ticket.
  await desk.getByRole('button', { name: 'Write saved replies' }).click();
  const dialog = desk.getByRole('dialog', { name: 'Saved replies' });
  await expect(dialog.getByText('No saved replies yet')).toBeVisible();
  await dialog.getByRole('button', { name: 'Write a new one' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Title' })).toBeFocused();
  await desk.keyboard.type('We look at it');
  await dialog.getByRole('textbox', { name: 'Text' }).fill('Hello {nmae}, we look at {race} for {ticket}.');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText(/nothing to fill in for \{nmae\}/)).toBeVisible();
  await expectFine(desk, { name: 'saved-replies', brief: true });
  await dialog.getByRole('textbox', { name: 'Text' }).fill('Hello {name}, we look at {race} for {ticket}.');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Saved.')).toBeFocused();
  await desk.keyboard.press('Escape');
  await expect(desk.getByText('Write an answer first.')).toHaveCount(0);
  await desk.getByRole('combobox', { name: 'Saved reply' }).selectOption('We look at it');
  await desk.getByRole('button', { name: 'Insert', exact: true }).click();
  const answer = desk.getByRole('textbox', { name: 'Answer' });
  await expect(answer).toHaveValue(`Hello Zoë O’Brien, we look at Harbor 5K for ${first}.`);
  await expect(answer).toBeFocused();

  // The other administrator sees that somebody is writing.
  const bob = await browser.newContext();
  await withoutBanner(bob);
  await inviteAdmin(splitline, ada.request, bob.request, mail, 'bob');
  const theirs = await bob.newPage();
  await theirs.goto(`${splitline.url}/ResolveTickets?ticket=${first}`);
  await expect(theirs.getByText('director is writing an answer.')).toBeVisible();
  await expectFine(theirs, { name: 'ticket-desk-beside' });
  await answer.fill('');
  await expect(theirs.getByText('director is writing an answer.')).toHaveCount(0, { timeout: 15_000 });

  // Printed, a ticket is alone: without the site's menu, its search, and what can be pressed.
  const onScreen = [
    theirs.getByRole('navigation', { name: 'Main' }),
    theirs.getByRole('search', { name: 'Find a race' }),
    theirs.getByRole('button', { name: `Join into ${again}` }),
  ];
  for (const part of onScreen) await expect(part).toBeVisible();
  await theirs.emulateMedia({ media: 'print' });
  for (const part of onScreen) await expect(part).toBeHidden();
  await expect(theirs.getByRole('heading', { name: 'My time is wrong' })).toBeVisible();
  await theirs.emulateMedia({ media: null });

  // Two tickets of one runner become one; the link of either opens it.
  await theirs.getByRole('link', { name: `${again} · Still wrong` }).click();
  await theirs.getByRole('button', { name: `Join into ${first}` }).click();
  const question = theirs.getByRole('alertdialog');
  await expect(question).toContainText(`Join ${again} into ${first}?`);
  await question.getByRole('button', { name: 'Join' }).click();
  await expect(theirs.getByRole('heading', { name: 'My time is wrong' })).toBeVisible();
  await expect(theirs.getByText('Still wrong: please look.')).toBeVisible();
  const runner = await (await browser.newContext()).newPage();
  await withoutBanner(runner.context());
  await runner.goto(`${splitline.url}/ticket/${again}#${link}`);
  await expect(runner.getByRole('heading', { name: 'My time is wrong' })).toBeVisible();
  await expect(runner.getByText(`joined with ${again}`)).toBeVisible();

  // Many at once, by the keyboard; what somebody else has changed meanwhile stays.
  await desk.goto(`${splitline.url}/ResolveTickets`);
  await desk.getByRole('checkbox', { name: 'Choose all' }).focus();
  await desk.keyboard.press('Space');
  await expect(desk.getByText('2 tickets chosen')).toBeVisible();
  await expectFine(desk, { name: 'ticket-desk-chosen', brief: true });
  await post(splitline, bob.request, `tickets/${other}/replies`, { text: 'Call them.', kind: 'note', version: 1 });
  await desk.getByRole('button', { name: 'Solve' }).focus();
  await desk.keyboard.press('Enter');
  await expect(desk.getByText('1 ticket is solved. 1 was changed by somebody else meanwhile').last()).toBeVisible();
  await expect(desk.getByRole('link', { name: 'Open 1 ticket' })).toBeVisible();
});
