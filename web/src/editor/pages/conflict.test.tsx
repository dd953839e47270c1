/** Several users save one section: fields that only one of them changed are merged, fields that two changed are chosen one by one. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import type { Race } from '@/core';
import { API, openSite, setWidth, withServer } from '@/test/app';
import { EditServer } from '@/test/editor';
import { aRace } from '@/test/race';

const server = withServer();
beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
  setWidth(1440);
});

const DETAILS = { PacketPickUp: 'At the pier.', Timing: 'By chip.', MoreInfo: 'Bring lights.', Amenities: ['Water'] };

async function open() {
  const races = new EditServer({ Refund: 'No refunds.', ...DETAILS });
  server.use(...races.handlers);
  openSite('/EditRaces?race=Shore%20Half');
  await screen.findByRole('heading', { level: 1, name: 'Shore Half' });
  return { races, user: userEvent.setup({ pointerEventsCheck: 0 }) };
}

type User = ReturnType<typeof userEvent.setup>;
const part = (id: string) => within(document.querySelector(`[data-part="${id}"]`) as HTMLElement);
const edit = (user: User, id: string) => user.click(part(id).getByRole('button', { name: /^Edit/ }));
const save = (user: User, id: string) => user.click(part(id).getByRole('button', { name: /^Save/ }));
const write = (id: string, label: string, text: string) =>
  fireEvent.change(part(id).getByLabelText(label, { exact: true }), { target: { value: text } });
const dialog = async () => within(await screen.findByRole('alertdialog'));

/** Another user saves first; the next save gets a conflict. */
function savedElsewhere(races: EditServer, by: string, version: string, change: Partial<Race>, of = 'details') {
  const race = aRace({ ...races.races.get('Shore Half'), ...change });
  races.races.set('Shore Half', race);
  const conflict = { part: of, version, by, at: '2030-01-01T12:00:00Z', race, versions: { [of]: version } };
  races.next = { status: 409, body: { code: 'EDIT_CONFLICT', message: 'Changed.', conflict } };
}

test('fields that only the other user changed keep the saved values', async () => {
  const { user, races } = await open();
  await edit(user, 'details');
  write('details', 'Timing', 'By eye.');
  savedElsewhere(races, 'Ada', 'v9', { PacketPickUp: 'At the lighthouse.', Amenities: ['Water', 'Bananas'] });
  await save(user, 'details');
  const conflictDialog = await dialog();
  expect(conflictDialog.getByText('At the lighthouse.')).toBeDefined();
  expect(conflictDialog.queryByRole('radio')).toBeNull();
  expect(conflictDialog.getByText(/^Changed only by you, and kept:/).textContent).toContain('Timing');
  await user.click(conflictDialog.getByRole('button', { name: 'Save both changes' }));
  expect(await screen.findByText('Race details updated successfully!')).toBeDefined();
  expect(races.requests[1]?.body).toMatchObject({
    PacketPickUp: 'At the lighthouse.',
    Timing: 'By eye.',
    Amenities: ['Water', 'Bananas'],
    Versions: { details: 'v9' },
  });
});

test('fields that both users changed are chosen one by one, also by keyboard', async () => {
  const { user, races } = await open();
  await edit(user, 'details');
  write('details', 'Packet pick-up', 'At the school.');
  write('details', 'Timing', 'By eye.');
  savedElsewhere(races, 'Ada', 'v9', {
    PacketPickUp: 'At the lighthouse.',
    Timing: 'By gun.',
    MoreInfo: 'Bring water.',
  });
  await save(user, 'details');
  const conflictDialog = await dialog();
  const choice = within(conflictDialog.getByRole('radiogroup', { name: 'Packet pick-up' }));
  expect(choice.getByRole('radio', { name: /Your version/ })).toHaveProperty('checked', true);
  choice.getByRole('radio', { name: /Your version/ }).focus();
  await user.keyboard('{ArrowUp}');
  expect(choice.getByRole('radio', { name: /Saved version.*At the lighthouse\./ })).toHaveProperty('checked', true);
  await user.click(conflictDialog.getByRole('button', { name: 'Save what I chose' }));
  expect(await screen.findByText('Race details updated successfully!')).toBeDefined();
  expect(races.requests[1]?.body).toMatchObject({
    PacketPickUp: 'At the lighthouse.',
    Timing: 'By eye.',
    MoreInfo: 'Bring water.',
  });
});

test('when a third user saves during the choice, a second dialog starts from the first choice', async () => {
  const { user, races } = await open();
  await edit(user, 'details');
  write('details', 'Timing', 'By eye.');
  savedElsewhere(races, 'Ada', 'v9', { PacketPickUp: 'At the lighthouse.' });
  await save(user, 'details');
  const first = await dialog();
  savedElsewhere(races, 'Ben', 'v10', { Timing: 'By gun.', MoreInfo: 'Bring water.' });
  await user.click(first.getByRole('button', { name: 'Save both changes' }));
  expect(await screen.findByText(/^Ben saved this section/)).toBeDefined();
  const second = await dialog();
  // The values taken from Ada are not shown as the user's own changes.
  expect(second.queryByText('At the lighthouse.')).toBeNull();
  await user.click(second.getByRole('radio', { name: /Saved version.*By gun\./ }));
  await user.click(second.getByRole('radio', { name: /Your version.*By eye\./ }));
  await user.click(second.getByRole('button', { name: 'Keep my version' }));
  expect(await screen.findByText('Race details updated successfully!')).toBeDefined();
  expect(races.requests[2]?.body).toMatchObject({
    PacketPickUp: 'At the lighthouse.',
    Timing: 'By eye.',
    MoreInfo: 'Bring water.',
    Versions: { details: 'v10' },
  });
});

test('a save that fails after the choice keeps the chosen values in the form', async () => {
  const { user, races } = await open();
  await edit(user, 'details');
  write('details', 'Timing', 'By eye.');
  savedElsewhere(races, 'Ada', 'v9', { PacketPickUp: 'At the lighthouse.' });
  await save(user, 'details');
  const conflictDialog = await dialog();
  races.next = 'cut';
  await user.click(conflictDialog.getByRole('button', { name: 'Save both changes' }));
  expect(await part('details').findByText('Failed to update race details')).toBeDefined();
  expect(part('details').getByDisplayValue('At the lighthouse.')).toBeDefined();
  expect(part('details').getByDisplayValue('By eye.')).toBeDefined();
});

test('restoring an earlier version over another user’s save needs a confirmation', async () => {
  const { user, races } = await open();
  const entries = [
    { id: '2', at: '2030-01-02T12:00:00Z', by: 'ada', changes: [] },
    { id: '1', at: '2030-01-01T12:00:00Z', by: 'ben', changes: [], original: true },
  ];
  server.use(http.get(`${API}/sectionHistory/:name`, () => HttpResponse.json({ entries })));
  await user.click(part('refund').getByRole('button', { name: /^History/ }));
  const history = within(await screen.findByRole('dialog'));
  savedElsewhere(races, 'Ada', 'v9', { Refund: 'Refunds until May.' }, 'refund');
  await user.click(await history.findByRole('button', { name: /^Restore this/ }));
  const conflictDialog = await dialog();
  expect(conflictDialog.getByText('Refunds until May.')).toBeDefined();
  await user.click(conflictDialog.getByRole('button', { name: 'Restore it anyway' }));
  await waitFor(() =>
    expect(races.requests[1]).toMatchObject({ path: 'restoreSection', body: { id: '1', Versions: { refund: 'v9' } } }),
  );
});
