import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { deskCore } from '@/core';
import { API, beLoggedIn, openSite, setWidth, withServer } from '@/test/app';
import { withLayout } from '@/test/layout';
import { correction, deskAnswer, deskServer, NOW, runnerAnswer } from '@/test/timing';
import { DESK_POLL_MS, type DeskAnswer } from './api';
import { type Check, type UnknownTag, useChanges } from './corrections';

const server = withServer();
withLayout();

let desk: DeskAnswer;
/** The runners of the list of suspicious times, and the chips that nobody has. */
let suspicious: Check[];
let unknown: UnknownTag[];
/** The requests for lists: path and query. */
let asked: string[];
/** The corrections that the server received. */
let sent: Record<string, unknown>[];
let takenBack: string[];
/** What the server answers to a correction. */
let answer: () => Response;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'], now: NOW });
  localStorage.clear();
  useChanges.setState({ last: undefined, own: new Set(), sending: 0 });
  setWidth(1440);
  beLoggedIn('admin');
  desk = deskAnswer();
  sent = [];
  takenBack = [];
  suspicious = [];
  unknown = [];
  asked = [];
  answer = () => HttpResponse.json({ id: 7, text: 'Bib 12: done', name: 'Ada Miller' }, { status: 201 });
  server.use(
    http.get(`${API}/clock`, () => HttpResponse.json({ now: desk.now })),
    http.get(`${API}/timing/:race`, () => HttpResponse.json(desk)),
    http.get(`${API}/timing/:race/corrections`, ({ request }) => {
      const { found, total } = part(request, desk.corrections, (one) => one.text);
      return HttpResponse.json({ total, corrections: found });
    }),
    http.get(`${API}/timing/:race/checks`, ({ request }) => {
      const { found, total } = part(request, suspicious, (one) => `${one.bib} ${one.name}`);
      return HttpResponse.json({ total, checks: found });
    }),
    http.get(`${API}/timing/:race/unknownTags`, ({ request }) => {
      const { found, total } = part(request, unknown, (one) => one.tag);
      return HttpResponse.json({ total, tags: found });
    }),
    http.get(`${API}/timing/:race/runners`, () => HttpResponse.json({ total: 0, runners: [] })),
    http.get(`${API}/timing/:race/runners/:bib`, ({ params }) =>
      params.bib === '12'
        ? HttpResponse.json(runnerAnswer())
        : HttpResponse.json(
            { code: 'NO_SUCH_RUNNER', message: 'Nobody has this bib, and it was never read.' },
            { status: 404 },
          ),
    ),
    http.post(`${API}/timing/:race/corrections`, async ({ request }) => {
      sent.push((await request.json()) as Record<string, unknown>);
      return answer();
    }),
    http.delete(`${API}/timing/:race/corrections/:id`, ({ params }) => {
      takenBack.push(String(params.id));
      return HttpResponse.json({ id: 8, text: 'Taken back: Bib 12: done' });
    }),
    ...deskServer(),
  );
});
afterEach(() => vi.useRealTimers());

/** The part of a list that a request asks for, as the server answers it. */
function part<Row>(request: Request, rows: readonly Row[], text: (row: Row) => string) {
  const { pathname, search, searchParams } = new URL(request.url);
  asked.push(decodeURIComponent(pathname.split('/').at(-1) + search));
  const all = rows.filter((row) => text(row).includes(searchParams.get('search') ?? ''));
  const offset = Number(searchParams.get('offset'));
  return { total: all.length, found: all.slice(offset, offset + Number(searchParams.get('count'))) };
}

const refresh = () => act(() => vi.advanceTimersByTimeAsync(DESK_POLL_MS + 50));
const user = () => userEvent.setup({ delay: null });
const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name });
const button = (name: string | RegExp) => screen.findByRole('button', { name });
const glance = () => screen.findByRole('region', { name: 'At a glance' });

async function openDesk(address = '') {
  const site = openSite(`/Timing?race=Shore%20Half${address}`);
  await glance();
  return { person: user(), ...site };
}

const tooFast = (bib: string, name: string): Check => ({
  bib,
  name,
  contest: '10K',
  wave: '',
  reason: 'Faster than any human.',
  time: NOW - 60_000,
  finished: true,
});

