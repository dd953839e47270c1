/** Signing up and deciding about claims while answers are lost, and their cookies with them. */
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { afterEach, expect, test } from 'vitest';
import { API, beLoggedIn, openSite, withServer } from '@/test/app';

const server = withServer();
const STANDING = {
  id: 's1',
  FirstName: 'Zoë',
  LastName: 'O’Brien',
  Email: 'zoe@example.com',
  listedAs: 'Zoë O’Brien',
  listedPrivate: 'Private runner',
  proved: true,
  codeExpiresAt: Date.now() + 900_000,
  resendFrom: Date.now() - 1000,
  matches: [],
};
const NOBODY = () => HttpResponse.json({ code: 'UNAUTHORIZED', message: 'Please begin.' }, { status: 401 });

/** A browser that is signing up, and where its sign-up stands; none when `standing` gives nothing. */
function signingUp(standing: () => object | undefined) {
  server.use(
    http.get(`${API}/checkLogin`, NOBODY),
    http.get(`${API}/profile`, NOBODY),
    http.get(`${API}/signup`, () => {
      const found = standing();
      return found ? HttpResponse.json(found) : NOBODY();
    }),
    http.get(`${API}/usernameAvailable`, () =>
      HttpResponse.json({ available: true, message: 'This username is free.' }),
    ),
  );
}

afterEach(() => sessionStorage.clear());

test('an account whose answer and cookies were lost was probably made: the login is offered', async () => {
  beLoggedIn('in-progress');
  let tries = 0;
  // Lost before it was made, and then after it.
  signingUp(() => (tries < 2 ? STANDING : undefined));
  server.use(
    http.post(`${API}/createAccount`, () => {
      tries += 1;
      return HttpResponse.error();
    }),
  );
  openSite('/createaccount');
  await userEvent.type(await screen.findByLabelText('Username', {}, { timeout: 10_000 }), 'zoe');
  await userEvent.type(screen.getByLabelText('Password'), 'blue line to the finish');
  const create = () => userEvent.click(screen.getByRole('button', { name: 'Create the account' }));
  await create();
  expect(await screen.findByText(/^Network error/, {}, { timeout: 5000 })).toBeTruthy();
  expect(screen.queryByText('Your account is probably ready')).toBeNull();
  await create();
  expect(await screen.findByText('Your account is probably ready', {}, { timeout: 5000 })).toBeTruthy();
  expect(screen.getByText(/^Your account was probably made, and only the answer was lost/)).toBeTruthy();
  expect(screen.queryByText(/No sign-up has begun/)).toBeNull();
  const login = screen.getAllByRole('link', { name: 'Log in' }).map((link) => link.getAttribute('href'));
  expect(login).toContain('/login');
  expect(tries).toBe(2);
});

