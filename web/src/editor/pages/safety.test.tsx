/** No typed text is lost: with two users at once, a lost connection, a reload, and on leaving the page. */
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';
import { API, openSite, setWidth, withServer } from '@/test/app';
import { EditServer } from '@/test/editor';
import { aRace } from '@/test/race';

const server = withServer();
beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
  setWidth(1440);
});

async function open(races = new EditServer({ Refund: 'No refunds.' })) {
  server.use(...races.handlers);
  const site = openSite('/EditRaces?race=Shore%20Half');
  await screen.findByRole('heading', { level: 1, name: 'Shore Half' });
  return { ...site, races, user: userEvent.setup({ pointerEventsCheck: 0 }) };
}

const refund = () => within(document.querySelector('[data-part="refund"]') as HTMLElement);

async function type(user: ReturnType<typeof userEvent.setup>, text: string) {
  await user.click(refund().getByRole('button', { name: /^Edit/ }));
  fireEvent.change(refund().getByLabelText('Refund Policy'), { target: { value: text } });
}

const press = async (user: ReturnType<typeof userEvent.setup>, name: RegExp) =>
  user.click(refund().getByRole('button', { name }));

/** Another user has saved first: the next save gets a conflict. */
function conflict(races: EditServer) {
  const race = aRace({ ...races.races.get('Shore Half'), Refund: 'Refunds until May.' });
  races.races.set('Shore Half', race);
  races.next = {
    status: 409,
    body: {
      code: 'EDIT_CONFLICT',
      message: 'Changed.',
      conflict: { part: 'refund', version: 'v9', by: 'Ada', at: '2030-01-01T12:00:00Z', race },
    },
  };
}

test('the second of two saves shows both versions, and may overwrite the other', async () => {
  const { user, races } = await open();
  await type(user, 'Transfers only.');
  conflict(races);
  await press(user, /^Save/);
  const dialog = within(await screen.findByRole('alertdialog'));
  expect(dialog.getByText('Refunds until May.')).toBeDefined();
  expect(dialog.getByText('Transfers only.')).toBeDefined();
  await user.click(dialog.getByRole('button', { name: 'Keep my version' }));
  expect(await screen.findByText('Refund policy updated successfully!')).toBeDefined();
  expect(races.requests[1]?.body).toMatchObject({ Refund: 'Transfers only.', Versions: { refund: 'v9' } });
});

test('a conflict can be closed, or resolved by taking the other version', async () => {
  const { user, races } = await open();
  await type(user, 'Transfers only.');
  conflict(races);
  await press(user, /^Save/);
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
  expect(refund().getByDisplayValue('Transfers only.')).toBeDefined();
  conflict(races);
  await press(user, /^Save/);
  await user.click(await screen.findByRole('button', { name: 'Take the saved version' }));
  expect(await refund().findByText('Refunds until May.')).toBeDefined();
  expect(refund().getByRole('button', { name: /^Edit/ })).toBeDefined();
  await press(user, /^Bring them back/);
  expect(refund().getByDisplayValue('Transfers only.')).toBeDefined();
});

test('a lost connection is reported and keeps the text; the next attempt saves it', async () => {
  const { user, races } = await open();
  await type(user, 'Transfers only.');
  races.next = 'cut';
  await press(user, /^Save/);
  expect(await refund().findByText('Failed to update refund policy')).toBeDefined();
  expect(refund().getByDisplayValue('Transfers only.')).toBeDefined();
  await press(user, /^Save/);
  expect(await screen.findByText('Refund policy updated successfully!')).toBeDefined();
  await waitFor(() => expect(sessionStorage.length).toBe(0));
});