describe('at a glance', () => {
  test('says that all is well, with the race clock', async () => {
    await openDesk();
    expect((await glance()).textContent).toContain('All is well');
    const clock = screen.getByText('1:02:03');
    await act(() => vi.advanceTimersByTimeAsync(2000));
    expect(clock.textContent).toBe('1:02:05');
  });

  test('the race clock follows the server’s clock, not the device’s', async () => {
    desk.now = NOW + 95_000;
    await openDesk();
    await act(() => vi.advanceTimersByTimeAsync(1000));
    expect(await screen.findByText('1:03:39')).toBeTruthy();
  });

  test('names the alarms, and leads to each list', async () => {
    desk.boxes[0]!.alarm = 'No reads for 4 minutes, and 30 runners have yet to pass.';
    desk.runners = { ...desk.runners, suspicious: 1 };
    suspicious = [tooFast('12', 'Ada Miller')];
    const { person } = await openDesk();
    const strip = await glance();
    expect(strip.textContent).toContain('5K: No reads for 4 minutes');
    await person.click(within(strip).getByRole('link', { name: /Suspicious/ }));
    await waitFor(() => expect(document.activeElement?.id).toBe('look-suspicious'));
  });

  test('the reads a minute have a text', async () => {
    await openDesk();
    expect(screen.getByRole('img', { name: '34 in the last 15 minutes, 12 in the last full minute' })).toBeTruthy();
    expect(screen.getByText('4 of 40 (10.0%)')).toBeTruthy();
  });
});

describe('times to look at', () => {
  beforeEach(() => {
    desk.runners = { ...desk.runners, suspicious: 1 };
    suspicious = [tooFast('12', 'Ada Miller')];
  });

  test('two presses accept a time, and Undo takes it back', async () => {
    const { person } = await openDesk();
    await person.click(await button('Accept, bib 12'));
    // The focus is on the button that sends it.
    await person.keyboard('{Enter}');
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toEqual({
      kind: 'accept',
      bib: '12',
      time: new Date(NOW - 60_000).toISOString(),
      reason: 'Checked: the time is right',
    });
    const bar = screen.getByRole('region', { name: 'Last change' });
    await waitFor(() => expect(bar.textContent).toContain('Bib 12: done'));
    await waitFor(() => expect(document.activeElement?.id).toBe('look-suspicious'));
    await person.click(within(bar).getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(takenBack).toEqual(['7']));
    await waitFor(() => expect(bar.textContent).toContain('Taken back'));
  });

  test('a refusal of the server is shown in the form, and a missing reason at its field', async () => {
    const { person } = await openDesk();
    await person.click(await button('Refuse the finish, bib 12'));
    const form = screen.getByRole('form', { name: 'Refuse the finish, bib 12' });
    await person.clear(within(form).getByRole('textbox', { name: 'Reason' }));
    await person.keyboard('{Enter}');
    expect(await within(form).findByText(/Say why/)).toBeTruthy();
    expect(sent).toHaveLength(0);
    await person.type(within(form).getByRole('textbox', { name: 'Reason' }), 'Cut the course');
    answer = () =>
      HttpResponse.json(
        {
          code: 'INVALID',
          message: 'Look at the fields.',
          fields: [{ field: 'time', code: 'not_the_last', message: 'The runner has another last passing by now.' }],
        },
        { status: 400 },
      );
    await person.keyboard('{Enter}');
    expect(await within(form).findByText('The runner has another last passing by now.')).toBeTruthy();
  });

  test('Escape closes the form and gives the focus back', async () => {
    const { person } = await openDesk();
    await person.click(await button('DQ, bib 12'));
    await person.keyboard('{Escape}');
    expect(screen.queryByRole('form', { name: 'DQ, bib 12' })).toBeNull();
    expect(document.activeElement).toBe(await button('DQ, bib 12'));
  });

  test('a chip is given to a bib whose name is shown before', async () => {
    desk.unknownTotal = 1;
    unknown = [{ tag: 'X1', reads: 3, isChip: true }];
    const { person } = await openDesk();
    await person.click(await button('Give it from now on, chip X1'));
    const form = screen.getByRole('form', { name: 'Give it from now on, chip X1' });
    await person.type(within(form).getByRole('textbox', { name: 'Bib' }), '13');
    expect(await within(form).findByText('Nobody has bib 13.')).toBeTruthy();
    await person.type(within(form).getByRole('textbox', { name: 'Bib' }), '{Backspace}2');
    expect(await within(form).findByText(/Ada Miller/)).toBeTruthy();
    await person.keyboard('{Enter}');
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({
      kind: 'chip',
      chip: 'X1',
      bib: '12',
      from: expect.stringContaining('2030-06-15T13'),
    });
  });
});

