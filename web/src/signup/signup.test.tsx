import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { expect, test } from 'vitest';
import { API, beLoggedIn, openSite, withServer } from '@/test/app';

const server = withServer();
const STANDING = {
  FirstName: 'Zoë',
  LastName: 'O’Brien',
  Email: 'zoe@example.com',
  listedAs: 'Zoë O’Brien',
  listedPrivate: 'Private runner',
  proved: false,
  codeExpiresAt: Date.now() + 900_000,
  resendFrom: Date.now() - 1000,
  matches: [],
};

/** A browser that has begun to sign up, and where its sign-up stands. */
function begun(standing: object | null) {
  beLoggedIn('in-progress');
  server.use(
    http.get(`${API}/checkLogin`, () => HttpResponse.json({ code: 'UNAUTHORIZED', message: '' }, { status: 401 })),
    http.get(`${API}/signup`, () =>
      standing === null
        ? HttpResponse.json({ code: 'NO_SIGNUP', message: 'Please begin.' }, { status: 401 })
        : HttpResponse.json(standing),
    ),
  );
}

test('a sign-up that is over leads to its beginning', async () => {
  begun(null);
  openSite('/verifyemail');
  expect(await screen.findByText(/No sign-up has begun on this device/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Begin to sign up' }).getAttribute('href')).toBe('/verifyRacer');
});

test('a failure to load says so and can be tried again', async () => {
  begun(STANDING);
  server.use(
    http.get(
      `${API}/signup`,
      () => HttpResponse.json({ code: 'BUSY', message: 'Busy for a moment.' }, { status: 503 }),
      {
        once: true,
      },
    ),
  );
  openSite('/verifyemail');
  expect(await screen.findByText('Busy for a moment.', {}, { timeout: 5000 })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByLabelText('Code')).toBeTruthy();
});

test('another code is sent, to another address as well, until no more are sent', async () => {
  begun(STANDING);
  const asked: unknown[] = [];
  server.use(
    http.post(`${API}/resendVerification`, async ({ request }) => {
      asked.push(await request.json());
      begun({ ...STANDING, resendFrom: asked.length < 2 ? Date.now() - 1 : undefined });
      return HttpResponse.json({ message: 'A code is on its way.', proved: false });
    }),
  );
  openSite('/verifyemail');
  await userEvent.click(await screen.findByRole('button', { name: 'Send another code' }));
  expect(await screen.findByText('A code is on its way.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Change the address' }));
  await userEvent.type(screen.getByLabelText('Another e-mail address'), 'zoe@');
  await userEvent.click(screen.getByRole('button', { name: 'Send a code to it' }));
  await waitFor(() =>
    expect(screen.getByLabelText('Another e-mail address').getAttribute('aria-invalid')).toBe('true'),
  );
  await userEvent.type(screen.getByLabelText('Another e-mail address'), 'example.org');
  await userEvent.click(screen.getByRole('button', { name: 'Send a code to it' }));
  expect(await screen.findByText(/No more codes are sent for this sign-up/)).toBeTruthy();
  expect(asked).toEqual([{}, { Email: 'zoe@example.org' }]);
});

test('a claim that waits is said, and a taken username is shown at its field', async () => {
  const result = {
    resultId: 'r1',
    race: 'Spring 5K',
    date: 'April 12, 2025',
    contest: '5K',
    name: 'Zoë O.',
    bib: '••7',
  };
  begun({ ...STANDING, proved: true, matches: [result] });
  const sent: unknown[] = [];
  server.use(
    http.get(`${API}/usernameAvailable`, () =>
      HttpResponse.json({ available: true, message: 'This username is free.' }),
    ),
    http.post(`${API}/createAccount`, async ({ request }) => {
      sent.push(await request.json());
      if (sent.length === 1)
        return HttpResponse.json(
          {
            code: 'INVALID_FIELDS',
            message: 'Taken',
            fields: [{ field: 'Username', code: 'taken', message: 'Taken' }],
          },
          { status: 409 },
        );
      return HttpResponse.json(
        { message: 'Your account is ready.', role: 'user', claims: [{ resultId: 'r1', state: 'waiting' }] },
        { status: 201 },
      );
    }),
  );
  openSite('/createaccount');
  await userEvent.type(await screen.findByLabelText('Username'), 'zoe');
  await userEvent.type(screen.getByLabelText('Password'), 'blue line to the finish');
  await userEvent.click(screen.getByRole('radio', { name: 'That’s me' }));
  await userEvent.click(screen.getByRole('button', { name: 'Create the account' }));
  await waitFor(() => expect(screen.getByLabelText('Username').getAttribute('aria-invalid')).toBe('true'));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Username')));
  await userEvent.click(screen.getByRole('button', { name: 'Create the account' }));
  expect(await screen.findByText('Your account is ready.')).toBeTruthy();
  expect(screen.getByText(/^Waits:/)).toBeTruthy();
  expect(sent).toEqual(Array(2).fill({ Username: 'zoe', password: 'blue line to the finish', claims: ['r1'] }));
});

test('who has typed something while somebody logged in is told whose account it is, and what became of the sign-up', async () => {
  begun({ ...STANDING, id: 'signup', proved: true });
  const { queries } = openSite('/createaccount');
  await userEvent.type(await screen.findByLabelText('Username'), 'zoe');
  server.use(
    http.get(`${API}/checkLogin`, () => HttpResponse.json({ message: 'Logged in', role: 'user' })),
    http.get(`${API}/profile`, () => HttpResponse.json({ UserID: 'u2', Username: 'tom.runs', role: 'user' })),
  );
  await queries.invalidateQueries({ queryKey: ['session'] });
  expect(await screen.findByRole('heading', { name: 'You have an account' })).toBeTruthy();
  expect(screen.getByText('A sign-up was under way here')).toBeTruthy();
  expect(screen.getByText(/^It ended when tom.runs was logged in/)).toBeTruthy();
  sessionStorage.clear();
});

const CLAIM = {
  resultId: 'r1',
  userId: 'u1',
  why: 'The date of birth is not known.',
  username: 'zoe.runs',
  name: 'Zoë O’Brien',
  born: '1990-06-02',
  race: 'Spring 5K',
  raceID: 'race1',
  contest: '5K',
  bib: '117',
  resultName: 'Zoë O’Brien',
  resultBorn: '',
  heldBy: '',
  madeAt: 1,
  namesakes: [],
};

test('a decision that comes too late is told, though the claim is not there any more', async () => {
  beLoggedIn('admin');
  let claims = [CLAIM];
  const words = 'Somebody has decided about this claim already.';
  server.use(
    http.get(`${API}/checkLogin`, () => HttpResponse.json({ message: 'Logged in', role: 'admin' })),
    http.get(`${API}/profile`, () => HttpResponse.json({ UserID: 'a1', Username: 'ada', role: 'admin' })),
    http.get(`${API}/claims`, () => HttpResponse.json({ claims, total: claims.length })),
    http.put(`${API}/claims/:result/:user`, () => {
      claims = [];
      return HttpResponse.json({ code: 'CLAIM_DECIDED', message: words }, { status: 409 });
    }),
  );
  openSite('/claims');
  await userEvent.click(await screen.findByRole('button', { name: /^Refuse: zoe.runs/ }, { timeout: 10_000 }));
  expect((await screen.findAllByText(words)).length).toBeGreaterThan(0);
  expect(await screen.findByText('No claim waits')).toBeTruthy();
  expect(screen.getAllByText(words).length).toBeGreaterThan(0);
});

test('a decision whose answer was lost is told, and the focus is not; one that was not made stays to be made', async () => {
  beLoggedIn('admin');
  let claims = [CLAIM, { ...CLAIM, resultId: 'r2', username: 'max.runs' }];
  let isDone = false;
  server.use(
    http.get(`${API}/checkLogin`, () => HttpResponse.json({ message: 'Logged in', role: 'admin' })),
    http.get(`${API}/profile`, () => HttpResponse.json({ UserID: 'a1', Username: 'ada', role: 'admin' })),
    http.get(`${API}/profile/zoe.runs`, () => HttpResponse.json({ Username: 'zoe.runs', results: [] })),
    http.get(`${API}/claims`, () => HttpResponse.json({ claims, total: claims.length })),
    http.put(`${API}/claims/:result/:user`, ({ params }) => {
      if (isDone) claims = claims.filter(({ resultId }) => resultId !== params.result);
      return HttpResponse.error();
    }),
  );
  openSite('/claims');
  const grant = () => screen.findByRole('button', { name: /^Grant: zoe.runs: Spring 5K/ }, { timeout: 10_000 });
  await userEvent.click(await grant());
  expect(await screen.findByText(/^Network error/, {}, { timeout: 5000 })).toBeTruthy();
  isDone = true;
  await userEvent.click(await grant());
  expect((await screen.findAllByText('This claim is decided and does not wait any more.')).length).toBeGreaterThan(0);
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Grant: zoe.runs: Spring 5K/ })).toBeNull());
  expect(screen.getByRole('button', { name: /^Grant: max.runs: Spring 5K/ })).toBeTruthy();
  expect(document.activeElement?.textContent).toMatch(/^max.runs: Spring 5K/);
});