test('text typed before a reload is offered again, and saved with the version with which editing began', async () => {
  const { user, races } = await open();
  await type(user, 'Transfers only.');
  await waitFor(() => expect(sessionStorage.length).toBe(1), { timeout: 2000 });
  cleanup();
  races.version = 5;
  await open(races);
  expect(refund().getByText('No refunds.')).toBeDefined();
  await press(user, /^Continue editing/);
  expect(refund().getByDisplayValue('Transfers only.')).toBeDefined();
  await press(user, /^Save/);
  expect(await screen.findByText('Refund policy updated successfully!')).toBeDefined();
  expect(races.requests[0]?.body).toMatchObject({ Versions: { refund: 'v1' } });
});

test('text typed while the race had no id, because the session was over, is offered once the id is known', async () => {
  const { user, races } = await open();
  await type(user, 'Transfers only.');
  await waitFor(() => expect(sessionStorage.length).toBe(1), { timeout: 2000 });
  cleanup();
  races.id = '7';
  await open(races);
  await press(user, /^Continue editing/);
  expect(refund().getByDisplayValue('Transfers only.')).toBeDefined();
  await press(user, /^Save/);
  expect(await screen.findByText('Refund policy updated successfully!')).toBeDefined();
  const stored = () => [...Object.keys(localStorage), ...Object.keys(sessionStorage)];
  await waitFor(() => expect(stored().filter((key) => key.startsWith('splitline.edit'))).toEqual([]));
});

test('text stored under the id before that is offered after it', async () => {
  const earlier = { race: 'Shore Half', before: { Refund: 'No refunds.' }, after: { Refund: 'Earlier words.' }, at: 1 };
  localStorage.setItem('splitline.edit:7:refund', JSON.stringify(earlier));
  const { user, races } = await open();
  await type(user, 'Transfers only.');
  cleanup();
  races.id = '7';
  await open(races);
  await press(user, /^Continue editing/);
  await press(user, /^Save/);
  expect(await screen.findByText('Refund policy updated successfully!')).toBeDefined();
  cleanup();
  await open(races);
  await press(user, /^Continue editing/);
  expect(refund().getByDisplayValue('Earlier words.')).toBeDefined();
});

test('a race that was renamed is found by the id of stored text, and text stored by its old name is offered too', async () => {
  const store = (id: string, part: string, before: object, after: object) =>
    localStorage.setItem(`splitline.edit:${id}:${part}`, JSON.stringify({ race: 'Shore Half', before, after, at: 1 }));
  store('Shore Half', 'training', { Training: '' }, { Training: 'Run more.' });
  store('7', 'refund', { Refund: '' }, { Refund: 'Transfers only.' });
  server.use(
    http.get(`${API}/AllRacePages`, ({ request }) =>
      new URL(request.url).searchParams.get('id') === '7'
        ? HttpResponse.json({ id: '7', race: aRace({ Race: 'Coast Half' }), versions: {} })
        : HttpResponse.json({ code: 'RACE_NOT_FOUND', message: 'Race not found.' }, { status: 404 }),
    ),
    ...new EditServer().handlers,
  );
  openSite('/EditRaces?race=Shore%20Half');
  await screen.findByRole('heading', { level: 1, name: 'Coast Half' });
  expect(screen.getAllByRole('button', { name: /^Continue editing/ })).toHaveLength(2);
});

test('when the id becomes known while the race is open, typed text moves to it and text stored under it is offered', async () => {
  const earlier = { race: 'Shore Half', before: { Training: '' }, after: { Training: 'Run more.' }, at: 1 };
  localStorage.setItem('splitline.edit:7:training', JSON.stringify(earlier));
  const { user, races, queries } = await open();
  await type(user, 'Transfers only.');
  races.id = '7';
  await queries.invalidateQueries();
  expect(await screen.findByRole('button', { name: /^Continue editing/ })).toBeDefined();
  expect(sessionStorage.getItem('splitline.edit:7:refund')).toContain('Transfers only.');
  expect(sessionStorage.getItem('splitline.edit:Shore Half:refund')).toBeNull();
});