test('what others did is announced, what this browser did is not', async () => {
  desk.corrections = [correction(3, 'Bib 5: DNF')];
  await openDesk();
  await refresh();
  expect(screen.queryByText('anna: Bib 5: DNF')).toBeNull();
  useChanges.setState({ own: new Set([5]) });
  desk = { ...desk, corrections: [correction(5, 'Bib 9: DQ'), correction(4, 'Bib 6: DNF'), ...desk.corrections] };
  await refresh();
  expect((await screen.findAllByText('anna: Bib 6: DNF')).length).toBeGreaterThan(0);
  expect(screen.queryByText(/anna: Bib 9/)).toBeNull();
});

test('changes of entrants by others are announced, and the lists of entrants are fetched again', async () => {
  const change = (id: string, by: string | null, summary: string): DeskAnswer['entrantChanges'][number] => ({
    id,
    kind: 'changed',
    label: 'Entrant changed',
    summary,
    at: NOW,
    by,
    undone: false,
  });
  let histories = 0;
  server.use(
    http.get(`${API}/timing/:race/entrantChanges`, () => {
      histories += 1;
      return HttpResponse.json({ warning: null, contests: ['10K'], changes: desk.entrantChanges });
    }),
  );
  desk.entrantChanges = [change('c1', 'anna', 'Bib 5: chip.')];
  await openDesk();
  await refresh();
  expect(screen.queryByText(/anna: Entrant changed/)).toBeNull();
  const before = histories;
  desk = { ...desk, entrantChanges: [change('c2', 'anna', 'Bib 9: wave.'), ...desk.entrantChanges] };
  await refresh();
  expect((await screen.findAllByText('anna: Entrant changed. Bib 9: wave.')).length).toBeGreaterThan(0);
  await waitFor(() => expect(histories).toBe(before + 1));
});

test('before the setup nothing is well and nothing is wrong', async () => {
  desk = { ...desk, setup: null };
  openSite('/Timing?race=Shore%20Half');
  const glance = await screen.findByRole('region', { name: 'At a glance' });
  expect(within(glance).getByRole('status').textContent).toBe('No contests are set up yet.');
  expect(glance.className).not.toMatch(/success|live/);
});

test('on a phone the mats are a list with the newest minutes in view', async () => {
  setWidth(390);
  openSite('/Timing?race=Shore%20Half');
  const mats = await screen.findByRole('list', { name: 'Mats' });
  expect(mats.textContent).toContain('Last read 9:02:02 AM');
  expect(within(mats).getByRole('img', { name: /in the last full minute/ })).toBeTruthy();
  expect(screen.queryByRole('table', { name: 'Mats' })).toBeNull();
});

