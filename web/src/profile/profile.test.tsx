import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { API, beLoggedIn, openSite, setWidth, withServer } from '@/test/app';

const server = withServer();

const PROFILE = {
  FirstName: 'Zoë',
  LastName: 'O’Brien',
  DOB: '1990-06-02',
  Gender: 'f',
  AgeGroup: '30-39',
  CellPhone: '',
  Email: 'zoe@example.com',
  UserID: 'u1',
  Username: 'zoe.runs',
  role: 'user',
  isPrivate: false,
  hideAge: false,
  initialsOnly: false,
  units: 'mi',
  activeTitle: '',
  noticeResults: true,
  noticeDevices: true,
  listedAs: 'Zoë O’Brien',
  createdAt: 0,
};
const RESULT = {
  result: {
    race: 'Spring 5K',
    raceID: 'race1',
    publicID: 'runner1',
    date: 'April 12, 2026',
    contest: '5K',
    distance: '5K',
    status: 'finished',
    bib: '117',
    firstname: 'Zoë',
    lastname: 'O’Brien',
    gender: 'f',
    ageGroup: '30-39',
    chipTime: '20:00',
    chipTimeMs: 1_200_000,
    gunTime: '20:04',
    gunTimeMs: 1_204_000,
    officialTimeMs: 1_200_000,
    overallRank: 1,
    genderRank: 1,
    ageGroupRank: 1,
    pace: '6:26',
    team: '',
    wave: '',
  },
  certificate: 'CODE',
  ageGrade: { percent: '75.10%', time: '18:59' },
};
const TITLE = 'Winner: Spring 5K 2026, 5K';
const SUMMARY = {
  achievements: {
    top1: true,
    top3: true,
    activeTitle: '',
    titles: [TITLE],
    raceCounts: { fiveK: 1, tenK: 0, half: 0 },
  },
  fastestTimes: { '5K': '20:00', '10K': null, HALF: null },
  bestAgeGrade: { percent: '75.10%', time: '18:59' },
  bests: [
    {
      distance: '5K',
      time: '20:00',
      pace: '6:26',
      race: 'Spring 5K',
      date: 'April 12, 2026',
      raceID: 'race1',
      publicID: 'runner1',
      finishes: 1,
    },
  ],
};
const MINE = { results: [RESULT], summary: SUMMARY, coming: [], offered: [], waiting: [] };
const NOTHING = {
  ...MINE,
  results: [],
  summary: {
    achievements: { ...SUMMARY.achievements, top1: false, top3: false, titles: [] },
    fastestTimes: { '5K': null, '10K': null, HALF: null },
    bests: [],
  },
};
const SESSION = {
  id: 's1',
  device: 'Chrome on Linux',
  network: '203.0.113.0/24',
  createdAt: 0,
  lastSeenAt: 0,
  current: true,
  passkey: false,
};

const refusal = (status: number, code: string, message: string, field?: string) =>
  HttpResponse.json({ code, message, ...(field ? { fields: [{ field, code, message }] } : {}) }, { status });

/** What the server has: changed by the handlers as the real one would. */
let profile: typeof PROFILE & { emailChange?: object };
let mine: object;

function logIn(over: Partial<typeof PROFILE> = {}) {
  beLoggedIn('user');
  profile = { ...PROFILE, ...over };
  mine = MINE;
  server.use(
    http.get(`${API}/checkLogin`, () => HttpResponse.json({})),
    http.get(`${API}/profile`, () => HttpResponse.json(profile)),
    http.put(`${API}/profile`, async ({ request }) => {
      profile = { ...profile, ...((await request.json()) as object) };
      return HttpResponse.json(profile);
    }),
    http.get(`${API}/myResults`, () => HttpResponse.json(mine)),
    http.get(`${API}/sessions`, () => HttpResponse.json({ sessions: [SESSION] })),
    http.get(`${API}/passkeys`, () => HttpResponse.json({ passkeys: [], demanded: false })),
  );
}

beforeEach(() => setWidth(1440));
afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'credentials');
});

