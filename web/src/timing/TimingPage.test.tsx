import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Answer } from '@/api';
import { API, beLoggedIn, openSite, setWidth, withServer } from '@/test/app';
import { withLayout } from '@/test/layout';
import { deskServer, emptyDesk } from '@/test/timing';
import { DESK_POLL_MS, type DeskAnswer } from './api';

const server = withServer();
withLayout();

type Setup = NonNullable<DeskAnswer['setup']>;

const setup: Setup = {
  contests: [
    {
      name: '10K',
      distanceMetres: 10_000,
      gun: null,
      ranking: 'gun',
      bibs: [{ from: 1000, to: 1999 }],
      acceptUnlisted: true,
      sport: 'run',
      start: { mats: ['LINE'], minimumLapSeconds: 1200 },
      splits: [{ label: '5K', metres: 5000, mats: ['5K'], minimumSeconds: 600, leg: 'run' }],
      finish: { mats: ['LINE'], minimumSeconds: 1500, leg: 'run' },
      waves: [],
    },
  ],
  timerCodes: [],
  ageBands: [],
};

let desk: DeskAnswer;
/** The requests that the server received: method, path and body. */
let sent: { method: string; path: string; body: unknown }[];
let reads: number;
/** What the current run has. */
let runs: Answer<'get', 'timing/{RaceName}/runs'>;

beforeEach(() => {
  sessionStorage.clear();
  setWidth(1440);
  beLoggedIn('admin');
  reads = 0;
  runs = { run: 1, reads: 12, marks: 0, corrections: 1, entrants: 3 };
  sent = [];
  const empty = emptyDesk();
  const runners = { ...empty.runners, runners: 3, started: 3 };
  desk = {
    ...empty,
    setup,
    entrants: 3,
    keys: [{ id: 'k1', label: 'Finish box', createdAt: 0, lastUsedAt: null }],
    counts: { ...empty.counts, ...runners, reads: 12, used: 10, unknown: 2 },
    runners,
    boxes: [
      {
        mat: 'LINE',
        reads: 12,
        lastRead: Date.parse('2030-06-15T08:52:11-04:00'),
        inSetup: true,
        minutes: [],
        alarm: '',
      },
    ],
    now: Date.parse('2030-06-15T08:52:12-04:00'),
    unknownTotal: 1,
  };
  server.use(
    http.get(`${API}/timing/:race/runs`, () => HttpResponse.json(runs)),
    http.get(`${API}/timing/:race`, () => {
      reads += 1;
      return HttpResponse.json(desk);
    }),
    http.get(`${API}/timing/:race/unknownTags`, () =>
      HttpResponse.json({ total: 1, tags: [{ tag: '99995', reads: 2, isChip: true }] }),
    ),
    ...deskServer(),
  );
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(() => vi.useRealTimers());

/** Mocks the response to a change and records its request in `sent`. */
function mockChange(
  method: 'put' | 'post' | 'delete',
  path: string,
  answer: () => Response = () => HttpResponse.json({}),
) {
  server.use(
    http[method](`${API}/timing/:race/${path}`, async ({ request }) => {
      const text = await request.text();
      const body = request.headers.get('content-type')?.includes('json') && text ? JSON.parse(text) : text;
      const { pathname, search } = new URL(request.url);
      sent.push({ method, path: decodeURIComponent(pathname + search), body });
      return answer();
    }),
  );
}

const section = (name: string) => screen.findByRole('region', { name });
const refresh = () => act(() => vi.advanceTimersByTimeAsync(DESK_POLL_MS + 50));
const user = () => userEvent.setup({ delay: null });
const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });

function savedContest() {
  const [saved] = sent as { body: Setup }[];
  return saved?.body.contests[0];
}

async function openDesk() {
  openSite('/Timing?race=Shore%20Half');
  await section('Contests');
  return user();
}

