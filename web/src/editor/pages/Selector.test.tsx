import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { expect, test } from 'vitest';
import * as desk from '@/core/pkg/desk';
import { API, openSite, withServer } from '@/test/app';
import { EditServer } from '@/test/editor';
import { aRace } from '@/test/race';

const server = withServer();

const four = () =>
  new EditServer(
    { Race: 'Shore Half', Date: 'June 15, 2090' },
    { Race: 'Winter 5K', Date: 'January 9, 2020' },
    { Race: 'Río Grande 10K', Date: 'May 1, 2090' },
    { Race: 'Next Year', Date: '' },
  );

async function open(path = '/EditRaces', races = four()) {
  server.use(...races.handlers);
  const site = openSite(path);
  await screen.findByRole('heading', { name: 'Edit Pages' });
  return { ...site, races, user: userEvent.setup({ pointerEventsCheck: 0 }) };
}

const search = () => screen.getByRole('searchbox', { name: 'Search by race name' });
const names = () => screen.getAllByRole('link', { name: /Half|5K|10K|Next/ }).map((link) => link.textContent);
const rowOf = async (name: string) => within((await screen.findByRole('link', { name })).closest('li') as HTMLElement);

test('races are in the core’s order, each with its label; a search ignores accents', async () => {
  const { user } = await open();
  await screen.findByRole('link', { name: 'Shore Half' });
  expect(names()).toEqual(['Río Grande 10K', 'Shore Half', 'Winter 5K', 'Next Year']);
  expect((await rowOf('Shore Half')).getByText('Upcoming')).toBeDefined();
  expect((await rowOf('Winter 5K')).getByText('Past')).toBeDefined();
  await user.type(search(), 'rio');
  expect(names()).toEqual(['Río Grande 10K']);
  await user.clear(search());
  await user.type(search(), 'nobody');
  expect(await screen.findByText(desk.editorWords().noRaces)).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Show all races' }));
  expect(names()).toHaveLength(4);
});

test('the key / focuses the search until the shortcut is turned off', async () => {
  const { user } = await open();
  const field = search();
  await user.keyboard('/');
  expect(document.activeElement).toBe(field);
  fireEvent.blur(field);
  field.blur();
  await user.click(screen.getByRole('button', { name: /Turn off/ }));
  await user.keyboard('/');
  expect(document.activeElement).not.toBe(field);
  await user.click(screen.getByRole('button', { name: /Turn on/ }));
});

test('deleting requires the name, a failure is reported, and the deleted race can be restored', async () => {
  const { user, races } = await open();
  await user.click((await rowOf('Shore Half')).getByRole('button', { name: /DELETE/ }));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Confirm Delete' }));
  const confirm = dialog.getByRole<HTMLButtonElement>('button', { name: 'DELETE' });
  expect(confirm.disabled).toBe(true);
  await user.type(dialog.getByRole('textbox', { name: 'Race name' }), 'shore half');
  expect(confirm.disabled).toBe(false);
  races.next = { status: 500 };
  await user.click(confirm);
  expect(await dialog.findByText('Error deleting race. Please try again.')).toBeDefined();
  await user.click(confirm);
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(screen.queryByRole('link', { name: 'Shore Half' })).toBeNull();
  expect(await screen.findByText(/^Shore Half: Race deleted\./)).toBeDefined();
  await user.click(await screen.findByRole('button', { name: /Restore/ }));
  expect((await screen.findAllByRole('link', { name: 'Shore Half' })).length).toBeGreaterThan(0);
  // The message about the deletion disappears at the restore; the message about the restore is shown for three seconds.
  expect(screen.queryByText(/Race deleted/)).toBeNull();
  expect(screen.getByText('Race restored.', { exact: false })).toBeDefined();
  await waitFor(() => expect(screen.queryByText('Race restored.', { exact: false })).toBeNull(), { timeout: 4000 });
});

test('Enter in the search opens the race if it is the only result, and nothing if there are several', async () => {
  const { user, router } = await open();
  await screen.findByRole('link', { name: 'Shore Half' });
  await user.type(search(), 'a{Enter}');
  expect(router.state.location.search).not.toHaveProperty('race');
  await user.clear(search());
  await user.type(search(), 'winter{Enter}');
  expect(await screen.findByRole('heading', { level: 1, name: 'Winter 5K' })).toBeDefined();
  expect(router.state.location.search).toEqual({ race: 'Winter 5K' });
});

test('Back from a race that was just found restores the search', async () => {
  const { user, router } = await open();
  await screen.findByRole('link', { name: 'Shore Half' });
  // At once, before the timer writes the search text into the address.
  fireEvent.change(search(), { target: { value: 'winter' } });
  await user.type(search(), '{Enter}');
  await screen.findByRole('heading', { level: 1, name: 'Winter 5K' });
  act(() => router.history.back());
  await screen.findByRole('heading', { name: 'Edit Pages' });
  expect(search()).toHaveProperty('value', 'winter');
  expect(names()).toEqual(['Winter 5K']);

  await user.click(search());
  fireEvent.change(search(), { target: { value: 'shore' } });
  await user.click(screen.getByRole('link', { name: 'Shore Half' }));
  await screen.findByRole('heading', { level: 1, name: 'Shore Half' });
  act(() => router.history.back());
  await screen.findByRole('heading', { name: 'Edit Pages' });
  expect(search()).toHaveProperty('value', 'shore');
});