test('My Profile shows what the results amount to, stores it, and saves the title that is chosen', async () => {
  logIn({ units: 'km' });
  const said: unknown[] = [];
  server.use(
    http.put(`${API}/profileTitle`, async ({ request }) => {
      said.push(await request.json());
      mine = { ...mine, summary: { ...SUMMARY, achievements: { ...SUMMARY.achievements, activeTitle: TITLE } } };
      return HttpResponse.json({ message: 'Your title is saved.' });
    }),
  );
  openSite('/profile');
  expect(await screen.findByRole('heading', { level: 1, name: 'Zoë O’Brien' })).toBeTruthy();
  const results = within(await screen.findByRole('region', { name: 'Results' }));
  expect(results.getByText('20:00')).toBeTruthy();
  expect(screen.getAllByText('3:59 /km').length).toBeGreaterThan(0);
  expect(results.getByRole('link', { name: 'Spring 5K' }).getAttribute('href')).toBe('/media/race1/runner1');
  expect(results.getByRole('link', { name: 'Certificate of Spring 5K' }).getAttribute('href')).toBe('/verify/CODE');
  await waitFor(() => expect(localStorage.getItem('fastestTimes')).toContain('20:00'));
  expect(localStorage.getItem('top1')).toBe('true');
  await userEvent.click(screen.getByRole('button', { name: /Title on your profile/ }));
  await userEvent.click(screen.getByRole('option', { name: TITLE }));
  expect(await screen.findByText('Your title is saved.')).toBeTruthy();
  expect(said).toEqual([{ activeTitle: TITLE }]);
  await waitFor(() => expect(localStorage.getItem('activeTitle')).toBe(JSON.stringify(TITLE)));
});

test('an account without a racer says what to do', async () => {
  logIn({ DOB: '', FirstName: '', LastName: '', listedAs: ' ' });
  mine = NOTHING;
  openSite('/profile');
  expect(await screen.findByText('Not linked to a racer yet')).toBeTruthy();
  const link = screen.getByRole('link', { name: 'Add your name and date of birth' });
  expect(link.getAttribute('href')).toBe('/edit#details');
  expect(screen.getByRole('heading', { level: 1, name: 'zoe.runs' })).toBeTruthy();
});

test('offered results are claimed or declined, and a failure loses no choice', async () => {
  logIn();
  mine = {
    ...NOTHING,
    offered: ['r1', 'r2'].map((resultId) => ({
      resultId,
      race: `Race ${resultId}`,
      date: 'April 12, 2025',
      contest: '5K',
      name: 'Zoë O.',
      bib: '••7',
    })),
  };
  const said: unknown[] = [];
  server.use(
    http.post(`${API}/claimResults`, async ({ request }) => {
      said.push(await request.json());
      if (said.length === 1) return refusal(503, 'BUSY', 'Busy for a moment.');
      mine = MINE;
      return HttpResponse.json({ message: 'Saved, thank you.', claims: [{ resultId: 'r1', state: 'waiting' }] });
    }),
  );
  openSite('/profile');
  const choose = async (race: string, choice: string) =>
    userEvent.click(
      within(await screen.findByRole('radiogroup', { name: `Race ${race}, 5K: yours?` })).getByRole('radio', {
        name: choice,
      }),
    );
  await choose('r1', 'That’s me');
  await choose('r2', 'Not me');
  await userEvent.click(screen.getByRole('button', { name: 'Save what I chose' }));
  expect(await screen.findByText('Busy for a moment.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Save what I chose' }));
  expect(await screen.findByText(/Saved, thank you\. An administrator compares/)).toBeTruthy();
  expect(said).toEqual(Array(2).fill({ claims: ['r1'], notMine: ['r2'], missing: false }));
  expect(await screen.findByRole('region', { name: 'Results' })).toBeTruthy();
});

