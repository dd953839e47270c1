import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { expect, test } from 'vitest';
import { API, beLoggedIn, openSite, setWidth, withServer } from '@/test/app';

const server = withServer();
const person = (username: string, role: string) => ({
  userID: `id of ${username}`,
  username,
  name: '',
  email: `${username}@example.test`,
  role,
  createdAt: Date.now(),
  sessions: username === 'tom' ? 2 : 1,
  passkeys: 0,
  isPrivate: false,
});
const ADA = person('ada', 'admin');

/** A browser of the administrator ada, and the people and invitations that the server lists. */
function directorOf(people: object[], invitations: object[] = []) {
  setWidth(1280);
  beLoggedIn('admin');
  const asked: string[] = [];
  server.use(
    http.get(`${API}/checkLogin`, () => HttpResponse.json({ message: 'Logged in', role: 'admin' })),
    http.get(`${API}/profile`, () => HttpResponse.json({ UserID: ADA.userID, Username: 'ada', role: 'admin' })),
    http.get(`${API}/people`, ({ request }) => {
      asked.push(new URL(request.url).search);
      return HttpResponse.json({ items: people, page: 1, pageSize: 25, total: people.length, adminPasskeys: false });
    }),
    http.get(`${API}/invitations`, () => HttpResponse.json({ invitations })),
  );
  return asked;
}

