import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { afterEach, expect, test } from 'vitest';
import { API, beLoggedIn, openSite, setWidth, withServer } from '@/test/app';

const server = withServer();
afterEach(() => sessionStorage.clear());

const AUDIENCE = { people: 3, entrants: 6, withoutAddress: 2, unsubscribed: 1 };
const PROGRESS = { total: 3, sent: 1, waiting: 2, failed: 0, notSent: 0, stopped: false };
const line = (id: number, progress = PROGRESS) => ({
  id,
  subject: '{race}: start moved',
  author: 'ada',
  createdAt: Date.UTC(2027, 5, 1),
  progress,
});

/** The site of the administrator ada with a race; what the list of its announcements is can be changed. */
function directorOf(items: object[] = [], over: object = {}) {
  setWidth(1280);
  beLoggedIn('admin');
  const now = { items, over };
  server.use(
    http.get(`${API}/checkLogin`, () => HttpResponse.json({ message: 'Logged in', role: 'admin' })),
    http.get(`${API}/profile`, () => HttpResponse.json({ UserID: 'id of ada', Username: 'ada', role: 'admin' })),
    http.get(`${API}/getAllPageRaces`, () => HttpResponse.json({ races: [{ name: 'Spring Half', date: '' }] })),
    http.get(`${API}/announcements/:race`, () =>
      HttpResponse.json({
        raceID: 'r1',
        race: 'Spring Half',
        date: '',
        isHidden: false,
        isCanceled: false,
        audience: AUDIENCE,
        example: [{ name: 'Zoë O’Brien', bib: '7', start: '7:30 AM' }],
        items: now.items,
        ...now.over,
      }),
    ),
    http.post(`${API}/announcements/:race/preview`, async ({ request }) => {
      const { subject, text } = (await request.json()) as { subject: string; text: string };
      return HttpResponse.json({ subject, text, html: `<p style="margin:0">${text}</p>` });
    }),
  );
  return now;
}

const subject = () => screen.findByRole('textbox', { name: 'Subject' }, { timeout: 10_000 });
const text = () => screen.getByRole('textbox', { name: 'Text' });

test('an announcement is checked, previewed and sent once, after its question', async () => {
  const now = directorOf();
  const sent: unknown[] = [];
  server.use(
    http.post(`${API}/announcements/:race`, async ({ request }) => {
      sent.push([new URL(request.url).searchParams.get('id'), await request.json()]);
      if (sent.length === 1) return HttpResponse.error();
      now.items = [line(5)];
      return HttpResponse.json({ id: 5, message: 'The announcement is on its way to 3 people.' }, { status: 201 });
    }),
    http.get(`${API}/announcements/:race/5`, () =>
      HttpResponse.json({ ...line(5), text: 'Hello {name}', recipients: [], total: 0, page: 1, pageSize: 50 }),
    ),
  );
  const { router } = openSite('/announcements?race=Spring%20Half');
  await userEvent.type(await subject(), 'For {{name}');
  expect(screen.getByText(/3 people get it: each address once\. 2 entrants have no address\./)).toBeTruthy();
  await userEvent.type(text(), 'Hello {{nmae}');
  // At its place, once typing has paused.
  expect(await screen.findByText(/Line 1: \{nmae\} is not known/, {}, { timeout: 5000 })).toBeTruthy();
  expect(screen.getByText('{name} can’t stand in the subject, only {race}.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Send to 3 people' }));
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Subject' }));

  await userEvent.clear(await subject());
  await userEvent.type(await subject(), '{{race}: start moved');
  await userEvent.clear(text());
  await userEvent.type(text(), 'Hello ');
  await userEvent.click(screen.getByRole('button', { name: /^Insert \{name\}/ }));
  expect((text() as HTMLTextAreaElement).value).toBe('Hello {name}');
  await userEvent.click(screen.getByRole('radio', { name: 'Plain text' }));
  expect(screen.getByText('Spring Half: start moved · Splitline')).toBeTruthy();
  expect(screen.getByText(/^Hello Zoë O’Brien/)).toBeTruthy();

  await userEvent.click(screen.getByRole('button', { name: 'Send to 3 people' }));
  const question = await screen.findByRole('alertdialog', { name: 'Send to 3 people of Spring Half?' });
  await userEvent.click(within(question).getByRole('button', { name: 'Send to 3 people' }));
  expect(await within(question).findByText(/it is sent once, whatever happened/)).toBeTruthy();
  await userEvent.click(within(question).getByRole('button', { name: 'Send to 3 people' }));
  await waitFor(() => expect(router.state.location.search).toEqual({ race: 'Spring Half', open: '5' }));
  const [first, second] = sent as [[string, { key: string }], [string, { key: string }]];
  expect(second).toEqual(first);
  expect(first).toEqual([
    'r1',
    {
      subject: '{race}: start moved',
      text: 'Hello {name}',
      race: 'Spring Half',
      people: 3,
      last: null,
      key: expect.stringMatching(/^[0-9a-f]{32}$/),
    },
  ]);
  expect((await screen.findAllByText('Sending: 1 of 3 sent, 2 waiting')).length).toBeGreaterThan(0);
  // The next one is empty, and has a key of its own.
  await userEvent.click(screen.getByRole('button', { name: 'Write another one' }));
  expect(((await subject()) as HTMLInputElement).value).toBe('');
});

