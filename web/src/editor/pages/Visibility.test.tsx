/** Hidden pages, which only administrators see: how they are marked, published and hidden. */
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import * as desk from '@/core/pkg/desk';
import { openSite, setWidth, withServer } from '@/test/app';
import { EditServer } from '@/test/editor';

const server = withServer();
beforeEach(() => setWidth(1440));

const words = () => desk.visibilityWords();
const user = () => userEvent.setup({ pointerEventsCheck: 0 });

async function edit(races: EditServer) {
  server.use(...races.handlers);
  openSite('/EditRaces?race=Shore%20Half');
  await screen.findByRole('heading', { level: 1, name: 'Shore Half' });
  return user();
}

test('a hidden page is marked in the list, and only that one', async () => {
  const races = new EditServer({ Race: 'Shore Half', isHidden: 'True' }, { Race: 'Winter 5K' });
  server.use(...races.handlers);
  openSite('/EditRaces');
  const row = async (name: string) => within((await screen.findByRole('link', { name })).closest('li') as HTMLElement);
  expect((await row('Shore Half')).getByText('Hidden')).toBeTruthy();
  expect((await row('Winter 5K')).queryByText('Hidden')).toBeNull();
});

test('publishing first asks for confirmation; afterwards the page is no longer marked', async () => {
  const races = new EditServer({ isHidden: 'True' });
  const person = await edit(races);
  expect(screen.getByText(words().hiddenText)).toBeTruthy();
  await person.click(screen.getByRole('button', { name: 'Publish' }));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Publish this page?' }));
  expect(races.requests).toEqual([]);
  await person.click(dialog.getByRole('button', { name: 'Publish' }));
  await waitFor(() => expect(screen.queryByText(words().hiddenText)).toBeNull());
  expect(races.requests).toEqual([{ path: 'pageVisibility', body: { RaceName: 'Shore Half', isHidden: 'False' } }]);
  expect((await screen.findAllByText('Shore Half was changed.')).length).toBeGreaterThan(0);
  // The button that had the focus still exists, and its action is Hide now.
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Hide' })));
});

test('a failure of hiding is reported, and hiding can be tried again', async () => {
  const races = new EditServer({});
  const person = await edit(races);
  await person.click(screen.getByRole('button', { name: 'Hide' }));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Hide this page?' }));
  races.next = 'cut';
  await person.click(dialog.getByRole('button', { name: 'Hide' }));
  expect(await dialog.findByRole('alert')).toBeTruthy();
  await person.click(dialog.getByRole('button', { name: 'Hide' }));
  expect(await screen.findByText(words().hiddenText)).toBeTruthy();
});

test('the dialog says what a copy contains before it is made', async () => {
  const races = new EditServer({});
  server.use(...races.handlers);
  openSite('/EditRaces');
  await user().click(await screen.findByRole('button', { name: /Duplicate/ }));
  const dialog = within(await screen.findByRole('dialog'));
  for (const text of words().duplicate) expect(dialog.getByText(text)).toBeTruthy();
});
