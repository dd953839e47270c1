/** Changes of people, invitations and the policy while answers are lost, and where the focus is afterwards. */
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { API, beLoggedIn, openSite, setWidth, withServer } from '@/test/app';

const server = withServer();
const person = (username: string, role: string) => ({
  userID: `id of ${username}`,
  username,
  name: '',
  email: `${username}@example.test`,
  role,
  createdAt: Date.now(),
  sessions: 2,
  passkeys: 0,
  isPrivate: false,
});
const NOBODY = () => HttpResponse.json({ code: 'UNAUTHORIZED', message: 'Please log in.' }, { status: 401 });

let people: ReturnType<typeof person>[];
let invitations: Record<string, unknown>[];
let adminPasskeys: boolean;
let isEnded: boolean;

/** A browser of the administrator ada, and what the server lists; `isEnded` ends the session. */
beforeEach(() => {
  setWidth(1280);
  beLoggedIn('admin');
  people = [person('ada', 'admin'), person('tom', 'user')];
  invitations = [];
  adminPasskeys = false;
  isEnded = false;
  server.use(
    http.get(`${API}/checkLogin`, () =>
      isEnded ? NOBODY() : HttpResponse.json({ message: 'Logged in', role: 'admin' }),
    ),
    http.get(`${API}/profile`, () =>
      isEnded ? NOBODY() : HttpResponse.json({ UserID: 'id of ada', Username: 'ada', role: 'admin' }),
    ),
    http.get(`${API}/people`, ({ request }) => {
      if (isEnded) return NOBODY();
      const q = new URL(request.url).searchParams.get('q') ?? '';
      const items = people.filter(({ username }) => username.includes(q));
      return HttpResponse.json({ items, page: 1, pageSize: 25, total: items.length, adminPasskeys });
    }),
    http.get(`${API}/invitations`, () => HttpResponse.json({ invitations })),
  );
});
afterEach(() => sessionStorage.clear());

const role = (username: string) =>
  screen.findByRole('button', { name: new RegExp(`Role of ${username}`) }, { timeout: 10_000 });
const setRole = async (username: string, label: string) => {
  await userEvent.click(await role(username));
  await userEvent.click(within(screen.getByRole('listbox')).getByRole('option', { name: label }));
  return within(await screen.findByRole('alertdialog'));
};

test('a role whose answer was lost is told; one that was not changed stays a question', async () => {
  let isDone = false;
  server.use(
    http.put(`${API}/people/:id/role`, async ({ request }) => {
      const form = (await request.json()) as { role: string };
      if (isDone) people = people.map((one) => (one.username === 'tom' ? { ...one, role: form.role } : one));
      return HttpResponse.error();
    }),
  );
  openSite('/people');
  const question = await setRole('tom', 'Timer');
  const confirm = () => userEvent.click(question.getByRole('button', { name: 'Change the role' }));
  await confirm();
  expect(await question.findByText(/^Network error/, {}, { timeout: 5000 })).toBeTruthy();
  isDone = true;
  await confirm();
  expect((await screen.findAllByText('tom is a timer now.')).length).toBeGreaterThan(0);
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  await waitFor(() => expect(document.activeElement?.id).toBe('people-title'));
  expect((await role('tom')).textContent).toContain('Timer');
});

test('ended sessions whose answer was lost are told, and those that have not ended stay a question', async () => {
  let isDone = false;
  server.use(
    http.delete(`${API}/people/:id/sessions`, () => {
      if (isDone) people = people.map((one) => (one.username === 'tom' ? { ...one, sessions: 0 } : one));
      return HttpResponse.error();
    }),
  );
  openSite('/people');
  await userEvent.click(await screen.findByRole('button', { name: 'End all sessions of tom' }, { timeout: 10_000 }));
  const question = within(await screen.findByRole('alertdialog'));
  const confirm = () => userEvent.click(question.getByRole('button', { name: 'End all sessions' }));
  await confirm();
  expect(await question.findByText(/^Network error/, {}, { timeout: 5000 })).toBeTruthy();
  isDone = true;
  await confirm();
  expect((await screen.findAllByText('tom is logged out everywhere.')).length).toBeGreaterThan(0);
  // The button is gone with the sessions.
  await waitFor(() => expect(screen.queryByRole('button', { name: 'End all sessions of tom' })).toBeNull());
  await waitFor(() => expect(document.activeElement?.id).toBe('people-title'));
});