test('what was not seen is asked again, and a draft outlives a reload', async () => {
  const now = directorOf();
  sessionStorage.setItem(
    'splitline.tab:announcement:r1',
    JSON.stringify({ subject: 'News', text: 'Hello', key: 'k1' }),
  );
  const sent: { people: number; last: number | null }[] = [];
  server.use(
    http.post(`${API}/announcements/:race`, async ({ request }) => {
      sent.push((await request.json()) as (typeof sent)[number]);
      now.items = [line(4)];
      now.over = { audience: { ...AUDIENCE, people: 4 } };
      return HttpResponse.json(
        { code: 'ANNOUNCED_MEANWHILE', message: 'Somebody has sent another announcement.' },
        { status: 409 },
      );
    }),
  );
  openSite('/announcements?race=Spring%20Half');
  expect(((await subject()) as HTMLInputElement).value).toBe('News');
  await userEvent.click(screen.getByRole('button', { name: 'Send to 3 people' }));
  const question = await screen.findByRole('alertdialog', { name: 'Send to 3 people of Spring Half?' });
  await userEvent.click(within(question).getByRole('button', { name: 'Send to 3 people' }));
  expect(await within(question).findByText('Somebody has sent another announcement.')).toBeTruthy();
  await userEvent.click(await within(question).findByRole('button', { name: 'Send to 4 people' }));
  await waitFor(() => expect(sent.length).toBe(2));
  expect(sent.map(({ people, last }) => [people, last])).toEqual([
    [3, null],
    [4, 4],
  ]);
  await userEvent.click(within(question).getByRole('button', { name: 'Cancel' }));
  expect(((await subject()) as HTMLInputElement).value).toBe('News');
});

test('a test goes to oneself, and a failure is said', async () => {
  directorOf();
  sessionStorage.setItem(
    'splitline.tab:announcement:r1',
    JSON.stringify({ subject: 'News', text: 'Hello', key: 'k1' }),
  );
  let tests = 0;
  server.use(
    http.post(`${API}/announcements/:race/test`, () => {
      tests += 1;
      return tests === 1
        ? HttpResponse.json({ code: 'TOO_MANY_TESTS', message: 'Very many tests.' }, { status: 429 })
        : HttpResponse.json({ message: 'The test is on its way to your address.' });
    }),
  );
  openSite('/announcements?race=Spring%20Half');
  await subject();
  await userEvent.click(screen.getByRole('button', { name: 'Send a test to me' }));
  expect(await screen.findByText('Very many tests.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Send a test to me' }));
  expect(await screen.findByText('The test is on its way to your address.')).toBeTruthy();
});

