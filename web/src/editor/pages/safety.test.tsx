/** Nothing typed is lost: two people at once, a cut line, a reload, leaving. */
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { openSite, setWidth, withServer } from '@/test/app';
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

/** Somebody else has saved before. */
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

test('the second of two saves sees both versions, and its own may go over the other', async () => {
  const { user, races } = await open();
  await type(user, 'Transfers only.');
  conflict(races);
  await press(user, /^Save/);
  const dialog = within(await screen.findByRole('alertdialog'));
  expect(dialog.getByText('Refunds until May.')).toBeDefined();
  expect(dialog.getByText('Transfers only.')).toBeDefined();
  await user.click(dialog.getByRole('button', { name: 'Keep my version' }));
  expect(await screen.findByText('Refund policy updated successfully!')).toBeDefined();
  expect(races.asked[1]?.body).toMatchObject({ Refund: 'Transfers only.', Versions: { refund: 'v9' } });
});

test('it may take the other one, or think about it', async () => {
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

test('a cut line keeps the words and says the failure; the next try saves them', async () => {
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

test('words typed before a reload are offered again, and saved from the version they began with', async () => {
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
  expect(races.asked[0]?.body).toMatchObject({ Versions: { refund: 'v1' } });
});

test('words of a tab that is gone are offered again, and forgotten once they are saved', async () => {
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

test('a browser that keeps nothing is told of before leaving', async () => {
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

test('words that are discarded are gone', async () => {
  const { user, races } = await open();
  await type(user, 'Transfers only.');
  cleanup();
  await open(races);
  await press(user, /^Discard/);
  expect(refund().getByRole('button', { name: /^Edit/ })).toBeDefined();
  expect(sessionStorage.length).toBe(0);
});

test('leaving with unsaved words warns; whoever leaves finds them again', async () => {
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

test('leaving without unsaved words asks nothing', async () => {
  const { user } = await open();
  await type(user, 'No refunds.');
  await user.click(screen.getByRole('link', { name: 'Back to Race Selection' }));
  expect(await screen.findByRole('heading', { name: 'Edit Pages' })).toBeDefined();
});
