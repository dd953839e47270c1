/** A save that fails says why and leads on: to the login, to the deleted race, to another try. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { API, openSite, setWidth, withServer } from '@/test/app';
import { EditServer } from '@/test/editor';

const server = withServer();
beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
  setWidth(1440);
});

async function open() {
  const races = new EditServer({ Refund: 'No refunds.' });
  server.use(...races.handlers);
  openSite('/EditRaces?race=Shore%20Half');
  await screen.findByRole('heading', { level: 1, name: 'Shore Half' });
  const user = userEvent.setup({ pointerEventsCheck: 0 });
  await user.click(refund().getByRole('button', { name: /^Edit/ }));
  type('Transfers only.');
  return { races, user };
}

const part = (id: string) => within(document.querySelector(`[data-part="${id}"]`) as HTMLElement);
const refund = () => part('refund');
const type = (text: string) => fireEvent.change(refund().getByLabelText('Refund Policy'), { target: { value: text } });
const press = (user: ReturnType<typeof userEvent.setup>, name: RegExp) =>
  user.click(refund().getByRole('button', { name }));
const saved = 'Refund policy updated successfully!';

test('without a network it is sent again by itself once the server answers', async () => {
  const { user, races } = await open();
  races.next = 'cut';
  await press(user, /^Save/);
  expect(await refund().findByText('Failed to update refund policy')).toBeDefined();
  expect(refund().getByText(/^The server can't be reached\./)).toBeDefined();
  server.use(http.get(`${API}/health`, () => HttpResponse.json({})));
  dispatchEvent(new Event('online'));
  expect(await screen.findByText(saved, undefined, { timeout: 8000 })).toBeDefined();
  expect(races.asked).toHaveLength(2);
}, 15_000);

test('words typed since are not sent before a press', async () => {
  const { user, races } = await open();
  let looked = 0;
  server.use(
    http.get(`${API}/health`, () => {
      looked += 1;
      return HttpResponse.json({});
    }),
  );
  races.next = 'cut';
  await press(user, /^Save/);
  await refund().findByText(/^The server can't be reached\./);
  type('Transfers only, un');
  expect(refund().queryByText(/^The server can't be reached\./)).toBeNull();
  dispatchEvent(new Event('online'));
  expect(looked).toBe(0);
  await press(user, /^Try again/);
  expect(await screen.findByText(saved)).toBeDefined();
  expect(races.asked.at(-1)?.body).toMatchObject({ Refund: 'Transfers only, un' });
});

test('a session that is over leads to the login beside the words, which are then saved', async () => {
  const { user, races } = await open();
  races.next = { status: 401, body: { code: 'UNAUTHORIZED', message: 'Please log in first.' } };
  await press(user, /^Save/);
  expect(await refund().findByText('Failed to update refund policy')).toBeDefined();
  expect(refund().getByText(/^Your session is over\./)).toBeDefined();
  expect(
    refund()
      .getByRole('link', { name: /^Log in/ })
      .getAttribute('target'),
  ).toBe('_blank');
  await press(user, /^Try again/);
  expect(await screen.findByText(saved)).toBeDefined();
});

test('a race that was deleted meanwhile is brought back, and the words saved', async () => {
  const { user, races } = await open();
  const race = races.races.get('Shore Half');
  races.races.delete('Shore Half');
  races.next = { status: 404, body: { code: 'RACE_NOT_FOUND', message: 'Race not found.' } };
  await press(user, /^Save/);
  expect(await refund().findByText(/^This race was deleted meanwhile\./)).toBeDefined();
  let restored: unknown;
  server.use(
    http.post(`${API}/restoreRace`, async ({ request }) => {
      restored = await request.json();
      if (race) races.races.set('Shore Half', race);
      return HttpResponse.json({ RaceName: 'Shore Half' });
    }),
  );
  await press(user, /^Bring the race back/);
  expect(await screen.findByText(saved)).toBeDefined();
  expect(restored).toHaveProperty('id');
  expect(races.races.get('Shore Half')?.Refund).toBe('Transfers only.');
});

test('what the server refuses is said under the sentence that leaves it out', async () => {
  const { user, races } = await open();
  races.next = { status: 400, body: { code: 'INVALID', message: 'Please keep this under 20000 characters.' } };
  await press(user, /^Save/);
  expect(await refund().findByText('Please keep this under 20000 characters.')).toBeDefined();
  expect(refund().queryByRole('button', { name: 'Try again' })).toBeNull();
});

test('the card’s failure goes after five seconds, the way on stays', async () => {
  const { user } = await open();
  server.use(http.put(`${API}/updateRaceCard/:name`, () => new HttpResponse(null, { status: 500 })));
  await user.click(part('card').getByRole('button', { name: /^Edit/ }));
  fireEvent.change(part('card').getByLabelText('Location'), { target: { value: 'Pier 7' } });
  await user.click(part('card').getByRole('button', { name: 'Save Changes' }));
  const failed = 'Failed to update race card. Please try again.';
  expect(await part('card').findByText(failed)).toBeDefined();
  await waitFor(() => expect(part('card').queryByText(failed)).toBeNull(), { timeout: 8000 });
  expect(part('card').getByText(/^The server could not save it\./)).toBeDefined();
  expect(part('card').getByRole('button', { name: 'Try again' })).toBeDefined();
}, 15_000);

test('a refusal without words, as a proxy answers it, says why and leads on', async () => {
  const { user, races } = await open();
  const page = () => new HttpResponse('<html>413 Request Entity Too Large</html>', { status: 413 });
  server.use(http.put(`${API}/updateContentSections`, page, { once: true }));
  await press(user, /^Save/);
  expect(await refund().findByText('Failed to update refund policy')).toBeDefined();
  expect(refund().getByText(/^It is too large for the server\./)).toBeDefined();
  // What was said of the long text goes with it.
  type('Shorter.');
  expect(refund().queryByText('Failed to update refund policy')).toBeNull();
  races.next = { status: 418 };
  await press(user, /^Save/);
  expect(await refund().findByText(/^The server refused it without saying why \(status 418\)\./)).toBeDefined();
  await press(user, /^Try again/);
  expect(await screen.findByText(saved)).toBeDefined();
});

test.each(['Pier Half', ''])('what was said of a taken name goes when “%s” stands in its place', async (other) => {
  const { user, races } = await open();
  const header = part('header');
  await user.click(header.getByRole('button', { name: /^Edit/ }));
  const write = (label: string, text: string) =>
    fireEvent.change(header.getByLabelText(label, { exact: true }), { target: { value: text } });
  write('Race name', 'Harbor Half');
  const message = 'A race with this name already exists. Please use a different name.';
  races.next = { status: 409, body: { code: 'DUPLICATE_NAME', message } };
  await user.click(header.getByRole('button', { name: /^Save/ }));
  await waitFor(() => expect(header.getAllByText(message)).toHaveLength(2));
  // Another field is not what it was about.
  write('Registration link', 'https://example.com/new');
  expect(header.getAllByText(message)).toHaveLength(2);
  write('Race name', other);
  expect(header.queryByText(message)).toBeNull();
});

test('what has nothing to do with the words stays while they are changed', async () => {
  const { user, races } = await open();
  races.next = { status: 401, body: { code: 'UNAUTHORIZED', message: 'Please log in first.' } };
  await press(user, /^Save/);
  await refund().findByText(/^Your session is over\./);
  type('Transfers only, until May.');
  expect(refund().getByText('Failed to update refund policy')).toBeDefined();
  expect(refund().getByRole('link', { name: /^Log in/ })).toBeDefined();
});