test('an announcement shows who gets it, is searched, and stopped after a question', async () => {
  const now = directorOf([line(5)]);
  const asked: string[] = [];
  const recipient = (bib: string) => ({
    address: `${bib}@example.test`,
    entrants: [{ bib, name: `Runner ${bib}` }],
    state: 'waiting',
    at: Date.UTC(2027, 5, 1),
  });
  server.use(
    http.get(`${API}/announcements/:race/5`, ({ request }) => {
      const { q, page } = Object.fromEntries(new URL(request.url).searchParams);
      asked.push(`${q ?? ''} ${page ?? ''}`);
      const detail = {
        ...line(5, (now.items[0] as ReturnType<typeof line>).progress),
        text: 'Hello {name}',
        pageSize: 50,
      };
      return HttpResponse.json(
        q === 'nobody'
          ? { ...detail, recipients: [], total: 0, page: 1 }
          : { ...detail, recipients: [recipient('7'), recipient('8')], total: 120, page: Number(page || 1) },
      );
    }),
    http.post(`${API}/announcements/:race/5/stop`, () => {
      now.items = [line(5, { ...PROGRESS, waiting: 0, notSent: 2, stopped: true })];
      return HttpResponse.json({ message: 'Stopped. Nothing more is sent.' });
    }),
  );
  const { router } = openSite('/announcements?race=Spring%20Half&open=5&page=2');
  const table = await screen.findByRole('region', { name: 'Recipients' }, { timeout: 10_000 });
  expect(within(table).getByText('7 Runner 7')).toBeTruthy();
  expect(within(table).getAllByText('on its way').length).toBe(2);
  expect(screen.getByText('51–52 of 120')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Stop' }));
  const question = await screen.findByRole('alertdialog', { name: 'Stop this announcement?' });
  await userEvent.click(within(question).getByRole('button', { name: 'Stop it' }));
  await waitFor(() => expect(screen.getAllByText('Stopped: 1 of 3 sent, 2 not sent').length).toBe(2));
  expect(screen.queryByRole('button', { name: 'Stop' })).toBeNull();
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search recipients' }), 'nobody');
  expect(await screen.findByText('Nobody with this bib or name gets it.')).toBeTruthy();
  expect(router.state.location.search).toEqual({ race: 'Spring Half', open: '5', q: 'nobody' });
  expect(asked.at(-1)).toBe('nobody ');
});

test('a race without entrants leads to its list, and one that is gone says so', async () => {
  directorOf([], { audience: { people: 0, entrants: 0, withoutAddress: 0, unsubscribed: 0 }, isHidden: true });
  openSite('/announcements?race=Spring%20Half');
  expect(await screen.findByText(/This race has no entrants yet/, {}, { timeout: 10_000 })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Take the list of entrants in' }).getAttribute('href')).toBe(
    '/Timing?race=Spring+Half',
  );
  expect(screen.getByText(/The page of Spring Half is hidden/)).toBeTruthy();
  expect(screen.getByText('Nothing was announced yet')).toBeTruthy();
  expect(screen.queryByRole('textbox', { name: 'Subject' })).toBeNull();
});

test('a race that is deleted meanwhile is said', async () => {
  directorOf();
  server.use(
    http.get(`${API}/announcements/:race`, () =>
      HttpResponse.json({ code: 'RACE_NOT_FOUND', message: 'No race.' }, { status: 404 }),
    ),
  );
  openSite('/announcements?race=Spring%20Half');
  expect(await screen.findByText('There is no such race any more', {}, { timeout: 10_000 })).toBeTruthy();
});

test('the link of a mail shows the choice, changes it at a press, and leads back', async () => {
  const state = { race: false, all: false };
  const answer = () => ({
    raceName: 'Spring Half',
    ...state,
    text: state.all ? 'No announcements.' : state.race ? 'None about Spring Half.' : 'You get announcements.',
  });
  const sent: unknown[] = [];
  server.use(
    http.post(`${API}/unsubscribe/link`, () => HttpResponse.json(answer())),
    http.put(`${API}/unsubscribe`, async ({ request }) => {
      const { race, all, token } = (await request.json()) as { race: boolean; all: boolean; token: string };
      sent.push([token, race, all]);
      Object.assign(state, { race, all });
      // The first answer is lost, and the change was made.
      return sent.length === 1 ? HttpResponse.error() : HttpResponse.json(answer());
    }),
  );
  const { router } = openSite('/unsubscribe#TOKEN');
  expect(await screen.findByText('You get announcements.', {}, { timeout: 10_000 })).toBeTruthy();
  expect(router.state.location.href).toBe('/unsubscribe');
  expect(sent).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'No more about Spring Half' }));
  expect(await screen.findByText('None about Spring Half.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'No announcements at all' }));
  expect(await screen.findByText('No announcements.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Send me mails again' }));
  expect(await screen.findByText('You get announcements.')).toBeTruthy();
  expect(sent).toEqual([
    ['TOKEN', true, false],
    ['TOKEN', true, true],
    ['TOKEN', false, false],
  ]);
});

test('a link that is none says so', async () => {
  server.use(
    http.post(`${API}/unsubscribe/link`, () =>
      HttpResponse.json({ code: 'NO_LINK', message: 'This link is not complete.' }, { status: 404 }),
    ),
  );
  openSite('/unsubscribe#wrong');
  expect(await screen.findByText('This link is not complete.', {}, { timeout: 10_000 })).toBeTruthy();
});

test('an address without a token asks for the mail', async () => {
  openSite('/unsubscribe');
  expect(await screen.findByText(/Open the link of the mail again/, {}, { timeout: 10_000 })).toBeTruthy();
});