test.each([
  ['15.5', 'Please give the age in whole years.'],
  ['99,999,999,999', 'Please give an age of at most 99 years.'],
])('the age %s is refused at its field and never saved as another one', async (typed, sentence) => {
  const { user, races } = await open();
  const rules = () => within(document.querySelector('[data-part="rules"]') as HTMLElement);
  const age = () => rules().getByRole('textbox', { name: 'Youngest age in years' }) as HTMLInputElement;
  const write = (text: string) => {
    fireEvent.focus(age());
    fireEvent.change(age(), { target: { value: text } });
    fireEvent.blur(age());
  };
  await user.click(rules().getByRole('button', { name: /^Edit/ }));
  write(typed);
  expect(rules().getByText(sentence)).toBeDefined();
  expect(age().value).toBe(typed);
  await user.click(rules().getByRole('button', { name: /^Save/ }));
  expect(races.requests).toEqual([]);
  // It is unsaved input like any other: a reload offers it again.
  await waitFor(() => expect(sessionStorage.length).toBe(1), { timeout: 2000 });
  cleanup();
  await open(races);
  await user.click(rules().getByRole('button', { name: /^Continue editing/ }));
  expect(age().value).toBe(typed);
  write('16');
  expect(rules().queryByText(sentence)).toBeNull();
  await user.click(rules().getByRole('button', { name: /^Save/ }));
  await waitFor(() => expect(races.requests[0]?.body).toMatchObject({ AgeRequirement: 16 }));
});

test('text of a closed tab is offered again, and removed from storage once it is saved', async () => {
  const { user, races } = await open();
  await type(user, 'Transfers only.');
  await waitFor(() => expect(localStorage.length).toBe(1), { timeout: 2000 });
  cleanup();
  sessionStorage.clear();
  await open(races);
  await press(user, /^Continue editing/);
  await press(user, /^Save/);
  expect(await screen.findByText('Refund policy updated successfully!')).toBeDefined();
  await waitFor(() => expect(localStorage.length).toBe(0));
});

test('leaving warns when the browser cannot store the text', async () => {
  const full = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  const { user } = await open();
  const setItem = vi.fn(full);
  const storage = { getItem: () => null, setItem, removeItem: () => undefined, clear: () => undefined };
  vi.stubGlobal('sessionStorage', storage);
  vi.stubGlobal('localStorage', storage);
  try {
    await type(user, 'Transfers only.');
    await waitFor(() => expect(setItem.mock.calls.length).toBeGreaterThan(1), { timeout: 2000 });
    await user.click(screen.getByRole('link', { name: 'Back to Race Selection' }));
    const dialog = within(await screen.findByRole('alertdialog'));
    expect(dialog.getByText(/the words are lost when you leave/)).toBeDefined();
  } finally {
    vi.unstubAllGlobals();
  }
});

test('discarded text is removed from storage', async () => {
  const { user, races } = await open();
  await type(user, 'Transfers only.');
  cleanup();
  await open(races);
  await press(user, /^Discard/);
  expect(refund().getByRole('button', { name: /^Edit/ })).toBeDefined();
  expect(sessionStorage.length).toBe(0);
});

test('leaving with unsaved text warns, and the text is offered again on return', async () => {
  const { user, router } = await open();
  await type(user, 'Transfers only.');
  await user.click(screen.getByRole('link', { name: 'Back to Race Selection' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  expect(refund().getByDisplayValue('Transfers only.')).toBeDefined();
  await user.click(screen.getByRole('link', { name: 'Back to Race Selection' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Leave' }));
  await screen.findByRole('heading', { name: 'Edit Pages' });
  await user.click(await screen.findByRole('link', { name: 'Shore Half' }));
  expect(await screen.findByRole('button', { name: /^Continue editing/ })).toBeDefined();
  expect(router.state.location.search).toEqual({ race: 'Shore Half' });
});

test('leaving without unsaved text does not warn', async () => {
  const { user } = await open();
  await type(user, 'No refunds.');
  await user.click(screen.getByRole('link', { name: 'Back to Race Selection' }));
  expect(await screen.findByRole('heading', { name: 'Edit Pages' })).toBeDefined();
});