test('a try that was lost and whose second press finds no sign-up any more says the same', async () => {
  beLoggedIn('in-progress');
  let tries = 0;
  signingUp(() => (tries < 2 ? STANDING : undefined));
  server.use(
    http.post(`${API}/createAccount`, () => {
      tries += 1;
      return tries === 1 ? HttpResponse.error() : NOBODY();
    }),
  );
  openSite('/createaccount');
  await userEvent.type(await screen.findByLabelText('Username', {}, { timeout: 10_000 }), 'zoe');
  await userEvent.type(screen.getByLabelText('Password'), 'blue line to the finish');
  await userEvent.click(screen.getByRole('button', { name: 'Create the account' }));
  expect(await screen.findByText(/^Network error/, {}, { timeout: 5000 })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Create the account' }));
  expect(await screen.findByText('Your account is probably ready', {}, { timeout: 5000 })).toBeTruthy();
});

test('who has finished a sign-up and comes back without one finds the login', async () => {
  beLoggedIn('in-progress');
  signingUp(() => undefined);
  openSite('/createaccount');
  const link = await screen.findByRole('link', { name: 'I have finished it: log in' }, { timeout: 10_000 });
  expect(link.getAttribute('href')).toBe('/login');
});

/** Fills in who signs up, and asks for the code. */
async function begin() {
  for (const [label, text] of [
    ['First name', 'Zoë'],
    ['Last name', 'O’Brien'],
    ['Date of birth', 'June 2, 1990'],
    ['E-mail', 'zoe@example.com'],
  ] as const) {
    await userEvent.type(await screen.findByLabelText(label, {}, { timeout: 10_000 }), text);
  }
  await userEvent.click(screen.getByRole('button', { name: /Gender/ }));
  await userEvent.click(screen.getByRole('option', { name: 'Women' }));
  await userEvent.click(screen.getByRole('button', { name: 'Send the code' }));
}

test('a sign-up that was begun goes on although the answer was lost', async () => {
  let sent = 0;
  signingUp(() => (sent > 0 ? { ...STANDING, proved: false } : undefined));
  server.use(
    http.post(`${API}/verifyRacer`, () => {
      sent += 1;
      beLoggedIn('in-progress');
      return HttpResponse.error();
    }),
  );
  const { router } = openSite('/verifyRacer');
  await begin();
  await waitFor(() => expect(router.state.location.pathname).toBe('/verifyemail'), { timeout: 5000 });
  expect(await screen.findByLabelText('Code')).toBeTruthy();
  expect(sent).toBe(1);
});

test('a beginning that was lost says one thing: to send it again, not to go on with an earlier one', async () => {
  beLoggedIn('in-progress');
  signingUp(() => ({ ...STANDING, id: 'earlier', proved: false }));
  server.use(http.post(`${API}/verifyRacer`, () => HttpResponse.error()));
  const { router } = openSite('/verifyRacer');
  expect(await screen.findByText(/You have begun to sign up\./, {}, { timeout: 10_000 })).toBeTruthy();
  await begin();
  expect(await screen.findByText(/A code may be on its way all the same/, {}, { timeout: 5000 })).toBeTruthy();
  expect(screen.queryByText(/You have begun to sign up\./)).toBeNull();
  expect(router.state.location.pathname).toBe('/verifyRacer');
});

const CLAIM = {
  resultId: 'r1',
  userId: 'u1',
  why: 'The date of birth is another one.',
  claimedAt: 0,
  username: 'zoe.runs',
  name: 'Zoë O’Brien',
  born: '1990-06-02',
  race: 'Spring 5K',
  raceID: 'race1',
  contest: '5K',
  raceDate: '2025-04-12',
  bib: '117',
  resultName: 'Zoë O’Brien',
  resultBorn: '2001-05-10',
  heldBy: '',
  madeAt: 1,
  namesakes: [],
};

test.each([
  [true, 'The result is in the account now.'],
  [false, 'This claim is decided and does not wait any more.'],
])('a lost decision says what the profile tells: the result is there: %s', async (isThere, said) => {
  beLoggedIn('admin');
  let claims = [CLAIM];
  const results = [{ result: { publicID: isThere ? 'r1' : 'r2' } }];
  server.use(
    http.get(`${API}/checkLogin`, () => HttpResponse.json({ message: 'Logged in', role: 'admin' })),
    http.get(`${API}/profile`, () => HttpResponse.json({ UserID: 'a1', Username: 'ada', role: 'admin' })),
    http.get(`${API}/profile/zoe.runs`, () => HttpResponse.json({ Username: 'zoe.runs', results })),
    http.get(`${API}/claims`, () => HttpResponse.json({ claims, total: claims.length })),
    http.put(`${API}/claims/:result/:user`, () => {
      claims = [];
      return HttpResponse.error();
    }),
  );
  openSite('/claims');
  const grant = await screen.findByRole('button', { name: /^Grant: zoe.runs: Spring 5K/ }, { timeout: 10_000 });
  expect(screen.getByText('June 2, 1990')).toBeTruthy();
  expect(screen.getByText('May 10, 2001')).toBeTruthy();
  await userEvent.click(grant);
  expect((await screen.findAllByText(said)).length).toBeGreaterThan(0);
  expect(await screen.findByText('No claim waits')).toBeTruthy();
});
