import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { core } from '@/core';
import { API, openSite, withServer } from '@/test/app';
import { withLayout } from '@/test/layout';
import { liveDocument, type Runner } from '@/test/live';
import { LIVE_POLL_MS } from './api';

const server = withServer();
withLayout();

const ada: Runner = { bib: '101', name: ['Ada', 'Miller'], gender: 'f', group: 1, split: 1_500_000 };
const ben: Runner = { bib: '102', name: ['Ben', 'Okafor'], gender: 'm', group: 0, split: 1_600_000 };
const cleo: Runner = { bib: '900', name: ['Cleo', 'Santos'], gender: 'a', contest: 0, split: 1_700_000 };
const dee: Runner = { bib: '103', name: ['Dee', 'Ng'], gender: 'f', split: 1_400_000, finish: 2_684_000, rank: 1 };

/** What the server was asked, and what it answers next. */
let asked: (string | null)[];
let answers: (() => Response)[];

beforeEach(() => {
  asked = [];
  answers = [];
  server.use(
    http.get(`${API}/liveRaces`, () =>
      HttpResponse.json([{ name: 'Shore Half', eventName: 'Shore Half 2030', live: true, startsAt: 1 }]),
    ),
    http.get(`${API}/liveFilters`, () =>
      HttpResponse.json({
        distances: ['Half', '10K'],
        ageGroups: ['20-29', '30-39'],
        defaultDistance: '10K',
        genders: [],
      }),
    ),
    http.get(`${API}/live/:race`, ({ request }) => {
      asked.push(new URL(request.url).searchParams.get('since'));
      const next = answers.shift();
      return next ? next() : new HttpResponse(null, { status: 304 });
    }),
  );
  // Only the clock that the refresh hangs on is ours: everything else runs as it does.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
});
afterEach(() => vi.useRealTimers());

const full = (version: string, ...runners: Runner[]) =>
  answers.push(() => HttpResponse.json(liveDocument(version, runners)));
const delta = (version: string, since: string, ...runners: Runner[]) =>
  answers.push(() => HttpResponse.json(liveDocument(version, runners, since)));
const down = () => answers.push(() => HttpResponse.error());

const list = (name: string) => screen.findByRole('region', { name });
const refresh = () => act(() => vi.advanceTimersByTimeAsync(LIVE_POLL_MS + 50));
const user = () => userEvent.setup({ delay: null });