describe('the timing desk', () => {
  test('shows its times of day in the race’s time zone', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'], now: Date.parse('2030-06-15T12:34:56Z') });
    desk.timeZone = 'Pacific/Honolulu';
    beLoggedIn('admin');
    await openDesk();
    expect(screen.getByText('Last updated 2:34:56 AM')).toBeTruthy();
  });

  test('is for administrators', async () => {
    beLoggedIn('user');
    const { router } = openSite('/Timing');
    await waitFor(() => expect(router.state.location.pathname).toBe('/Unauthorized'));
  });

  test('opens for a race without a date, links to the page that sets it, and rejects a gun until it is set', async () => {
    desk = { ...desk, date: '' };
    const user = await openDesk();
    expect(screen.getByText(/This race has no date yet/)).toBeDefined();
    const link = screen.getByRole('link', { name: 'Set its date' });
    expect(link.getAttribute('href')).toBe('/EditRaces?race=Shore+Half#header');
    await user.type(field('Gun'), '8:30 AM');
    expect(await screen.findByText("A time of day needs the race's date. Set the date first.")).toBeDefined();
    await user.clear(field('Gun'));
    // Everything that needs no date can be set up.
    mockChange('put', 'setup');
    await user.type(field('Name'), ' early');
    await user.click(screen.getByRole('button', { name: 'Save setup' }));
    await waitFor(() => expect(savedContest()?.name).toBe('10K early'));
  });

  test('shows the counts of reads, the boxes with times in the race’s zone, and the unknown tags', async () => {
    await openDesk();
    const reads = await section('Reads');
    expect(within(reads).getByRole('row', { name: /LINE/ }).textContent).toContain('8:52:11 AM');
    expect(await within(await section('To look at')).findByRole('link', { name: '99995' })).toBeTruthy();
    expect(within(reads).getByText('Unknown tags', { selector: 'dt' })).toBeTruthy();
  });

  test('a race that is renamed while its desk is open keeps the desk and the typed text; requests use its id', async () => {
    mockChange('put', 'setup');
    desk = { ...desk, id: 'r1', race: 'Shore Half', date: 'June 15, 2030', timeZone: 'America/New_York' };
    const { router } = openSite('/Timing?race=Shore%20Half');
    await section('Contests');
    const bibs = field('Bibs');
    fireEvent.change(bibs, { target: { value: '2000-2999' } });
    desk = { ...desk, race: 'Bay Half' };
    await refresh();
    await waitFor(() => expect(router.state.location.search).toEqual({ race: 'Bay Half' }));
    expect(bibs.isConnected).toBe(true);
    expect(bibs.value).toBe('2000-2999');
    await user().click(screen.getByRole('button', { name: 'Save setup' }));
    await waitFor(() => expect(sent[0]?.path).toBe('/api/timing/Bay Half/setup?id=r1&version=v1'));
  });

  test("a mistake is shown at its field with the core's text, and nothing is sent", async () => {
    mockChange('put', 'setup');
    const person = await openDesk();
    const bibs = field('Bibs');
    await person.clear(bibs);
    await person.type(bibs, '1000 to 1999');
    const words = 'Give bibs as ranges with commas between them, like 1000-1999, 5500-9499.';
    expect(await screen.findByText(words)).toBeTruthy();
    expect(bibs.getAttribute('aria-invalid')).toBe('true');
    await person.click(screen.getByRole('button', { name: 'Save setup' }));
    expect(await screen.findByText('1 to mend before it can be saved')).toBeTruthy();
    expect(sent).toEqual([]);
  });

  test('lengths are accepted in K and miles, and the field shows the length as it was parsed', async () => {
    mockChange('put', 'setup');
    const person = await openDesk();
    const distance = field('Distance');
    await person.clear(distance);
    await person.type(distance, '13.1 mi');
    expect(await screen.findByText('21,097.5 m · 13.11 mi')).toBeTruthy();
    await person.clear(field('From the start'));
    await person.type(field('From the start'), '10K');
    await person.click(screen.getByRole('button', { name: 'Save setup' }));
    await waitFor(() =>
      expect(savedContest()).toMatchObject({ distanceMetres: 21_097.5, splits: [{ metres: 10_000 }] }),
    );
  });

  test('a contest is divided into waves and put together again, and no gun is lost', async () => {
    mockChange('put', 'setup', () => {
      desk = { ...desk, setup: sent.at(-1)?.body as Setup };
      return HttpResponse.json({});
    });
    const person = await openDesk();
    fireEvent.change(field('Gun'), { target: { value: '8:30:00.250 AM' } });
    await person.click(screen.getByRole('button', { name: 'Divide into waves' }));
    const wave = (name: string) => within(screen.getByRole('group', { name }));
    const text = (name: string, label: string) => wave(name).getByRole<HTMLInputElement>('textbox', { name: label });
    expect(text('First wave', 'Gun').value).toBe('8:30:00.250 AM');
    expect(text('First wave', 'Bibs').value).toBe('1000-1999');
    fireEvent.change(text('Second wave', 'Bibs'), { target: { value: '1500-2999' } });
    await person.click(screen.getByRole('button', { name: 'Save setup' }));
    expect(sent).toEqual([]);
    expect(text('Second wave', 'Bibs').getAttribute('aria-invalid')).toBe('true');
    fireEvent.change(text('Second wave', 'Bibs'), { target: { value: '2000-2999' } });

    // Meanwhile somebody divides the contest in the same way, and fires the second wave.
    const fired = '2030-06-15T08:40:00.000-04:00';
    const waves: Setup['contests'][number]['waves'] = [
      { name: 'First wave', gun: null, bibs: [{ from: 1000, to: 1999 }], waveNames: [] },
      { name: 'Second wave', gun: fired, bibs: [], waveNames: [] },
    ];
    const [contest] = setup.contests;
    desk = { ...desk, setup: { ...setup, contests: [{ ...contest, bibs: [], waves } as typeof contest & object] } };
    await refresh();
    expect(text('Second wave', 'Gun').value).toBe('8:40:00.000 AM');
    await person.click(screen.getByRole('button', { name: 'Save setup' }));
    await waitFor(() =>
      expect(savedContest()).toMatchObject({
        bibs: [],
        waves: [
          { name: 'First wave', gun: '2030-06-15T08:30:00.250-04:00' },
          { name: 'Second wave', gun: fired, bibs: [{ from: 2000, to: 2999 }] },
        ],
      }),
    );
    expect(savedContest()?.gun ?? null).toBeNull();
    await person.click(screen.getByRole('button', { name: 'Remove First wave' }));
    expect(field('Gun').value).toBe('8:40:00.000 AM');
    expect(field('Bibs').value).toBe('2000-2999');
  });

  test('the setup is saved as a whole', async () => {
    mockChange('put', 'setup');
    const person = await openDesk();
    await person.clear(field('Finish mats'));
    await person.type(field('Finish mats'), 'LINE, BACKUP');
    await person.click(screen.getByRole('button', { name: 'Save setup' }));
    expect((await screen.findAllByText('Setup saved')).length).toBeGreaterThan(0);
    expect(sent[0]?.path).toBe('/api/timing/Shore Half/setup?id=r1&version=v1');
    expect(savedContest()?.finish.mats).toEqual(['LINE', 'BACKUP']);
    expect(savedContest()?.start?.minimumLapSeconds).toBe(1200);
  });

  test("the server's error is shown at its field", async () => {
    mockChange('put', 'setup', () =>
      HttpResponse.json(
        {
          code: 'BAD_SETUP',
          message: 'The setup has mistakes.',
          fields: [{ field: 'contests.0.name', code: 'name_taken', message: 'There are two contests named 10K.' }],
        },
        { status: 400 },
      ),
    );
    const person = await openDesk();
    await person.type(field('Name'), ' run');
    await person.click(screen.getByRole('button', { name: 'Save setup' }));
    expect(await screen.findByText('There are two contests named 10K.')).toBeTruthy();
    expect(screen.getByText('The setup has mistakes.')).toBeTruthy();
  });

  test('a refresh keeps typed text, and takes a gun that was fired elsewhere', async () => {
    mockChange('put', 'setup');
    const person = await openDesk();
    await person.type(field('Name'), ' run');
    desk = { ...desk, run: 2, setup: withGun('2030-06-15T08:30:00.250-04:00', 'Shore 10K') };
    await refresh();
    // Both users renamed it: the own name stays until the user decides, and the gun is taken.
    expect(await screen.findByText('The saved setup has changed meanwhile')).toBeTruthy();
    expect(field('Name').value).toBe('10K run');
    expect(field('Gun').value).toBe('8:30:00.250 AM');
    await person.click(screen.getByRole('button', { name: 'Discard' }));
    expect(field('Name').value).toBe('Shore 10K');

    await person.clear(field('Label'));
    await person.type(field('Label'), 'Turn');
    desk = { ...desk, setup: withGun('2030-06-15T08:31:00.000-04:00', 'Shore 10K') };
    await refresh();
    await waitFor(() => expect(field('Gun').value).toBe('8:31:00.000 AM'));
    expect(field('Label').value).toBe('Turn');
  });

  test('saving does not revert a gun that was fired since the last refresh, and succeeds', async () => {
    const fired = withGun('2030-06-15T08:30:00.250-04:00', '10K');
    desk = { ...desk, setupVersion: 'v1' };
    let refusals = 0;
    mockChange('put', 'setup', () =>
      refusals++ === 0
        ? HttpResponse.json(
            { code: 'SETUP_CHANGED', message: 'Somebody else changed it.', setup: fired, setupVersion: 'v2' },
            { status: 409 },
          )
        : HttpResponse.json({}),
    );
    const person = await openDesk();
    await person.clear(field('Bibs'));
    await person.type(field('Bibs'), '1-77');
    await person.click(screen.getByRole('button', { name: 'Save setup' }));
    expect(await screen.findByText('Setup saved')).toBeTruthy();
    const bodies = sent as { path: string; body: Setup }[];
    expect(bodies.map((one) => one.path)).toEqual([
      '/api/timing/Shore Half/setup?id=r1&version=v1',
      '/api/timing/Shore Half/setup?id=r1&version=v2',
    ]);
    expect(bodies[1]?.body.contests[0]).toMatchObject({
      gun: '2030-06-15T08:30:00.250-04:00',
      bibs: [{ from: 1, to: 77 }],
    });
  });

  test('what is typed while a save is on its way is no change of somebody else', async () => {
    let answerDesk = () => {};
    mockChange('put', 'setup', () => {
      desk = { ...desk, setup: sent.at(-1)?.body as Setup, setupVersion: 'v2' };
      const fetched = new Promise<void>((resolve) => {
        answerDesk = resolve;
      });
      server.use(http.get(`${API}/timing/:race`, () => fetched.then(() => HttpResponse.json(desk))));
      return HttpResponse.json({});
    });
    const person = await openDesk();
    fireEvent.change(field('Bibs'), { target: { value: '1-77' } });
    await person.click(screen.getByRole('button', { name: 'Save setup' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    fireEvent.change(field('Bibs'), { target: { value: '1-78' } });
    answerDesk();
    expect(await screen.findByText('Setup saved')).toBeTruthy();
    expect(screen.queryByText('The saved setup has changed meanwhile')).toBeNull();
    expect(field('Bibs').value).toBe('1-78');
    expect(screen.getByText('Changes not saved yet')).toBeTruthy();
  });

  test('the user decides field by field what two users changed differently', async () => {
    const theirs = {
      ...setup,
      contests: [{ ...setup.contests[0]!, bibs: [{ from: 5, to: 9 }], distanceMetres: 10_460 }],
    };
    let refused = false;
    mockChange('put', 'setup', () => {
      if (refused) return HttpResponse.json({});
      refused = true;
      desk = { ...desk, setup: theirs, setupVersion: 'v2' };
      const body = { code: 'SETUP_CHANGED', message: 'Changed.', setup: theirs, setupVersion: 'v2' };
      return HttpResponse.json(body, { status: 409 });
    });
    const person = await openDesk();
    await person.clear(field('Bibs'));
    await person.type(field('Bibs'), '1-77');
    await person.click(screen.getByRole('button', { name: 'Save setup' }));
    expect(await screen.findByText(/yours 1-77, theirs 5-9/)).toBeTruthy();
    expect(field('Bibs').value).toBe('1-77');
    expect(field('Distance').value).toMatch(/10.?460/);
    // Nothing is saved before the user has decided; the focus is moved to the clashes.
    const before = sent.length;
    expect(screen.getByText('1 to decide before it can be saved')).toBeTruthy();
    await person.click(screen.getByRole('button', { name: 'Save setup' }));
    expect(sent.length).toBe(before);
    expect(document.activeElement?.textContent).toMatch(/^The saved setup has changed meanwhile/);
    await person.click(screen.getByRole('button', { name: /^Take theirs.*Bibs/ }));
    expect(field('Bibs').value).toBe('5-9');
    expect(screen.queryByText('The saved setup has changed meanwhile')).toBeNull();
    await person.clear(field('Bibs'));
    await person.type(field('Bibs'), '1-88');
    await person.click(screen.getByRole('button', { name: 'Save setup' }));
    expect(await screen.findByText('Setup saved')).toBeTruthy();
  });

  test('a turned tablet keeps the form as it is, and says nothing about it', async () => {
    const person = await openDesk();
    await person.type(field('Name'), ' run');
    const typed = field('Name');
    for (const width of [768, 390, 1440]) {
      act(() => setWidth(width));
      expect(field('Name')).toBe(typed);
      expect(typed.value).toBe('10K run');
      expect(typed.closest('[hidden]')).toBeNull();
      expect(screen.getByText('Changes not saved yet')).toBeTruthy();
      expect(screen.queryByText('Your unsaved changes are back')).toBeNull();
    }
  });

  test('unsaved text belongs to the race’s id, not to another race that has its name now', async () => {
    desk = { ...desk, id: 'first' };
    const person = await openDesk();
    await person.type(field('Name'), ' run');
    expect(Object.keys(sessionStorage).filter((key) => key.startsWith('timing-draft:'))).toEqual([
      'timing-draft:first',
    ]);
    cleanup();
    // Another race has the name now.
    desk = { ...desk, id: 'second' };
    await openDesk();
    expect(field('Name').value).toBe('10K');
    expect(screen.queryByText('Your unsaved changes are back')).toBeNull();
  });

  test('the refresh can be paused, and a failed one keeps the shown data', async () => {
    const person = await openDesk();
    server.use(http.get(`${API}/timing/:race`, () => HttpResponse.error()));
    await refresh();
    expect(await screen.findByText('Offline')).toBeTruthy();
    server.use(
      http.get(`${API}/timing/:race`, () => HttpResponse.json({ code: 'BUSY', message: 'x' }, { status: 503 })),
    );
    await refresh();
    expect(await screen.findByText('Not updating')).toBeTruthy();
    expect(screen.queryByText('Offline')).toBeNull();
    expect(screen.getByRole('row', { name: /LINE/ })).toBeTruthy();
    await person.click(screen.getByRole('button', { name: 'Pause refresh' }));
    const before = reads;
    await refresh();
    await refresh();
    expect(reads).toBe(before);
  });

  test('a gun of another day in the form has to be confirmed', async () => {
    let asked = false;
    mockChange('put', 'setup', () => {
      if (asked) return HttpResponse.json({});
      asked = true;
      const message = 'The race is on June 15, 2030, but this gun is on another day. Is that right?';
      return HttpResponse.json({ code: 'GUN_OTHER_DAY', message, setup, setupVersion: 'v1' }, { status: 409 });
    });
    const person = await openDesk();
    await person.type(field('Gun'), '2030-06-14T08:30:00.000-04:00');
    await person.click(screen.getByRole('button', { name: 'Save setup' }));
    const ask = await screen.findByRole('alertdialog', { name: 'A gun of another day?' });
    expect(ask.textContent).toContain('but this gun is on another day');
    await person.click(within(ask).getByRole('button', { name: 'Save it' }));
    expect(await screen.findByText('Setup saved')).toBeTruthy();
    expect(sent.map((one) => one.path)).toEqual([
      '/api/timing/Shore Half/setup?id=r1&version=v1',
      '/api/timing/Shore Half/setup?id=r1&version=v1&confirmed=true',
    ]);
  });

  test('a pasted setup fills the form; an invalid one is rejected at its field', async () => {
    const person = await openDesk();
    await person.click(screen.getByRole('button', { name: 'Load a setup' }));
    const dialog = await screen.findByRole('dialog', { name: 'Load a setup' });
    const text = within(dialog).getByRole<HTMLTextAreaElement>('textbox', { name: /Setup as JSON/ });
    await person.click(text);
    await person.paste('{"contests": 3}');
    await person.click(within(dialog).getByRole('button', { name: 'Load' }));
    expect(await within(dialog).findByText(/^This is not a timing setup/)).toBeTruthy();
    await person.clear(text);
    await person.paste(JSON.stringify(withGun(null, 'From a file')));
    await person.click(within(dialog).getByRole('button', { name: 'Load' }));
    await waitFor(() => expect(field('Name').value).toBe('From a file'));
  });

  test('a new key is shown; revoking one has to be confirmed', async () => {
    mockChange('post', 'keys', () => HttpResponse.json({ id: 'k2', key: 'secret-of-the-box' }, { status: 201 }));
    mockChange('delete', 'keys/:id');
    const person = await openDesk();
    await person.type(field('Who gets the key'), 'Start box');
    await person.click(screen.getByRole('button', { name: 'Make a key' }));
    expect(await screen.findByText('secret-of-the-box')).toBeTruthy();
    expect(sent[0]?.body).toEqual({ label: 'Start box' });
    await person.click(screen.getByRole('button', { name: 'Revoke Finish box' }));
    const ask = await screen.findByRole('alertdialog', { name: 'Revoke Finish box?' });
    expect(sent).toHaveLength(1);
    await person.click(within(ask).getByRole('button', { name: 'Revoke' }));
    await waitFor(() =>
      expect(sent.at(-1)).toMatchObject({ method: 'delete', path: '/api/timing/Shore Half/keys/k1?id=r1' }),
    );
  });

  test('the confirmation of a new run explains its consequences', async () => {
    mockChange('post', 'runs', () => HttpResponse.json({ run: 2 }, { status: 201 }));
    const person = await openDesk();
    await person.click(screen.getByRole('button', { name: 'Start a new run' }));
    const ask = await screen.findByRole('alertdialog', { name: 'Start run 2?' });
    expect(ask.textContent).toContain('12 reads of run 1: they stay stored');
    expect(ask.textContent).toContain('1 correction by people');
    expect(ask.textContent).toContain('3 entrants, and the timing keys.');
    await person.click(within(ask).getByRole('button', { name: 'Start a new run' }));
    expect(await within(ask).findByText(/This is not the name of the race/)).toBeTruthy();
    expect(sent).toEqual([]);
    await person.type(within(ask).getByRole('textbox'), 'shore half');
    await person.click(within(ask).getByRole('button', { name: 'Start a new run' }));
    await waitFor(() => expect(sent.at(-1)?.path).toBe('/api/timing/Shore Half/runs?id=r1&name=shore+half'));
  });

  test('a new run without reads is taken back', async () => {
    desk = { ...desk, run: 2, counts: { ...desk.counts, reads: 0 } };
    runs = { run: 2, reads: 0, marks: 0, corrections: 0, entrants: 3, backTo: 1 };
    mockChange('delete', 'runs/:run', () => HttpResponse.json({ run: 1 }));
    const person = await openDesk();
    await person.click(await screen.findByRole('button', { name: 'Take back run 2' }));
    await waitFor(() => expect(sent.at(-1)?.path).toBe('/api/timing/Shore Half/runs/2?id=r1'));
  });
});

function withGun(gun: string | null, name: string): Setup {
  return { ...setup, contests: setup.contests.map((contest) => ({ ...contest, name, gun })) };
}