test('copying and deleting send the id of the listed race, because another race may have its name now', async () => {
  const races = four();
  const listed = [{ id: 'a b', name: 'Shore Half', date: 'June 15, 2090' }];
  const searches: string[] = [];
  const refuse = ({ request }: { request: Request }) => {
    searches.push(new URL(request.url).search);
    return new HttpResponse(null, { status: 500 });
  };
  server.use(...races.handlers);
  server.use(
    http.get(`${API}/getAllPageRaces`, () => HttpResponse.json({ races: listed })),
    http.delete(`${API}/deletePage`, refuse),
    http.post(`${API}/duplicatePage`, refuse),
  );
  openSite('/EditRaces');
  const user = userEvent.setup({ pointerEventsCheck: 0 });
  await user.click((await rowOf('Shore Half')).getByRole('button', { name: /Duplicate/ }));
  const copy = within(await screen.findByRole('dialog', { name: 'Duplicate Shore Half' }));
  await user.click(copy.getByRole('button', { name: 'Duplicate' }));
  await waitFor(() => expect(searches).toEqual(['?id=a+b']));
  await user.click(copy.getByRole('button', { name: 'Cancel' }));
  await user.click((await rowOf('Shore Half')).getByRole('button', { name: /DELETE/ }));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Confirm Delete' }));
  await user.type(dialog.getByRole('textbox', { name: 'Race name' }), 'shore half');
  await user.click(dialog.getByRole('button', { name: 'DELETE' }));
  await waitFor(() => expect(searches).toEqual(['?id=a+b', '?id=a+b']));
});

test.each([
  [409, 'DUPLICATE_NAME'],
  [400, 'reserved_name'],
])('a deleted race whose name cannot be used (%s) is restored under another name', async (status, code) => {
  const races = new EditServer({ Race: 'Old Half' });
  const at = '2030-01-01T12:00:00Z';
  races.deleted = [{ id: '7', name: 'Old Half', date: '', deletedAt: at, deletedBy: 'director', until: at }];
  races.next = { status, body: { code, message: 'Taken.' } };
  const { user } = await open('/EditRaces', races);
  await user.click(await screen.findByRole('button', { name: /Restore/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Restore Old Half' }));
  expect(dialog.getByText('Taken.')).toBeDefined();
  await user.click(dialog.getByRole('button', { name: 'Restore' }));
  expect(await screen.findByText('Race restored.', { exact: false })).toBeDefined();
  expect((await screen.findAllByRole('link', { name: 'Old Half Copy' })).length).toBeGreaterThan(0);
});

test('a copy for next year opens in its editor; a taken name is reported at the field', async () => {
  const { user, races, router } = await open();
  await user.click((await rowOf('Winter 5K')).getByRole('button', { name: /Duplicate/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Duplicate Winter 5K' }));
  const name = dialog.getByRole<HTMLInputElement>('textbox', { name: 'Race name' });
  expect(name.value).toBe('Winter 5K 2021');
  races.next = { status: 409, body: { code: 'DUPLICATE_NAME', message: 'This name is taken.' } };
  await user.click(dialog.getByRole('button', { name: 'Duplicate' }));
  expect(await dialog.findByText('This name is taken.')).toBeDefined();
  await user.type(name, ' again');
  expect(dialog.queryByText('This name is taken.')).toBeNull();
  await user.click(dialog.getByRole('button', { name: 'Duplicate' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Winter 5K 2021 again' })).toBeDefined();
  expect(router.state.location.search).toEqual({ race: 'Winter 5K 2021 again' });
});

test('a race that does not exist is reported, with a link back to the list', async () => {
  const races = new EditServer();
  server.use(...races.handlers);
  openSite('/EditRaces?race=Nobody');
  expect(await screen.findByText('Race not found')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Back to Race Selection' })).toBeDefined();
});

test('an expired session is reported with a link to log in', async () => {
  const races = new EditServer();
  const refused = { code: 'UNAUTHORIZED', message: 'Please log in first.' };
  server.use(
    http.get(`${API}/AllRacePages`, () => HttpResponse.json(refused, { status: 401 })),
    ...races.handlers,
  );
  openSite('/EditRaces?race=Shore%20Half');
  const link = await screen.findByRole('link', { name: /^Please log in first\./ });
  expect(link.getAttribute('href')).toBe('/login');
  expect(link.getAttribute('target')).toBe('_blank');
  expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined();
});

test('two quick presses create one copy', async () => {
  const { user, races } = await open();
  let calls = 0;
  server.use(
    http.post(`${API}/duplicatePage`, async () => {
      calls += 1;
      races.races.set('Copy', aRace({ Race: 'Copy' }));
      return HttpResponse.json({ RaceName: 'Copy' }, { status: 201 });
    }),
  );
  await user.click((await screen.findAllByRole('button', { name: /^Duplicate/ }))[0] as HTMLElement);
  const form = (await screen.findByRole('dialog')).querySelector('form') as HTMLFormElement;
  // Within one event, before anything is rendered.
  act(() => {
    fireEvent.submit(form);
    fireEvent.submit(form);
  });
  await screen.findByRole('heading', { level: 1, name: 'Copy' });
  expect(calls).toBe(1);
});