describe('the live page', () => {
  test('shows who is on the course and who has finished, of the 10K when nobody chose', async () => {
    full('1', ada, ben, cleo, dee);
    openSite('/liveRace');
    expect(await screen.findByRole('heading', { level: 1, name: 'Shore Half 2030' })).toBeTruthy();
    const active = await list('Active Participants');
    expect(await within(active).findByText('Ada Miller')).toBeTruthy();
    expect(within(active).getByText('Ben Okafor')).toBeTruthy();
    expect(within(active).queryByText('Cleo Santos')).toBeNull();
    const finished = await list('Finished Participants');
    const row = (await within(finished).findByText('Dee Ng')).closest('li');
    // 44:44 on the chip, 7:11 a mile: the core's own case.
    expect(row?.textContent).toContain('44:44');
    expect(row?.textContent).toContain('7:11');
    expect(row?.textContent).toContain('Rank 1');
  });

  test('asks for what changed since the version it has, and moves whoever finished', async () => {
    full('1', ada, ben);
    openSite('/liveRace');
    const active = await list('Active Participants');
    await within(active).findByText('Ada Miller');
    delta('2', '1', { ...ada, finish: 2_900_000, rank: 1 });
    await refresh();
    const finished = await list('Finished Participants');
    expect(await within(finished).findByText('Ada Miller')).toBeTruthy();
    await waitFor(() => expect(within(active).queryByText('Ada Miller')).toBeNull());
    expect(within(active).getByText('Ben Okafor')).toBeTruthy();
    await refresh();
    await waitFor(() => expect(asked).toEqual([null, '1', '2']));
  });

  test('a delta that does not fit is mended by the whole field', async () => {
    full('1', ada);
    openSite('/liveRace');
    await within(await list('Active Participants')).findByText('Ada Miller');
    delta('9', '8', ben);
    full('9', ada, ben);
    await refresh();
    expect(await within(await list('Active Participants')).findByText('Ben Okafor')).toBeTruthy();
    expect(asked).toEqual([null, '1', null]);
  });

  test('keeps what it has when a look fails, says so, and comes back by itself', async () => {
    full('1', ada);
    openSite('/liveRace');
    await within(await list('Active Participants')).findByText('Ada Miller');
    down();
    await refresh();
    expect(await screen.findByText('Failed to fetch live data. Please try again later.')).toBeTruthy();
    expect(screen.getByText('Offline')).toBeTruthy();
    expect(screen.getByText('Ada Miller')).toBeTruthy();
    delta('2', '1', ben);
    await refresh();
    expect(await screen.findByText('Ben Okafor')).toBeTruthy();
    expect(screen.queryByText('Offline')).toBeNull();
  });

  test('the refresh can be paused and resumed', async () => {
    full('1', ada);
    openSite('/liveRace');
    await within(await list('Active Participants')).findByText('Ada Miller');
    await user().click(screen.getByRole('button', { name: 'Pause refresh' }));
    await refresh();
    await refresh();
    expect(asked).toHaveLength(1);
    await user().click(screen.getByRole('button', { name: 'Resume refresh' }));
    await refresh();
    await waitFor(() => expect(asked).toHaveLength(2));
  });

  test('filters and search come from the address and go to it', async () => {
    full('1', ada, ben, cleo, dee);
    const { router } = openSite('/liveRace?distance=all&gender=a');
    const active = await list('Active Participants');
    expect(await within(active).findByText('Cleo Santos')).toBeTruthy();
    expect(within(active).queryByText('Ada Miller')).toBeNull();
    const person = user();
    await person.click(screen.getByRole('button', { name: /Gender/ }));
    await person.click(await screen.findByRole('option', { name: 'Female' }));
    expect(await within(active).findByText('Ada Miller')).toBeTruthy();
    expect(router.state.location.search).toEqual({ distance: 'all', gender: 'f' });
    await person.type(screen.getByRole('searchbox', { name: 'Search by name or bib' }), '103');
    expect(await within(active).findByText('No active participants found')).toBeTruthy();
    await waitFor(() => expect(router.state.location.href).toBe('/liveRace?distance=all&gender=f&q=103'));
  });

  test('an empty list speaks of the age group when one is chosen', async () => {
    full('1', ada);
    openSite('/liveRace?ageGroup=20-29');
    expect(await screen.findByText('No active participants found in this age group')).toBeTruthy();
    expect(screen.getByText('No finished participants found in this age group')).toBeTruthy();
  });

  test("a runner's detail opens by its address and follows the field", async () => {
    full('1', ada);
    const { router } = openSite('/liveRace?bib=101');
    const dialog = await screen.findByRole('dialog', { name: 'Ada Miller' });
    const table = await within(dialog).findByRole('table', { name: 'Timing details' });
    expect(within(table).getByRole('row', { name: /5K/ }).textContent).toContain('25:00');
    expect(within(table).getByRole('row', { name: /Finish/ }).textContent).toContain('–');
    delta('2', '1', { ...ada, finish: 3_000_000, rank: 1 });
    await refresh();
    await waitFor(() => expect(within(table).getByRole('row', { name: /Finish/ }).textContent).toContain('50:00'));
    await user().click(within(dialog).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(router.state.location.search).toEqual({}));
  });

  test('a mat that missed the chip is said, and never that the runner stopped', async () => {
    full('1', { ...dee, split: null });
    openSite('/liveRace?bib=103');
    const table = await screen.findByRole('table', { name: 'Timing details' });
    expect(within(table).getByRole('row', { name: /5K/ }).textContent).toContain('The mat missed the chip');
  });

  test('the map overlay says when the race has none, and when it cannot be had', async () => {
    full('1', ada);
    server.use(http.get(`${API}/raceMap`, () => HttpResponse.json({ raceMap: '', eventName: 'Shore Half 2030' })));
    openSite('/liveRace');
    const person = user();
    await person.click(await screen.findByRole('button', { name: 'Live Map' }));
    expect(await screen.findByText('No race map available')).toBeTruthy();
    await person.click(screen.getByRole('button', { name: 'Close' }));
  });

  test('filters that cannot be loaded offer a retry; the lists stay', async () => {
    full('1', ada);
    server.use(http.get(`${API}/liveFilters`, () => new HttpResponse(null, { status: 500 })));
    openSite('/liveRace');
    expect(await screen.findByText('Failed to load filters')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy();
    expect(await within(await list('Active Participants')).findByText('Ada Miller')).toBeTruthy();
  });

  test('filters follow the field: a setup that comes later brings the 10K', async () => {
    server.use(http.get(`${API}/liveFilters`, () => HttpResponse.json({ distances: [], ageGroups: [] })));
    answers.push(() => HttpResponse.json({ ...liveDocument('a-1', []), contests: [], ageGroups: [] }));
    openSite('/liveRace?race=Shore%20Half');
    expect((await screen.findByRole('button', { name: /Distance/ })).textContent).toContain('All distances');
    full('b-1', ada, cleo);
    await refresh();
    await waitFor(() => expect(screen.getByRole('button', { name: /Distance/ }).textContent).toContain('10K'));
    const active = await list('Active Participants');
    expect(await within(active).findByText('Ada Miller')).toBeTruthy();
    expect(within(active).queryByText('Cleo Santos')).toBeNull();
  });

  test('a race that is renamed while it is followed keeps its board; its address and its calls follow', async () => {
    const names: string[] = [];
    server.events.on('request:start', ({ request }) => {
      const path = /\/api\/live\/(.+)$/.exec(new URL(request.url).pathname)?.[1];
      if (path) names.push(decodeURIComponent(path));
    });
    full('a-1', ada);
    const { router } = openSite('/liveRace?race=Shore%20Half&q=ada');
    const box = await screen.findByRole('searchbox', { name: 'Search by name or bib' });
    await within(await list('Active Participants')).findByText('Ada Miller');
    answers.push(() => HttpResponse.json({ ...liveDocument('b-1', [ada]), race: 'Bay Half', eventName: 'Bay Half' }));
    await refresh();
    expect(await screen.findByRole('heading', { level: 1, name: 'Bay Half' })).toBeTruthy();
    await waitFor(() => expect(router.state.location.search).toMatchObject({ race: 'Bay Half', q: 'ada' }));
    // The very same field on the screen: nothing began anew.
    expect(box.isConnected).toBe(true);
    await refresh();
    await waitFor(() => expect(names.at(-1)).toBe('Bay Half'));
    expect(asked).toEqual([null, 'a-1', 'b-1']);
    server.events.removeAllListeners();
  });

  test('without a race to follow it says when the next one is', async () => {
    server.use(
      http.get(`${API}/liveRaces`, () => HttpResponse.json([])),
      http.get(`${API}/getRaceDates`, () =>
        HttpResponse.json([
          {
            Race: 'Bay 10K',
            Date: 'June 15, 2090',
            TimeZone: 'America/New_York',
            DistanceStartTimes: [{ distance: '10K', startTime: '7:30 AM' }],
          },
        ]),
      ),
    );
    openSite('/liveRace');
    expect(await screen.findByRole('heading', { name: 'No race is live right now' })).toBeTruthy();
    await waitFor(() => expect(document.body.textContent).toContain('from 6:30 AM'));
    expect(core().liveWords().noRaces).toBe('No races found.');
  });
});