test('on a phone the start stands below the race clock while a gun is missing on race day, and stays there', async () => {
  setWidth(390);
  const [contest] = desk.setup?.contests ?? [];
  if (!contest || !desk.setup) throw new Error('no contest');
  const gun = contest.gun;
  desk = { ...desk, setup: { ...desk.setup, contests: [{ ...contest, gun: null }] } };
  openSite('/Timing?race=Shore%20Half');
  const glance = await screen.findByRole('region', { name: 'At a glance' });
  const fire = within(glance).getByRole('button', { name: /^Fire now/ });
  const waves = within(glance).getAllByRole('checkbox')[0] as HTMLElement;
  expect(fire.compareDocumentPosition(waves) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  const clock = within(glance).getByLabelText('Race clock');
  expect(clock.compareDocumentPosition(fire) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  const words = within(glance).getAllByRole('status').at(-1);
  expect(fire.compareDocumentPosition(words as HTMLElement) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  desk = { ...desk, setup: { ...desk.setup, contests: [{ ...contest, gun }] } } as DeskAnswer;
  await refresh();
  expect(within(glance).getByRole('button', { name: /^Fire now/ })).toBe(fire);
});

describe('the page of a runner', () => {
  test('is found by a name with the keyboard, and its address can be shared', async () => {
    server.use(
      http.get(`${API}/timing/:race/runners`, ({ request }) => {
        const search = new URL(request.url).searchParams.get('search');
        const runner = { bib: '12', name: 'Ada Miller', contest: '10K', wave: '', status: 'finished', last: '35:00' };
        return HttpResponse.json(search === 'ada' ? { total: 1, runners: [runner] } : { total: 0, runners: [] });
      }),
    );
    const { person, router } = await openDesk();
    const box = await screen.findByRole('searchbox', { name: 'Find a runner by bib or name' });
    await person.type(box, 'ada');
    await screen.findByRole('button', { name: /Ada Miller/ });
    await person.keyboard('{ArrowDown}{Enter}');
    expect(await screen.findByRole('dialog', { name: '12 Ada Miller' })).toBeTruthy();
    expect(router.state.location.search).toEqual({ race: 'Shore Half', runner: '12' });
  });

  test('shows every read, and voids one', async () => {
    const { person } = await openDesk('&runner=12').catch(() => ({ person: user() }));
    const page = await screen.findByRole('dialog', { name: '12 Ada Miller' });
    expect(within(page).getByText('Box box 2, chip C12')).toBeTruthy();
    const points = within(page).getByRole('table', { name: 'Points' });
    expect(within(points).getByRole('columnheader', { name: 'Gun time' })).toBeTruthy();
    expect(within(points).getByRole('columnheader', { name: 'Chip time' })).toBeTruthy();
    await person.click(within(page).getByRole('button', { name: 'Void, the read at FINISH, 8:35:23 AM' }));
    await person.keyboard('{Enter}');
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toEqual({ kind: 'void', readId: 'b'.repeat(32), reason: 'Not this runner' });
  });

  test('a time is typed as the race’s clock shows it', async () => {
    const person = user();
    openSite('/Timing?race=Shore%20Half&runner=12');
    const page = await screen.findByRole('dialog', { name: '12 Ada Miller' });
    await person.click(within(page).getByRole('button', { name: 'Add a time, bib 12' }));
    const form = within(page).getByRole('form', { name: 'Add a time, bib 12' });
    await person.type(within(form).getByRole('textbox', { name: 'Time of day' }), 'soon{Enter}');
    expect(await within(form).findByText(/8:30:00.250 AM/)).toBeTruthy();
    await person.clear(within(form).getByRole('textbox', { name: 'Time of day' }));
    await person.type(within(form).getByRole('textbox', { name: 'Time of day' }), '8:40:00.5 AM{Enter}');
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({ kind: 'add', bib: '12', mat: 'START', time: '2030-06-15T08:40:00.500-04:00' });
  });

  test('says that nobody has a bib', async () => {
    openSite('/Timing?race=Shore%20Half&runner=77');
    expect(await screen.findByText('Nobody has this bib, and it was never read.')).toBeTruthy();
  });
});

describe('at the line', () => {
  test('a bib and Enter is a passing now by the server’s clock', async () => {
    desk.now = NOW - 95_000;
    const { person } = await openDesk();
    await person.type(await field('Bib at the line'), '12{Enter}');
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({ kind: 'add', bib: '12', mat: 'FINISH', reason: 'Seen at the line' });
    const time = Date.parse(String(sent[0]?.time));
    expect(Math.abs(time - (NOW - 95_000))).toBeLessThan(1000);
    const entries = await screen.findByRole('list', { name: 'Entries' });
    expect(await within(entries).findByText('Ada Miller')).toBeTruthy();
    expect((await field('Bib at the line')).value).toBe('');
  });

  test('without a network an entry is kept, also over a reload, and sent once when it is back', async () => {
    answer = () => HttpResponse.error();
    const { person } = await openDesk();
    await person.type(await field('Bib at the line'), '12{Enter}');
    expect(await screen.findByText('Kept on this device, not sent yet')).toBeTruthy();
    await waitFor(() => expect(sent).toHaveLength(1));
    const stored = Object.keys(localStorage).filter((key) => key.startsWith('timing-line:r1:'));
    expect(stored).toHaveLength(1);
    answer = () => HttpResponse.json({ id: 7, text: 'Bib 12 entered by hand', name: 'Ada Miller' }, { status: 201 });
    act(() => void fireEvent(window, new Event('online')));
    expect(await screen.findByText('Sent')).toBeTruthy();
    expect(sent).toHaveLength(2);
    // The server stores both as one, because they have the same key and time.
    expect(sent[1]).toEqual(sent[0]);
    expect(sent[0]?.key).toBeTruthy();
  });

  test('an entry for another run waits and is not sent, until somebody throws it away', async () => {
    answer = () => HttpResponse.error();
    const { person } = await openDesk();
    await person.type(await field('Bib at the line'), '12{Enter}');
    await waitFor(() => expect(sent).toHaveLength(1));
    cleanup();
    desk.run = 2;
    answer = () => HttpResponse.json({ id: 7, text: 'Bib 12 entered by hand' }, { status: 201 });
    await openDesk();
    expect(await screen.findByText('It was entered for another run of this race.')).toBeTruthy();
    expect(sent).toHaveLength(1);
    await person.click(await button('Throw away the entry of bib 12'));
    expect(screen.queryByText('It was entered for another run of this race.')).toBeNull();
  });

  test('a desk that can’t be loaded again still takes entries, which are sent when it can', async () => {
    await openDesk();
    await field('Bib at the line');
    cleanup();
    server.use(http.get(`${API}/timing/:race`, () => HttpResponse.error()));
    answer = () => HttpResponse.error();
    openSite('/Timing?race=Shore%20Half');
    expect(await screen.findByText(/is kept on this device, and sent as soon as/)).toBeTruthy();
    const person = userEvent.setup({ delay: null });
    await person.type(await field('Bib at the line'), '31{Enter}');
    expect(await screen.findByText('Kept on this device, not sent yet')).toBeTruthy();
    answer = () => HttpResponse.json({ id: 7, text: 'Bib 31 entered by hand' }, { status: 201 });
    act(() => void fireEvent(window, new Event('online')));
    expect(await screen.findByText('Sent')).toBeTruthy();
    expect(sent.at(-1)).toMatchObject({ kind: 'add', bib: '31' });
  });

  test('a race that is gone takes no entries', async () => {
    await openDesk();
    cleanup();
    const gone = { code: 'RACE_NOT_FOUND', message: 'Race not found.' };
    server.use(http.get(`${API}/timing/:race`, () => HttpResponse.json(gone, { status: 404 })));
    openSite('/Timing?race=Shore%20Half');
    expect(await screen.findByText('Race not found.')).toBeTruthy();
    expect(screen.queryByRole('textbox', { name: 'Bib at the line' })).toBeNull();
  });

  test('a refused entry says why and is not sent again', async () => {
    answer = () => HttpResponse.json({ code: 'INVALID', message: 'This race has ended.' }, { status: 400 });
    const { person } = await openDesk();
    await person.type(await field('Bib at the line'), '12{Enter}');
    expect(await screen.findByText('This race has ended.')).toBeTruthy();
    await person.click(await button('Throw away the entry of bib 12'));
    expect(screen.queryByText('This race has ended.')).toBeNull();
    expect(Object.keys(localStorage).filter((key) => key.startsWith('timing-line:r1:'))).toEqual([]);
  });
});

describe('statuses', () => {
  test("a runner's status is sent, and the error for an unknown bib is shown at its field", async () => {
    answer = () =>
      HttpResponse.json(
        {
          code: 'INVALID',
          message: 'Look at the fields.',
          fields: [{ field: 'bib', code: 'nobody', message: 'Nobody has bib 7 here.' }],
        },
        { status: 400 },
      );
    const { person } = await openDesk();
    await person.type(await field('Bib'), '7');
    await person.click(await button('Set status'));
    expect(await screen.findByText('Nobody has bib 7 here.')).toBeTruthy();
    expect((await field('Bib')).value).toBe('7');
    expect(sent[0]).toEqual({ kind: 'status', bib: '7', status: 'DNF', reason: 'Reported to the timing desk' });
  });

  test('a whole list is shown with its names, asked about, and set at once', async () => {
    server.use(
      http.get(`${API}/timing/:race/runners`, () =>
        HttpResponse.json({
          total: 2,
          runners: ['12', '13'].map((bib) => ({
            bib,
            name: `Runner ${bib}`,
            contest: '10K',
            wave: '',
            status: 'registered',
            last: '',
          })),
          bibs: ['12', '13'],
        }),
      ),
    );
    const { person } = await openDesk();
    await person.click(await button('Show the runners'));
    const list = await screen.findByRole('region', { name: '10K: not read at all' });
    await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(2));
    await person.click(await button('DNS for all 2'));
    const ask = await screen.findByRole('alertdialog');
    expect(ask.textContent).toContain('2 runners: DNS.');
    await person.click(within(ask).getByRole('button', { name: 'Set DNS' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({ kind: 'status', bibs: ['12', '13'], status: 'DNS' });
  });

  test('a whole list is set with the bibs that it has after the correction of somebody else', async () => {
    let bibs = ['12', '13'];
    server.use(
      http.get(`${API}/timing/:race/runners`, ({ request }) => {
        const rows = bibs.map((bib) => ({
          bib,
          name: `Runner ${bib}`,
          contest: '10K',
          wave: '',
          status: 'registered',
          last: '',
        }));
        const { found, total } = part(request, rows, (row) => row.bib);
        return HttpResponse.json({ total, runners: found, bibs });
      }),
    );
    const { person } = await openDesk();
    await person.click(await button('Show the runners'));
    await button('DNS for all 2');
    bibs = ['13'];
    desk = { ...desk, corrections: [correction(4, 'Bib 12: as timed')] };
    await refresh();
    await person.click(await button('DNS for all 1'));
    await person.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Set DNS' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({ kind: 'status', bibs: ['13'], status: 'DNS' });
  });
});

describe('corrections', () => {
  test('a box’s clock is moved by a typed difference', async () => {
    const { person } = await openDesk();
    await person.click(await button(/Box$/));
    await person.click(await screen.findByRole('option', { name: 'box 2' }));
    await person.type(await field('Difference'), '+1:35');
    await person.click(await button('Move its times'));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toEqual({ kind: 'offset', source: 'box 2', offsetMs: 95_000, reason: "The box's clock was wrong" });
  });

  test('all corrections are listed and can be taken back', async () => {
    desk.corrections = [correction(3, 'Bib 5: DNF')];
    const { person } = await openDesk();
    await person.click(await button('Undo: Bib 5: DNF'));
    await waitFor(() => expect(takenBack).toEqual(['3']));
  });

  test('are searched by the server, and the focus stays in the list when a row can’t be taken back any more', async () => {
    desk.corrections = [correction(4, 'Bib 6: DQ'), correction(3, 'Bib 5: DNF')];
    const { person } = await openDesk();
    await person.type(await screen.findByRole('searchbox', { name: 'Bib or words of a correction' }), 'Bib 5');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo: Bib 6: DQ' })).toBeNull());
    (await button('Undo: Bib 5: DNF')).focus();
    await person.keyboard('{Enter}');
    await waitFor(() => expect(takenBack).toEqual(['3']));
    const takenBackOnes = desk.corrections.map((one) => (one.id === 3 ? { ...one, counts: false } : one));
    desk = { ...desk, corrections: [correction(8, 'Taken back: Bib 5: DNF'), ...takenBackOnes] };
    await refresh();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo: Bib 5: DNF' })).toBeNull());
    expect(document.activeElement?.id).toBe('all-corrections');
  });
});

describe('a poll', () => {
  const lists = () => asked.filter((one) => !one.startsWith('runners'));

  test('fetches a list again only when its count or the corrections are others', async () => {
    desk.runners = { ...desk.runners, suspicious: 1 };
    suspicious = [tooFast('12', 'Ada Miller')];
    await openDesk();
    await button('Accept, bib 12');
    const before = lists().length;
    desk = { ...desk, now: desk.now + DESK_POLL_MS };
    await refresh();
    desk = { ...desk, counts: { ...desk.counts, reads: desk.counts.reads + 1 } };
    await refresh();
    expect(lists()).toHaveLength(before);
    suspicious = [tooFast('12', 'Ada Miller'), tooFast('13', 'Bo Lind')];
    desk = { ...desk, runners: { ...desk.runners, suspicious: 2 } };
    await refresh();
    await button('Accept, bib 13');
    expect(lists().slice(before)).toEqual(['checks?id=r1&list=suspicious&search=&offset=0&count=50']);
  });

  test('renders no panel when nothing has changed', async () => {
    await openDesk();
    await field('Bib at the line');
    const renders = vi.spyOn(deskCore(), 'deskGlance');
    const lines = vi.spyOn(deskCore(), 'runnerLines');
    const undated = vi.spyOn(deskCore(), 'deskUndated');
    desk = { ...desk, now: desk.now + DESK_POLL_MS };
    await refresh();
    expect([renders, lines, undated].map((spy) => spy.mock.calls.length)).toEqual([0, 0, 0]);
    desk = { ...desk, runners: { ...desk.runners, finished: 4 } };
    await refresh();
    await waitFor(() => expect(renders).toHaveBeenCalled());
  });
});

describe('a long list', () => {
  beforeEach(() => {
    suspicious = Array.from({ length: 1200 }, (_, at) => tooFast(String(at + 1), `Runner ${at + 1}`));
    desk.runners = { ...desk.runners, suspicious: suspicious.length };
  });

  test('renders and fetches only what is in view, and is searched by the server', async () => {
    const { person } = await openDesk();
    const list = await screen.findByRole('region', { name: 'Suspicious' });
    await waitFor(() => expect(within(list).getByText(/Runner 1$/)).toBeTruthy());
    expect(within(list).getAllByRole('listitem').length).toBeLessThan(40);
    expect(asked.filter((one) => one.startsWith('checks'))).toHaveLength(1);
    expect(screen.getByRole('heading', { name: 'Suspicious 1,200' })).toBeTruthy();
    const search = screen.getByRole('searchbox', { name: 'Bib or name, Suspicious' });
    await person.type(search, 'Runner 777');
    await waitFor(() =>
      expect(within(screen.getByRole('region', { name: 'Suspicious' })).getAllByRole('listitem')).toHaveLength(1),
    );
    expect(document.activeElement).toBe(search);
    await person.type(search, 'x');
    expect(await screen.findByText('Nothing fits “Runner 777x”.')).toBeTruthy();
  });

  test('an open form stays at its runner when one before leaves the list, and the focus goes to the heading with its own', async () => {
    const { person } = await openDesk();
    await person.click(await button('Accept, bib 2'));
    const form = screen.getByRole('form', { name: 'Accept, bib 2' });
    const reason = within(form).getByRole('textbox', { name: 'Reason' });
    await person.type(reason, ', as seen');
    suspicious = suspicious.slice(1);
    desk = { ...desk, runners: { ...desk.runners, suspicious: suspicious.length } };
    await refresh();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Accept, bib 1' })).toBeNull());
    expect(document.activeElement).toBe(reason);
    expect(reason.isConnected && (reason as HTMLInputElement).value).toContain(', as seen');
    // Somebody else decides about this runner.
    suspicious = suspicious.slice(1);
    desk = { ...desk, runners: { ...desk.runners, suspicious: suspicious.length } };
    await refresh();
    await waitFor(() => expect(reason.isConnected).toBe(false));
    expect(document.activeElement?.id).toBe('look-suspicious');
  });

  test('the focus stays at the lists when the last one leaves', async () => {
    suspicious = suspicious.slice(0, 1);
    desk.runners = { ...desk.runners, suspicious: 1 };
    await openDesk();
    (await button('Accept, bib 1')).focus();
    suspicious = [];
    desk = { ...desk, runners: { ...desk.runners, suspicious: 0 } };
    await refresh();
    expect(await screen.findByText('Nothing to look at')).toBeTruthy();
    expect(document.activeElement?.id).toBe('to-look-at');
  });
});

test('closing the last change gives the focus back to where it was', async () => {
  const { person } = await openDesk();
  const bib = await field('Bib at the line');
  bib.focus();
  act(() => useChanges.setState({ last: { id: 7, text: 'Bib 12: done' } }));
  const bar = screen.getByRole('region', { name: 'Last change' });
  await person.click(within(bar).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(document.activeElement).toBe(bib));
});

test('a list is printed with all its rows, more than one answer has', async () => {
  const all = Array.from({ length: 1100 }, (_, at) => ({
    bib: String(at + 1),
    name: `Runner ${at + 1}`,
    contest: '10K',
    wave: '',
    status: 'registered',
    last: '',
  }));
  server.use(
    http.get(`${API}/timing/:race/runners`, ({ request }) => {
      const query = new URL(request.url).searchParams;
      const [offset, count] = [Number(query.get('offset')), Number(query.get('count'))];
      return HttpResponse.json({ total: all.length, runners: all.slice(offset, offset + Math.min(count, 500)) });
    }),
  );
  let printed = 0;
  vi.stubGlobal('print', () => {
    printed = document.querySelectorAll('[data-print-sheet] tbody tr').length;
  });
  const { person } = await openDesk();
  await person.click(await button('Print'));
  await waitFor(() => expect(printed).toBe(1100));
  await waitFor(() => expect(document.querySelector('[data-print-sheet]')).toBeNull());
});
