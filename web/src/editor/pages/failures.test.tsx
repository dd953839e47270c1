/** A failed save shows the reason and the next step: log in, restore the deleted race, or try again. */
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

test('after a lost connection the save is sent again automatically once the server can be reached', async () => {
  const { user, races } = await open();
  races.next = 'cut';
  await press(user, /^Save/);
  expect(await refund().findByText('Failed to update refund policy')).toBeDefined();
  expect(refund().getByText(/^The server can't be reached\./)).toBeDefined();
  server.use(http.get(`${API}/health`, () => HttpResponse.json({})));
  dispatchEvent(new Event('online'));
  expect(await screen.findByText(saved, undefined, { timeout: 8000 })).toBeDefined();
  expect(races.requests).toHaveLength(2);
}, 15_000);

test('text that was changed since the failed save is not sent automatically', async () => {
  const { user, races } = await open();
  let healthRequests = 0;
  server.use(
    http.get(`${API}/health`, () => {
      healthRequests += 1;
      return HttpResponse.json({});
    }),
  );
  races.next = 'cut';
  await press(user, /^Save/);
  await refund().findByText(/^The server can't be reached\./);
  type('Transfers only, un');
  expect(refund().queryByText(/^The server can't be reached\./)).toBeNull();
  dispatchEvent(new Event('online'));
  expect(healthRequests).toBe(0);
  await press(user, /^Try again/);
  expect(await screen.findByText(saved)).toBeDefined();
  expect(races.requests.at(-1)?.body).toMatchObject({ Refund: 'Transfers only, un' });
});

test('an expired session shows a link to log in next to the text, which can then be saved', async () => {
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

test('a race that was deleted by somebody else is restored, and the text saved', async () => {
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

test('the server’s reason for a refusal is shown under the general message', async () => {
  const { user, races } = await open();
  races.next = { status: 400, body: { code: 'INVALID', message: 'Please keep this under 20000 characters.' } };
  await press(user, /^Save/);
  expect(await refund().findByText('Please keep this under 20000 characters.')).toBeDefined();
  expect(refund().queryByRole('button', { name: 'Try again' })).toBeNull();
});

test('the card’s failure message disappears after five seconds, the reason and the button remain', async () => {
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

test('a refusal without a message, for example from a proxy, shows a reason and a next step', async () => {
  const { user, races } = await open();
  const page = () => new HttpResponse('<html>413 Request Entity Too Large</html>', { status: 413 });
  server.use(http.put(`${API}/updateContentSections`, page, { once: true }));
  await press(user, /^Save/);
  expect(await refund().findByText('Failed to update refund policy')).toBeDefined();
  expect(refund().getByText(/^It is too large for the server\./)).toBeDefined();
  // The message about the long text disappears when the text changes.
  type('Shorter.');
  expect(refund().queryByText('Failed to update refund policy')).toBeNull();
  races.next = { status: 418 };
  await press(user, /^Save/);
  expect(await refund().findByText(/^The server refused it without saying why \(status 418\)\./)).toBeDefined();
  await press(user, /^Try again/);
  expect(await screen.findByText(saved)).toBeDefined();
});

test.each(['Pier Half', ''])(
  'the message about a taken name disappears when the name is changed to “%s”',
  async (other) => {
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
    // The message is not about this field.
    write('Registration link', 'https://example.com/new');
    expect(header.getAllByText(message)).toHaveLength(2);
    write('Race name', other);
    expect(header.queryByText(message)).toBeNull();
  },
);

test('a message that is not about the text remains when the text is changed', async () => {
  const { user, races } = await open();
  races.next = { status: 401, body: { code: 'UNAUTHORIZED', message: 'Please log in first.' } };
  await press(user, /^Save/);
  await refund().findByText(/^Your session is over\./);
  type('Transfers only, until May.');
  expect(refund().getByText('Failed to update refund policy')).toBeDefined();
  expect(refund().getByRole('link', { name: /^Log in/ })).toBeDefined();
});