test('a role is changed after its question, and a refusal is said in it', async () => {
  directorOf([ADA, person('tom', 'user')]);
  const sent: unknown[] = [];
  server.use(
    http.put(`${API}/people/:id/role`, async ({ request, params }) => {
      sent.push([decodeURIComponent(String(params.id)), await request.json()]);
      return sent.length === 1
        ? HttpResponse.json({ code: 'LAST_ADMIN', message: 'This is the only administrator.' }, { status: 409 })
        : HttpResponse.json({ message: 'tom is a timer now.' });
    }),
  );
  openSite('/people');
  await userEvent.click(await screen.findByRole('button', { name: /Role of tom/ }, { timeout: 10_000 }));
  await userEvent.click(within(screen.getByRole('listbox')).getByRole('option', { name: 'Timer' }));
  const question = await screen.findByRole('alertdialog', { name: 'Make tom a timer?' });
  expect(within(question).getByText(/The person is logged out at once on every device/)).toBeTruthy();
  await userEvent.click(within(question).getByRole('button', { name: 'Change the role' }));
  expect(await within(question).findByText('This is the only administrator.')).toBeTruthy();
  await userEvent.click(within(question).getByRole('button', { name: 'Change the role' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(sent).toEqual([
    ['id of tom', { role: 'timer', was: 'user' }],
    ['id of tom', { role: 'timer', was: 'user' }],
  ]);
});

test('who changes the own role leaves for the login', async () => {
  directorOf([ADA]);
  server.use(
    http.put(`${API}/people/:id/role`, () => {
      // biome-ignore lint/suspicious/noDocumentCookie: happy-dom has no cookie store.
      document.cookie = 'token=; expires=Thu, 01 Jan 1970 00:00:00 GMT';
      return HttpResponse.json({ message: 'ada is a user now.' });
    }),
  );
  const { router } = openSite('/people');
  await userEvent.click(await screen.findByRole('button', { name: /Role of ada/ }, { timeout: 10_000 }));
  await userEvent.click(within(screen.getByRole('listbox')).getByRole('option', { name: 'User' }));
  const question = await screen.findByRole('alertdialog', { name: 'Make yourself a user?' });
  await userEvent.click(within(question).getByRole('button', { name: 'Change the role' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
});

test('search and role are in the address, and nobody may fit', async () => {
  const asked = directorOf([]);
  const { router } = openSite('/people?role=timer&page=3');
  expect(await screen.findByText('Nobody fits', {}, { timeout: 10_000 })).toBeTruthy();
  expect(asked[0]).toBe('?role=timer&page=3');
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search people' }), 'zoe');
  await waitFor(() => expect(router.state.location.search).toEqual({ role: 'timer', q: 'zoe' }));
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Role' }), '');
  await waitFor(() => expect(router.state.location.search).toEqual({ q: 'zoe' }));
});

test('a failure to load can be tried again, and what is typed for an invitation stays after a refusal', async () => {
  directorOf([ADA], []);
  server.use(
    http.get(`${API}/people`, () => HttpResponse.json({ code: 'BUSY', message: 'Busy.' }, { status: 503 }), {
      once: true,
    }),
    http.post(`${API}/invitations`, () =>
      HttpResponse.json({ code: 'TOO_MANY_OPEN', message: '50 invitations are open.' }, { status: 409 }),
    ),
  );
  openSite('/people');
  expect(await screen.findByText('Busy.', {}, { timeout: 15_000 })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('button', { name: /Role of ada/ })).toBeTruthy();
  const email = screen.getByRole('textbox', { name: 'E-mail' });
  await userEvent.type(email, 'tom@');
  await userEvent.click(screen.getByRole('button', { name: 'Invite' }));
  expect(await screen.findByText('Invalid email format')).toBeTruthy();
  await userEvent.type(email, 'example.test');
  await userEvent.click(screen.getByRole('button', { name: 'Invite' }));
  expect(await screen.findByText('50 invitations are open.')).toBeTruthy();
  expect((email as HTMLInputElement).value).toBe('tom@example.test');
});

const OFFER = {
  role: 'timer',
  offer: 'You are invited to become a timer.',
  email: 't•••@example.test',
  expiresAt: Date.now() + 1e8,
  hasAccount: false,
  hasRole: false,
};

test('the token leaves the address, and an account is made with it', async () => {
  const sent: unknown[] = [];
  server.use(
    http.post(`${API}/invitation`, async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json(OFFER);
    }),
    http.post(`${API}/acceptInvitation`, async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({ message: 'You are a timer now.', role: 'timer' });
    }),
  );
  const { router } = openSite('/invitation#SECRET');
  await userEvent.type(await screen.findByLabelText('Username', {}, { timeout: 10_000 }), 'tom');
  expect(router.state.location.href).toBe('/invitation');
  expect(sessionStorage.getItem('splitline.tab:/invitation')).toBe('SECRET');
  await userEvent.type(screen.getByLabelText('Password'), 'three owls cross the harbor');
  await userEvent.click(screen.getByRole('button', { name: 'Create the account and accept' }));
  expect(await screen.findByText('You are a timer now.')).toBeTruthy();
  expect(sent).toEqual([
    { token: 'SECRET' },
    { token: 'SECRET', Username: 'tom', password: 'three owls cross the harbor' },
  ]);
  expect(sessionStorage.getItem('splitline.tab:/invitation')).toBeNull();
});

test('a link that does not work says so, and one without a token asks for the mail', async () => {
  server.use(
    http.post(`${API}/invitation`, () =>
      HttpResponse.json({ code: 'LINK_VOID', message: 'This invitation does not work.' }, { status: 400 }),
    ),
  );
  openSite('/invitation#OLD');
  expect(await screen.findByText(/^This invitation does not work\./, {}, { timeout: 10_000 })).toBeTruthy();
  sessionStorage.clear();
});

test('who has an account with the address logs in first', async () => {
  server.use(http.post(`${API}/invitation`, () => HttpResponse.json({ ...OFFER, hasAccount: true })));
  openSite('/invitation#SECRET');
  const link = await screen.findByRole('link', { name: 'Log in' }, { timeout: 10_000 });
  expect(link.getAttribute('href')).toBe('/login?from=%2Finvitation');
  sessionStorage.clear();
});

test('an invitation whose answer was lost is told and listed, and is not sent twice', async () => {
  const invitations: object[] = [];
  directorOf([ADA], invitations);
  let sent = 0;
  server.use(
    http.post(`${API}/invitations`, async ({ request }) => {
      sent += 1;
      const form = (await request.json()) as object;
      const [createdAt, expiresAt] = [Date.now(), Date.now() + 1e8];
      if (sent > 1)
        invitations.push({ ...form, id: `i${sent}`, invitedBy: 'ada', createdAt, expiresAt, state: 'open' });
      return HttpResponse.error();
    }),
  );
  openSite('/people');
  const email = await screen.findByRole('textbox', { name: 'E-mail' }, { timeout: 10_000 });
  await screen.findByText('Nobody is invited');
  await userEvent.type(email, 'tom@example.test');
  await userEvent.click(screen.getByRole('button', { name: 'Invite' }));
  // Lost before it was made: the text stays, and what to look at is said.
  expect(await screen.findByText(/look at the list below first/, {}, { timeout: 5000 })).toBeTruthy();
  expect((email as HTMLInputElement).value).toBe('tom@example.test');
  await userEvent.click(screen.getByRole('button', { name: 'Invite' }));
  expect(await screen.findByText('The invitation is on its way.')).toBeTruthy();
  expect(within(await screen.findByRole('list', { name: 'Invitations' })).getByText('tom@example.test')).toBeTruthy();
  expect((email as HTMLInputElement).value).toBe('');
  expect(sent).toBe(2);
  expect(screen.queryByText(/look at the list below first/)).toBeNull();
});