test('results that cannot be loaded are asked for again', async () => {
  logIn();
  server.use(http.get(`${API}/myResults`, () => refusal(503, 'BUSY', 'Busy for a moment.'), { once: true }));
  openSite('/profile');
  expect(await screen.findByText('Busy for a moment.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('region', { name: 'Results' })).toBeTruthy();
});

test('coming races lead to race morning, and claims that wait are said; on a phone results are cards', async () => {
  logIn();
  setWidth(390);
  mine = {
    ...MINE,
    waiting: [{ race: 'Old 10K', contest: '10K', claimedAt: 0 }],
    coming: [
      {
        race: 'Next 5K',
        date: 'June 1, 2027',
        startsAt: '8:00 AM',
        canceled: false,
        contest: '5K',
        bib: '12',
        wave: '',
      },
    ],
  };
  openSite('/profile');
  const coming = within(await screen.findByRole('region', { name: 'Coming races' }));
  expect(coming.getByRole('link', { name: /^Start, pen and packet/ }).getAttribute('href')).toBe(
    '/RaceDaySearch/Next%205K?q=12',
  );
  expect(screen.getByText('Old 10K, 10K')).toBeTruthy();
  expect(screen.getByText(/An administrator compares them with your data/)).toBeTruthy();
  expect(screen.getByRole('list', { name: 'Each result, the latest first' })).toBeTruthy();
});

test('details: a problem is at its field, a lost session loses nothing, and leaving asks', async () => {
  logIn();
  const { router } = openSite('/edit');
  const first = (await screen.findByLabelText('First name')) as HTMLInputElement;
  const save = screen.getByRole('button', { name: 'Save the details' });
  expect(save.getAttribute('aria-disabled')).toBe('true');
  await userEvent.clear(first);
  await userEvent.click(save);
  await waitFor(() => expect(document.activeElement).toBe(first));
  expect(first.getAttribute('aria-invalid')).toBe('true');
  await userEvent.type(first, 'Zoe');
  server.use(http.put(`${API}/profile`, () => refusal(401, 'UNAUTHORIZED', 'Please log in.'), { once: true }));
  await userEvent.click(save);
  expect((await screen.findByRole('link', { name: /Please log in\./ })).getAttribute('href')).toBe('/login');
  expect(first.value).toBe('Zoe');
  void router.navigate({ to: '/profile' });
  const asks = within(await screen.findByRole('alertdialog'));
  expect(asks.getByText(/Not saved yet: Details\./)).toBeTruthy();
  await userEvent.click(asks.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  await userEvent.click(save);
  expect(await screen.findByText('Your changes are saved.')).toBeTruthy();
  expect(profile).toMatchObject({ FirstName: 'Zoe', LastName: 'O’Brien' });
  await router.navigate({ to: '/profile' });
  expect(await screen.findByRole('heading', { level: 1, name: 'Zoe O’Brien' })).toBeTruthy();
});

test('what others see: a switch is saved at once, and set back when that fails', async () => {
  logIn();
  server.use(
    http.put(`${API}/updatePrivacy`, () => refusal(503, 'BUSY', 'Busy for a moment.'), { once: true }),
    http.put(`${API}/updatePrivacy`, async ({ request }) => {
      const { isPrivate } = (await request.json()) as { isPrivate: boolean };
      profile = { ...profile, isPrivate, listedAs: isPrivate ? 'Private runner' : 'Zoë O’Brien' };
      return HttpResponse.json({ message: 'Saved' });
    }),
  );
  openSite('/edit');
  const hide = (await screen.findByRole('switch', { name: /^Private account/ })) as HTMLInputElement;
  await userEvent.click(hide);
  expect(await screen.findByText('Busy for a moment.')).toBeTruthy();
  expect(hide.checked).toBe(false);
  await userEvent.click(hide);
  expect(await screen.findByText('Private runner')).toBeTruthy();
  expect(hide.checked).toBe(true);
});

test('another e-mail address waits for its code, which may be wrong first', async () => {
  logIn();
  server.use(
    http.post(`${API}/changeEmail`, async ({ request }) => {
      const { email, password } = (await request.json()) as { email: string; password: string };
      if (password !== 'right') return refusal(400, 'WRONG', 'This is not your present password.', 'password');
      const now = Date.now();
      profile = { ...profile, emailChange: { email, codeExpiresAt: now + 900_000, resendFrom: now + 60_000 } };
      return HttpResponse.json({ message: 'A code is on its way.' });
    }),
    http.put(`${API}/changeEmail`, async ({ request }) => {
      if (((await request.json()) as { code: string }).code !== '123456')
        return refusal(400, 'WRONG_CODE', 'This is not the code. 4 tries are left.');
      const { emailChange: _, ...rest } = profile;
      profile = { ...rest, Email: 'new@example.com' };
      return HttpResponse.json({ message: 'Your e-mail address is changed.' });
    }),
  );
  openSite('/edit');
  const part = within(await screen.findByRole('region', { name: 'E-mail' }));
  await userEvent.type(part.getByLabelText('New e-mail address'), 'new@example.com');
  await userEvent.type(part.getByLabelText('Present password'), 'wrong');
  await userEvent.click(part.getByRole('button', { name: 'Send a code to it' }));
  expect(await part.findByText('This is not your present password.')).toBeTruthy();
  await userEvent.clear(part.getByLabelText('Present password'));
  await userEvent.type(part.getByLabelText('Present password'), 'right');
  await userEvent.click(part.getByRole('button', { name: 'Send a code to it' }));
  expect(await part.findByText('A code is on its way.')).toBeTruthy();
  await userEvent.click(part.getByRole('button', { name: 'Nothing arrived?' }));
  const again = part.getByRole('button', { name: /^Send another code in \d+ s$/ });
  expect(again.getAttribute('aria-disabled')).toBe('true');
  await userEvent.type(part.getByLabelText('Code'), '000000');
  await userEvent.click(part.getByRole('button', { name: 'Confirm the address' }));
  expect(await part.findByText('This is not the code. 4 tries are left.')).toBeTruthy();
  await userEvent.clear(part.getByLabelText('Code'));
  await userEvent.type(part.getByLabelText('Code'), '123456');
  await userEvent.click(part.getByRole('button', { name: 'Confirm the address' }));
  expect(await part.findByText('Your e-mail address is changed.')).toBeTruthy();
  expect(part.getByText('new@example.com')).toBeTruthy();
});

test('a new password: the two must be the same, and the fields are empty afterwards', async () => {
  logIn();
  const sent: unknown[] = [];
  server.use(
    http.put(`${API}/changePassword`, async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({ message: 'Your password is changed.' });
    }),
  );
  openSite('/edit');
  const part = within(await screen.findByRole('region', { name: 'Password' }));
  await userEvent.type(part.getByLabelText('Present password'), 'right');
  await userEvent.type(part.getByLabelText('New password'), 'blue line to the finish');
  await userEvent.type(part.getByLabelText('New password again'), 'blue line');
  await userEvent.click(part.getByRole('button', { name: 'Change the password' }));
  await waitFor(() => expect(document.activeElement).toBe(part.getByLabelText('New password again')));
  await userEvent.clear(part.getByLabelText('New password again'));
  await userEvent.type(part.getByLabelText('New password again'), 'blue line to the finish');
  await userEvent.click(part.getByRole('button', { name: 'Change the password' }));
  expect(await part.findByText('Your password is changed.')).toBeTruthy();
  expect(sent).toEqual([{ password: 'right', newPassword: 'blue line to the finish' }]);
  expect((part.getByLabelText('Present password') as HTMLInputElement).value).toBe('');
});

test('devices: one is logged out, then all others', async () => {
  logIn();
  const phone = { ...SESSION, id: 's2', device: 'Safari on iPhone', current: false };
  let others = [phone, { ...phone, id: 's3', device: 'Edge on Windows' }];
  server.use(
    http.get(`${API}/sessions`, () => HttpResponse.json({ sessions: [SESSION, ...others] })),
    http.delete(`${API}/sessions/:id`, ({ params }) => {
      others = others.filter(({ id }) => id !== params.id);
      return HttpResponse.json({ message: 'The device is logged out.' });
    }),
    http.delete(`${API}/sessions`, () => {
      others = [];
      return HttpResponse.json({ message: 'One other device is logged out.', ended: 1 });
    }),
  );
  openSite('/edit');
  const part = within(await screen.findByRole('region', { name: 'Devices' }));
  expect(await part.findByText('This device')).toBeTruthy();
  await userEvent.click(part.getByRole('button', { name: /^Log out Safari on iPhone/ }));
  await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Log out' }));
  expect(await part.findByText('The device is logged out.')).toBeTruthy();
  await waitFor(() => expect(part.queryByText('Safari on iPhone')).toBeNull());
  await userEvent.click(part.getByRole('button', { name: 'Log out all other devices' }));
  await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Log out' }));
  expect(await part.findByText('No other device is logged in.')).toBeTruthy();
});

test('a browser without passkeys says so', async () => {
  logIn();
  openSite('/edit');
  expect(await screen.findByText('You have no passkeys yet.')).toBeTruthy();
  expect(screen.getByText(/^This browser has no passkeys/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Add a passkey' })).toBeNull();
});

test('a passkey is made with the password, and a browser that is told to stop stores nothing', async () => {
  logIn();
  const stored: unknown[] = [];
  let isCanceled = true;
  stubPasskeys(() => {
    if (isCanceled) throw new DOMException('no', 'NotAllowedError');
    return { toJSON: () => ({ id: 'made' }) };
  });
  server.use(
    http.get(`${API}/passkeys`, () =>
      HttpResponse.json({
        passkeys: stored.map((_, i) => ({ id: `p${i}`, name: 'Laptop', createdAt: 0 })),
        demanded: true,
      }),
    ),
    http.post(`${API}/passkeys/options`, () =>
      HttpResponse.json({ ceremony: 'c1', options: { challenge: 'AAAA', user: { id: 'AAAA' } } }),
    ),
    http.post(`${API}/passkeys`, async ({ request }) => {
      stored.push(await request.json());
      return HttpResponse.json({ id: 'p0', name: 'Laptop', message: 'ok' }, { status: 201 });
    }),
  );
  openSite('/edit');
  expect(await screen.findByText(/The site demands a passkey.*Add one\./)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Add a passkey' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.type(dialog.getByLabelText('Name (optional)'), 'Laptop');
  await userEvent.click(dialog.getByRole('button', { name: 'Add it' }));
  expect(await dialog.findByText('Type your present password')).toBeTruthy();
  await userEvent.type(dialog.getByLabelText('Present password'), 'right');
  await userEvent.click(dialog.getByRole('button', { name: 'Add it' }));
  expect(await dialog.findByText(/^Nothing was confirmed/)).toBeTruthy();
  isCanceled = false;
  await userEvent.click(dialog.getByRole('button', { name: 'Add it' }));
  expect(await screen.findByText('Laptop')).toBeTruthy();
  expect(stored).toEqual([{ ceremony: 'c1', name: 'Laptop', credential: { id: 'made' } }]);
});

function stubPasskeys(made: () => object) {
  vi.stubGlobal('PublicKeyCredential', class {});
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: { create: made, get: made } });
}

test('the account is deleted with the password: the browser forgets it', async () => {
  logIn();
  server.use(
    http.delete(`${API}/account`, async ({ request }) =>
      ((await request.json()) as { password: string }).password === 'right'
        ? HttpResponse.json({ message: 'Your account is deleted.' })
        : refusal(403, 'WRONG_PASSWORD', 'This is not your password.'),
    ),
  );
  const { router } = openSite('/edit');
  await userEvent.click(await screen.findByRole('button', { name: 'Delete my account' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  await userEvent.type(dialog.getByLabelText('Present password'), 'wrong');
  await userEvent.click(dialog.getByRole('button', { name: 'Delete for good' }));
  expect(await dialog.findByText('This is not your password.')).toBeTruthy();
  await userEvent.clear(dialog.getByLabelText('Present password'));
  await userEvent.type(dialog.getByLabelText('Present password'), 'right');
  await userEvent.click(dialog.getByRole('button', { name: 'Delete for good' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  await waitFor(() => expect(localStorage.getItem('top1')).toBeNull());
});

test('a hidden profile and a name that nobody has look alike', async () => {
  server.use(
    http.get(`${API}/profile/:name`, () =>
      refusal(404, 'PROFILE_HIDDEN', 'This profile is private, or there is none.'),
    ),
  );
  openSite('/profile/zoe.runs');
  expect(await screen.findByText('This profile is private, or there is none.')).toBeTruthy();
  await waitFor(() => expect(document.title).toBe('Splitline'));
});

test('a profile has its name in the title; its owner sees when it is private, and the public view', async () => {
  logIn({ isPrivate: true });
  const asked: string[] = [];
  const visited = {
    Username: 'zoe.runs',
    name: 'Zoë O’Brien',
    isPrivate: true,
    own: true,
    results: [RESULT],
    summary: SUMMARY,
  };
  server.use(
    http.get(`${API}/profile/:name`, ({ request }) => {
      asked.push(new URL(request.url).search);
      return new URL(request.url).searchParams.get('as') === 'public'
        ? refusal(404, 'PROFILE_HIDDEN', 'This profile is private, or there is none.')
        : HttpResponse.json(visited);
    }),
  );
  openSite('/profile/Zoe.Runs');
  expect(await screen.findByText(/Only you and administrators see this/)).toBeTruthy();
  await waitFor(() => expect(document.title).toContain('Zoë O’Brien'));
  expect(screen.getByText(TITLE)).toBeTruthy();
  await userEvent.click(screen.getByRole('link', { name: 'View as the public sees it' }));
  expect(await screen.findByText('This profile is private, or there is none.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Your own view' })).toBeTruthy();
  expect(asked).toEqual(['', '?as=public']);
});

test('a login that demands a passkey asks for it, can be canceled, and goes on to the page', async () => {
  logIn();
  // Logged out at first.
  // biome-ignore lint/suspicious/noDocumentCookie: happy-dom has no cookie store.
  document.cookie = 'token=; expires=Thu, 01 Jan 1970 00:00:00 GMT';
  let isCanceled = true;
  stubPasskeys(() => {
    if (isCanceled) throw new DOMException('no', 'NotAllowedError');
    return { toJSON: () => ({ id: 'confirmed' }) };
  });
  const sent: unknown[] = [];
  server.use(
    http.post(`${API}/login`, () =>
      HttpResponse.json(
        { code: 'PASSKEY_NEEDED', message: 'Confirm.', ceremony: 'c2', options: { challenge: 'AAAA' } },
        { status: 401 },
      ),
    ),
    http.post(`${API}/passkeyLogin`, async ({ request }) => {
      sent.push(await request.json());
      beLoggedIn('user');
      return HttpResponse.json({ message: 'Logged in', role: 'user' });
    }),
  );
  const { router } = openSite('/login?from=%2Fprofile');
  await userEvent.type(await screen.findByLabelText('Username or e-mail'), 'zoe.runs');
  await userEvent.type(screen.getByLabelText('Password'), 'right');
  await userEvent.click(screen.getByRole('button', { name: 'Log in' }));
  expect(await screen.findByRole('heading', { name: 'Confirm with your passkey' })).toBeTruthy();
  expect(await screen.findByText(/^Nothing was confirmed/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Back to the password' }));
  expect((screen.getByLabelText('Password') as HTMLInputElement).value).toBe('right');
  await userEvent.click(screen.getByRole('button', { name: 'Log in' }));
  const retry = await screen.findByRole('button', { name: 'Try again' });
  isCanceled = false;
  await userEvent.click(retry);
  await waitFor(() => expect(router.state.location.pathname).toBe('/profile'));
  expect(sent).toEqual([{ ceremony: 'c2', credential: { id: 'confirmed' }, remember: true }]);
});