test('the own role, whose change ends the own session, is told by that', async () => {
  people.push(person('eve', 'admin'));
  server.use(
    http.put(`${API}/people/:id/role`, () => {
      isEnded = true;
      return HttpResponse.error();
    }),
  );
  const { router } = openSite('/people');
  const question = await setRole('ada', 'User');
  await userEvent.click(question.getByRole('button', { name: 'Change the role' }));
  expect((await screen.findAllByText('ada is a user now.')).length).toBeGreaterThan(0);
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
});

test('a policy whose answer was lost is told', async () => {
  server.use(
    http.put(`${API}/people/policy`, async ({ request }) => {
      adminPasskeys = ((await request.json()) as { adminPasskeys: boolean }).adminPasskeys;
      return HttpResponse.error();
    }),
  );
  openSite('/people');
  await userEvent.click(
    await screen.findByRole('switch', { name: 'Administrators need a passkey' }, { timeout: 10_000 }),
  );
  await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Demand it' }));
  expect(await screen.findByText('Administrators need a passkey now.')).toBeTruthy();
});

const INVITATION = {
  id: 'i1',
  email: 'tim@example.test',
  role: 'timer',
  invitedBy: 'ada',
  createdAt: Date.now(),
  expiresAt: Date.now() + 1e8,
  state: 'open',
};

test('the focus is at the heading after an invitation is revoked, and another one for an address says what it replaces', async () => {
  invitations = [INVITATION];
  server.use(
    http.delete(`${API}/invitations/:id`, () => {
      invitations = [{ ...INVITATION, state: 'revoked' }];
      return HttpResponse.json({ message: 'The invitation is revoked.' });
    }),
  );
  openSite('/people');
  const revoke = { name: 'Revoke the invitation of tim@example.test' };
  await screen.findByRole('button', revoke, { timeout: 10_000 });
  const email = screen.getByRole('textbox', { name: /^E-mail/ });
  await userEvent.type(email, 'Tim@example.test');
  expect(await screen.findByText(/^An invitation to tim@example\.test is open\. Another one replaces it/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', revoke));
  await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Revoke' }));
  await waitFor(() => expect(screen.queryByRole('button', revoke)).toBeNull());
  await waitFor(() => expect(document.activeElement?.id).toBe('invitations'));
  // Nothing is replaced any more.
  expect(screen.queryByText(/^An invitation to tim@example\.test is open\./)).toBeNull();
});

const OFFER = {
  role: 'timer',
  offer: 'You are invited to become a timer.',
  email: 't•••@example.test',
  expiresAt: Date.now() + 1e8,
  hasAccount: false,
  hasRole: false,
};

test('an invitation that was accepted while the answer was lost leads to the login, also after a reload', async () => {
  // biome-ignore lint/suspicious/noDocumentCookie: happy-dom has no cookie store.
  document.cookie = 'token=; expires=Thu, 01 Jan 1970 00:00:00 GMT';
  isEnded = true;
  let isUsed = false;
  const used = () =>
    HttpResponse.json({ code: 'LINK_VOID', message: 'This invitation does not work.' }, { status: 400 });
  server.use(
    http.post(`${API}/invitation`, () => (isUsed ? used() : HttpResponse.json(OFFER))),
    http.post(`${API}/acceptInvitation`, () => {
      if (isUsed) return used();
      isUsed = true;
      return HttpResponse.error();
    }),
  );
  openSite('/invitation#SECRET');
  await userEvent.type(await screen.findByLabelText('Username', {}, { timeout: 10_000 }), 'tim');
  await userEvent.type(screen.getByLabelText('Password'), 'three owls cross the harbor');
  const accept = () => userEvent.click(screen.getByRole('button', { name: 'Create the account and accept' }));
  await accept();
  expect(await screen.findByText(/^Network error/, {}, { timeout: 5000 })).toBeTruthy();
  expect(screen.queryByText(/If you have just accepted it/)).toBeNull();
  await accept();
  const said = /If you have just accepted it, log in with the password that you chose\./;
  const notice = await screen.findByText(said);
  expect(within(notice).getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('/login');
  cleanup();
  openSite('/invitation');
  expect(await screen.findByText(said, {}, { timeout: 10_000 })).toBeTruthy();
});
