/** Several people save one section: what only one of them changed is kept, what two changed is chosen field by field. */
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

/** Somebody else saved before; the next save is told so. */
function meanwhile(races: EditServer, by: string, version: string, change: Partial<Race>, of = 'details') {
  const race = aRace({ ...races.races.get('Shore Half'), ...change });
  races.races.set('Shore Half', race);
  const conflict = { part: of, version, by, at: '2030-01-01T12:00:00Z', race, versions: { [of]: version } };
  races.next = { status: 409, body: { code: 'EDIT_CONFLICT', message: 'Changed.', conflict } };
}

test('fields that only the other one changed stay as they were saved', async () => {
  const { user, races } = await open();
  await edit(user, 'details');
  write('details', 'Timing', 'By eye.');
  meanwhile(races, 'Ada', 'v9', { PacketPickUp: 'At the lighthouse.', Amenities: ['Water', 'Bananas'] });
  await save(user, 'details');
  const asked = await dialog();
  expect(asked.getByText('At the lighthouse.')).toBeDefined();
  expect(asked.queryByRole('radio')).toBeNull();
  expect(asked.getByText(/^Changed only by you, and kept:/).textContent).toContain('Timing');
  await user.click(asked.getByRole('button', { name: 'Save both changes' }));
  expect(await screen.findByText('Race details updated successfully!')).toBeDefined();
  expect(races.asked[1]?.body).toMatchObject({
    PacketPickUp: 'At the lighthouse.',
    Timing: 'By eye.',
    Amenities: ['Water', 'Bananas'],
    Versions: { details: 'v9' },
  });
});

test('fields that both changed are chosen one by one, by keyboard too', async () => {
  const { user, races } = await open();
  await edit(user, 'details');
  write('details', 'Packet pick-up', 'At the school.');
  write('details', 'Timing', 'By eye.');
  meanwhile(races, 'Ada', 'v9', { PacketPickUp: 'At the lighthouse.', Timing: 'By gun.', MoreInfo: 'Bring water.' });
  await save(user, 'details');
  const asked = await dialog();
  const choice = within(asked.getByRole('radiogroup', { name: 'Packet pick-up' }));
  expect(choice.getByRole('radio', { name: /Your version/ })).toHaveProperty('checked', true);
  choice.getByRole('radio', { name: /Your version/ }).focus();
  await user.keyboard('{ArrowUp}');
  expect(choice.getByRole('radio', { name: /Saved version.*At the lighthouse\./ })).toHaveProperty('checked', true);
  await user.click(asked.getByRole('button', { name: 'Save what I chose' }));
  expect(await screen.findByText('Race details updated successfully!')).toBeDefined();
  expect(races.asked[1]?.body).toMatchObject({
    PacketPickUp: 'At the lighthouse.',
    Timing: 'By eye.',
    MoreInfo: 'Bring water.',
  });
});

test('a third one who saves during the choice is met with the choice made so far', async () => {
  const { user, races } = await open();
  await edit(user, 'details');
  write('details', 'Timing', 'By eye.');
  meanwhile(races, 'Ada', 'v9', { PacketPickUp: 'At the lighthouse.' });
  await save(user, 'details');
  const first = await dialog();
  meanwhile(races, 'Ben', 'v10', { Timing: 'By gun.', MoreInfo: 'Bring water.' });
  await user.click(first.getByRole('button', { name: 'Save both changes' }));
  expect(await screen.findByText(/^Ben saved this section/)).toBeDefined();
  const second = await dialog();
  // What came from Ada is no change of one's own any more.
  expect(second.queryByText('At the lighthouse.')).toBeNull();
  await user.click(second.getByRole('radio', { name: /Saved version.*By gun\./ }));
  await user.click(second.getByRole('radio', { name: /Your version.*By eye\./ }));
  await user.click(second.getByRole('button', { name: 'Keep my version' }));
  expect(await screen.findByText('Race details updated successfully!')).toBeDefined();
  expect(races.asked[2]?.body).toMatchObject({
    PacketPickUp: 'At the lighthouse.',
    Timing: 'By eye.',
    MoreInfo: 'Bring water.',
    Versions: { details: 'v10' },
  });
});

test('a save that fails after the choice leaves the choice in the form', async () => {
  const { user, races } = await open();
  await edit(user, 'details');
  write('details', 'Timing', 'By eye.');
  meanwhile(races, 'Ada', 'v9', { PacketPickUp: 'At the lighthouse.' });
  await save(user, 'details');
  const asked = await dialog();
  races.next = 'cut';
  await user.click(asked.getByRole('button', { name: 'Save both changes' }));
  expect(await part('details').findByText('Failed to update race details')).toBeDefined();
  expect(part('details').getByDisplayValue('At the lighthouse.')).toBeDefined();
  expect(part('details').getByDisplayValue('By eye.')).toBeDefined();
});

test('an earlier version is brought back over another one only when somebody says so', async () => {
  const { user, races } = await open();
  const entries = [
    { id: '2', at: '2030-01-02T12:00:00Z', by: 'ada', changes: [] },
    { id: '1', at: '2030-01-01T12:00:00Z', by: 'ben', changes: [], original: true },
  ];
  server.use(http.get(`${API}/sectionHistory/:name`, () => HttpResponse.json({ entries })));
  await user.click(part('refund').getByRole('button', { name: /^History/ }));
  const history = within(await screen.findByRole('dialog'));
  meanwhile(races, 'Ada', 'v9', { Refund: 'Refunds until May.' }, 'refund');
  await user.click(await history.findByRole('button', { name: /^Restore this/ }));
  const asked = await dialog();
  expect(asked.getByText('Refunds until May.')).toBeDefined();
  await user.click(asked.getByRole('button', { name: 'Restore it anyway' }));
  await waitFor(() =>
    expect(races.asked[1]).toMatchObject({ path: 'restoreSection', body: { id: '1', Versions: { refund: 'v9' } } }),
  );
});
