import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { LIVE_POLL_MS } from '@/api';
import { core } from '@/core';
import { API, openSite, withServer } from '@/test/app';
import { withLayout } from '@/test/layout';
import { happened, liveDocument, type Runner, sentField } from '@/test/live';

const server = withServer();
withLayout();

const ada: Runner = { bib: '101', name: ['Ada', 'Miller'], gender: 'f', group: 1, split: 1_500_000 };
const ben: Runner = { bib: '102', name: ['Ben', 'Okafor'], gender: 'm', group: 0, split: 1_600_000 };
const cleo: Runner = { bib: '900', name: ['Cleo', 'Santos'], gender: 'a', contest: 0, split: 1_700_000 };
const dee: Runner = { bib: '103', name: ['Dee', 'Ng'], gender: 'f', split: 1_400_000, finish: 2_684_000 };

/** The `since` parameters that the server received, and the responses that it sends next. */
let sinceReceived: (string | null)[];
let responses: (() => Response)[];

beforeEach(() => {
  sinceReceived = [];
  responses = [];
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
    http.get(`${API}/course`, () => new HttpResponse(null, { status: 204 })),
    http.get(`${API}/live/:race`, ({ request }) => {
      sinceReceived.push(new URL(request.url).searchParams.get('since'));
      const next = responses.shift();
      return next ? next() : new HttpResponse(null, { status: 204 });
    }),
  );
  // Only the timer of the refresh and the date are faked; everything else runs in real time.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
});
afterEach(() => vi.useRealTimers());

const full = (version: string, ...runners: Runner[]) => responses.push(() => sentField(liveDocument(version, runners)));
const finishOf = (since: number, runner: number, finish: number) =>
  responses.push(() => HttpResponse.arrayBuffer(happened(since, [{ runner, point: 2, after: finish }]).buffer));
/** The headers of an answer that a proxy has kept for three minutes. */
const kept: Record<string, string> = {
  date: 'Sun, 01 Mar 2026 12:03:00 GMT',
  'data-stale': 'Sun, 01 Mar 2026 12:00:00 GMT',
};
const down = () => responses.push(() => HttpResponse.error());

const list = (name: string) => screen.findByRole('region', { name });
const refresh = () => act(() => vi.advanceTimersByTimeAsync(LIVE_POLL_MS + 50));
const user = () => userEvent.setup({ delay: null });

describe('the live page', () => {
  test('shows the runners on the course and those who finished, of the 10K when no distance was chosen', async () => {
    full('e-1', ada, ben, cleo, dee);
    openSite('/liveRace');
    expect(await screen.findByRole('heading', { level: 1, name: 'Shore Half 2030' })).toBeTruthy();
    const active = await list('Active Participants');
    expect(await within(active).findByText('Ada Miller')).toBeTruthy();
    expect(within(active).getByText('Ben Okafor')).toBeTruthy();
    expect(within(active).queryByText('Cleo Santos')).toBeNull();
    const finished = await list('Finished Participants');
    const row = (await within(finished).findByText('Dee Ng')).closest('li');
    // Chip time 44:44 and 7:11 per mile, as in the core's case file.
    expect(row?.textContent).toContain('44:44');
    expect(row?.textContent).toContain('7:11');
    expect(row?.textContent).toContain('Rank 1');
  });

  test('ignores filters in the address that the race does not have, and takes the others in any case', async () => {
    full('e-1', ada, ben, cleo);
    openSite('/liveRace?distance=Marathon&gender=zz&ageGroup=10-11');
    const active = await list('Active Participants');
    expect(await within(active).findByText('Ada Miller')).toBeTruthy();
    expect(within(active).getByText('Ben Okafor')).toBeTruthy();
    expect(within(active).queryByText('Cleo Santos')).toBeNull();
    const chosen = (label: string) =>
      screen.getByRole<HTMLSelectElement>('combobox', { name: label }).selectedOptions[0]?.textContent;
    expect([chosen('Distance'), chosen('Age group'), chosen('Gender')]).toEqual(['10K', 'All', 'All']);
    cleanup();
    full('e-1', ada, ben, cleo);
    openSite('/liveRace?distance=half');
    expect(await within(await list('Active Participants')).findByText('Cleo Santos')).toBeTruthy();
    expect(chosen('Distance')).toBe('Half');
  });

  test('requests the changes since its version, and moves a runner who finished to the other list', async () => {
    full('e-1', ada, ben);
    openSite('/liveRace');
    const active = await list('Active Participants');
    await within(active).findByText('Ada Miller');
    finishOf(1, 0, 2_900_000);
    await refresh();
    const finished = await list('Finished Participants');
    expect(await within(finished).findByText('Ada Miller')).toBeTruthy();
    await waitFor(() => expect(within(active).queryByText('Ada Miller')).toBeNull());
    expect(within(active).getByText('Ben Okafor')).toBeTruthy();
    await refresh();
    await waitFor(() => expect(sinceReceived).toEqual([null, 'e-1', 'e-2']));
  });

  test('fetches the whole field when what happened does not follow the version that it has', async () => {
    full('e-1', ada);
    openSite('/liveRace');
    await within(await list('Active Participants')).findByText('Ada Miller');
    finishOf(8, 0, 2_900_000);
    full('e-9', ada, ben);
    await refresh();
    expect(await within(await list('Active Participants')).findByText('Ben Okafor')).toBeTruthy();
    expect(sinceReceived).toEqual([null, 'e-1', null]);
  });

  test('shows its last data and a message when a request fails, and recovers with the next request', async () => {
    full('e-1', ada);
    openSite('/liveRace');
    await within(await list('Active Participants')).findByText('Ada Miller');
    down();
    await refresh();
    expect(await screen.findByText('Failed to fetch live data. Please try again later.')).toBeTruthy();
    expect(screen.getByText('Offline')).toBeTruthy();
    expect(screen.getByText('Ada Miller')).toBeTruthy();
    full('e-2', ada, ben);
    await refresh();
    expect(await screen.findByText('Ben Okafor')).toBeTruthy();
    expect(screen.queryByText('Offline')).toBeNull();
  });

  test('a server that answers from memory is no server that is up to date', async () => {
    responses.push(() => {
      const answer = sentField(liveDocument('e-1', [ada]));
      answer.headers.set('data-age', '120');
      return answer;
    });
    openSite('/liveRace');
    expect(await within(await list('Active Participants')).findByText('Ada Miller')).toBeTruthy();
    expect(screen.getByText('Not updating')).toBeTruthy();
    expect(screen.getByText(/, 2 minutes old$/)).toBeTruthy();
    expect(screen.getByText(/It will catch up by itself\./)).toBeTruthy();
    const opened = screen.getByText(/^Last updated/).textContent;
    responses.push(() => new HttpResponse(null, { status: 204, headers: { 'data-age': '120' } }));
    await refresh();
    await waitFor(() => expect(screen.getByText(/^Last updated/).textContent).not.toBe(opened));
    expect(screen.getByText(/, 2 minutes old$/)).toBeTruthy();
    const upToDate = async () => {
      responses.push(() => new HttpResponse(null, { status: 204 }));
      await refresh();
      expect(await screen.findByText('Live')).toBeTruthy();
      expect(screen.queryByText(/old$/)).toBeNull();
      expect(screen.queryByText(/catch up by itself/)).toBeNull();
    };
    await upToDate();
    // So it is with a proxy that answers for servers that are gone. What is shown is known to be newer than that.
    const shown = screen.getByText(/^Last updated/).textContent;
    responses.push(() => new HttpResponse(null, { status: 204, headers: kept }));
    await refresh();
    expect(await screen.findByText('Not updating')).toBeTruthy();
    expect(screen.getByText(/^Last updated/).textContent).toBe(shown);
    await upToDate();
  });

  test('what a proxy has kept says how old it is, and does not take the place of what is newer', async () => {
    responses.push(() => {
      const answer = sentField(liveDocument('e-1', [ada]));
      for (const [name, value] of Object.entries(kept)) answer.headers.set(name, value);
      return answer;
    });
    openSite('/liveRace');
    expect(await within(await list('Active Participants')).findByText('Ada Miller')).toBeTruthy();
    expect(screen.getByText('Not updating')).toBeTruthy();
    expect(screen.getByText(/, 3 minutes old$/)).toBeTruthy();
    full('e-2', ada, ben);
    await refresh();
    expect(await screen.findByText('Ben Okafor')).toBeTruthy();
    // Another copy of the server has not read the database for two minutes, and had not heard of Ben then.
    const older = () => {
      const answer = sentField(liveDocument('e-1', [ada]));
      answer.headers.set('data-age', '120');
      return answer;
    };
    responses.push(older);
    await refresh();
    expect(await screen.findByText('Not updating')).toBeTruthy();
    expect(screen.getByText('Ben Okafor')).toBeTruthy();
    // So it is when the whole field had to be fetched, because what had happened did not follow.
    finishOf(8, 0, 2_900_000);
    responses.push(older);
    await refresh();
    await waitFor(() => expect(sinceReceived).toEqual([null, 'e-1', 'e-2', 'e-2', null]));
    await expect(screen.findByText('Not updating')).resolves.toBeTruthy();
    responses.push(() => new HttpResponse(null, { status: 204 }));
    await refresh();
    expect(await screen.findByText('Live')).toBeTruthy();
    expect(screen.getByText('Ben Okafor')).toBeTruthy();
  });

  test('the board that this browser has kept is not replaced by what is older', async () => {
    const sent = sentField(liveDocument('e-2', [ada, ben]));
    const at = Date.now() - 60_000;
    const stored = new Map([
      ['/api/live/Shore%20Half', { bytes: await sent.arrayBuffer(), headers: { 'X-Kept-At': `${at}` } }],
    ]);
    const store = {
      match: async (key: string) => {
        const found = stored.get(key);
        return found && new Response(found.bytes.slice(0), found);
      },
      put: async (key: string) => {
        stored.delete(key);
      },
      delete: async (key: string) => stored.delete(key),
      keys: async () => [],
    };
    vi.stubGlobal('caches', { open: async () => store, delete: async () => false });
    server.use(http.get(`${API}/health`, () => new HttpResponse('ok')));
    down();
    openSite('/liveRace?race=Shore%20Half');
    expect(await screen.findByText('Ben Okafor')).toBeTruthy();
    expect(screen.getByText('Offline')).toBeTruthy();
    // The server can be reached again, without its database, and had not heard of Ben when it read that.
    responses.push(() => {
      const answer = sentField(liveDocument('e-1', [ada]));
      answer.headers.set('data-age', '600');
      return answer;
    });
    expect(await screen.findByText('Not updating', {}, { timeout: 10_000 })).toBeTruthy();
    expect(screen.getByText('Ben Okafor')).toBeTruthy();
    expect(screen.getByText(/, 1 minute old$/)).toBeTruthy();
    expect(stored.size, 'the kept copy stays').toBe(1);
    vi.unstubAllGlobals();
  });

  test('the refresh can be paused and resumed', async () => {
    full('e-1', ada);
    openSite('/liveRace');
    await within(await list('Active Participants')).findByText('Ada Miller');
    await user().click(screen.getByRole('button', { name: 'Pause refresh' }));
    await refresh();
    await refresh();
    expect(sinceReceived).toHaveLength(1);
    await user().click(screen.getByRole('button', { name: 'Resume refresh' }));
    await refresh();
    await waitFor(() => expect(sinceReceived).toHaveLength(2));
  });

  test('filters and search are read from the address and written to it', async () => {
    full('e-1', ada, ben, cleo, dee);
    const { router } = openSite('/liveRace?distance=all&gender=a');
    const active = await list('Active Participants');
    expect(await within(active).findByText('Cleo Santos')).toBeTruthy();
    expect(within(active).queryByText('Ada Miller')).toBeNull();
    const person = user();
    await person.selectOptions(screen.getByRole('combobox', { name: 'Gender' }), 'Female');
    expect(await within(active).findByText('Ada Miller')).toBeTruthy();
    expect(router.state.location.search).toEqual({ distance: 'all', gender: 'f' });
    await person.type(screen.getByRole('searchbox', { name: 'Search by name or bib' }), '103');
    expect(await within(active).findByText('No active participants found')).toBeTruthy();
    await waitFor(() => expect(router.state.location.href).toBe('/liveRace?distance=all&gender=f&q=103'));
  });

  test('a runner who is opened right after a key does not lose what was typed', async () => {
    full('e-1', ada, ben, cleo, dee);
    const { router } = openSite('/liveRace?distance=all');
    const active = await list('Active Participants');
    await within(active).findByText('Cleo Santos');
    const person = user();
    await person.type(screen.getByRole('searchbox', { name: 'Search by name or bib' }), 'cle');
    await waitFor(() => expect(within(active).queryByText('Ada Miller')).toBeNull());
    await person.click(within(active).getByRole('link', { name: 'Cleo Santos' }));
    await waitFor(() => expect(router.state.location.search).toMatchObject({ q: 'cle', race: 'Shore Half' }));
    expect(router.state.location.search).toHaveProperty('bib');
    router.history.back();
    await waitFor(() => expect(router.state.location.search).toEqual({ distance: 'all', q: 'cle' }));
  });

  describe('with teams', () => {
    const hare = (bib: string, name: string, finish?: number): Runner => ({
      bib,
      name: [name, 'Hare'],
      team: 'Lake Hares',
      split: 1_500_000,
      ...(finish !== undefined && { finish }),
    });
    const owl: Runner = { bib: '201', name: ['Otto', 'Owl'], team: 'Owls', split: 1_400_000 };
    const field = [hare('101', 'Ann', 2_700_001), hare('102', 'Bo', 2_760_000), hare('103', 'Cy'), owl, cleo];
    const panel = () => screen.findByRole('region', { name: 'Teams' });
    const shown = async () => {
      const rows = within(await within(await panel()).findByRole('table', { name: '10K' })).getAllByRole('row');
      return rows.slice(1).map((row) =>
        within(row)
          .getAllByRole('cell')
          .map((cell) => cell.textContent),
      );
    };

    test('the standing is opened, changes with the field, and a press on a team filters the lists', async () => {
      full('e-1', ...field);
      const { router } = openSite('/liveRace?race=Shore%20Half');
      await user().click(
        await within(await panel()).findByRole('button', { name: 'Show the standing', expanded: false }),
      );
      expect(await within(await panel()).findByText(/^The chip times of the 3 fastest/)).toBeTruthy();
      expect(await shown()).toEqual([
        ['1', 'Lake Hares2 of 3 finishersAnn Hare 45:01Bo Hare 46:00', '1:31:01'],
        ['–', 'Owlsno finisher yet', '–'],
      ]);
      expect(screen.getByText('In the making: 2 runners of the teams are on the course.')).toBeTruthy();
      finishOf(1, 2, 2_820_000);
      await refresh();
      await waitFor(async () => expect((await shown())[0]?.[2]).toBe('2:18:01'));

      const owls = within(await panel()).getByRole('button', { name: 'Owls', pressed: false });
      owls.focus();
      await user().keyboard('{Enter}');
      const active = await list('Active Participants');
      expect(await within(active).findByText('Otto Owl')).toBeTruthy();
      expect(
        await within(await list('Finished Participants')).findByText('No finished participants found'),
      ).toBeTruthy();
      expect(router.state.location.search).toEqual({ race: 'Shore Half', team: 'Owls' });
      expect(document.activeElement?.textContent).toBe('Owls');
      expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Team' }).value).toBe('Owls');
      await user().keyboard('{Enter}');
      await waitFor(() => expect(router.state.location.search).toEqual({ race: 'Shore Half' }));
    });

    test('a team is chosen by the address, in any case, and one that the list does not have is ignored', async () => {
      full('e-1', ...field);
      openSite('/liveRace?race=Shore%20Half&team=LAKE%20hares');
      const active = await list('Active Participants');
      expect(await within(active).findByText('Cy Hare')).toBeTruthy();
      expect(within(active).queryByText('Otto Owl')).toBeNull();
      cleanup();
      full('e-1', ...field);
      openSite('/liveRace?race=Shore%20Half&team=Nobodys');
      expect(await within(await list('Active Participants')).findByText('Otto Owl')).toBeTruthy();
    });

    test('a distance without teams says so, and a list without teams has neither filter nor standing', async () => {
      full('e-1', ...field);
      openSite('/liveRace?race=Shore%20Half&distance=Half');
      await user().click(await within(await panel()).findByRole('button', { name: 'Show the standing' }));
      expect(await within(await panel()).findByText('No runner of this distance is in a team.')).toBeTruthy();
      cleanup();
      full('e-1', ada, dee);
      openSite('/liveRace?race=Shore%20Half');
      await within(await list('Active Participants')).findByText('Ada Miller');
      expect(screen.queryByRole('region', { name: 'Teams' })).toBeNull();
      expect(screen.queryByRole('combobox', { name: 'Team' })).toBeNull();
    });
  });

  test('a search that fits nobody of the distance shows the runner of another one, and says so', async () => {
    full('e-1', ada, cleo, dee);
    openSite('/liveRace');
    const active = await list('Active Participants');
    await within(active).findByText('Ada Miller');
    const search = screen.getByRole('searchbox', { name: 'Search by name or bib' });
    const person = user();
    await person.type(search, '900');
    expect(await within(active).findByText('Cleo Santos')).toBeTruthy();
    expect((await screen.findAllByText(/Bib 900 is not in 10K: all distances are shown/)).length).toBeGreaterThan(0);
    // Who finished is not below a large empty list.
    await person.clear(search);
    await person.type(search, 'dee');
    expect(await within(await list('Finished Participants')).findByText('Dee Ng')).toBeTruthy();
    expect(within(active).queryByText(/Nobody fits/)).toBeNull();
    expect(screen.queryByText(/all distances are shown/)).toBeNull();
  });

  test('the text of an empty list mentions the age group when one is chosen', async () => {
    full('e-1', ada, { ...cleo, group: 0 });
    openSite('/liveRace?ageGroup=20-29');
    expect(await screen.findByText('No active participants found in this age group')).toBeTruthy();
    expect(screen.getByText('No finished participants found in this age group')).toBeTruthy();
  });

  test("a runner's details open by their address and are updated with the field", async () => {
    full('e-1', ada);
    const { router } = openSite('/liveRace?bib=101');
    const dialog = await screen.findByRole('dialog', { name: 'Ada Miller' });
    const table = await within(dialog).findByRole('table', { name: 'Timing details' });
    expect(within(table).getByRole('row', { name: /5K/ }).textContent).toContain('25:00');
    expect(within(table).getByRole('row', { name: /Finish/ }).textContent).toContain('–');
    finishOf(1, 0, 3_000_000);
    await refresh();
    await waitFor(() => expect(within(table).getByRole('row', { name: /Finish/ }).textContent).toContain('50:00'));
    await user().click(within(dialog).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(router.state.location.search).toEqual({}));
  });

  test('a mat that missed the chip is reported as such, not as a runner who stopped', async () => {
    full('e-1', { ...dee, split: null });
    openSite('/liveRace?bib=103');
    const table = await screen.findByRole('table', { name: 'Timing details' });
    expect(within(table).getByRole('row', { name: /5K/ }).textContent).toContain('The mat missed the chip');
  });

  test('the map overlay says when the race has no map', async () => {
    full('e-1', ada);
    server.use(http.get(`${API}/raceMap`, () => HttpResponse.json({ raceMap: '', eventName: 'Shore Half 2030' })));
    openSite('/liveRace');
    const person = user();
    await person.click(await screen.findByRole('button', { name: 'Live Map' }));
    expect(await screen.findByText('No race map available')).toBeTruthy();
    await person.click(screen.getByRole('button', { name: 'Close' }));
  });

  test('filters that fail to load offer a retry; the lists are still shown', async () => {
    full('e-1', ada);
    server.use(http.get(`${API}/liveFilters`, () => new HttpResponse(null, { status: 500 })));
    openSite('/liveRace');
    expect(await screen.findByText('Failed to load filters')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy();
    expect(await within(await list('Active Participants')).findByText('Ada Miller')).toBeTruthy();
  });

  test('filters change with the field: the 10K is selected when a later setup adds it', async () => {
    server.use(
      http.get(`${API}/liveFilters`, () =>
        HttpResponse.json({ distances: [], ageGroups: [], defaultDistance: '', genders: [] }),
      ),
    );
    responses.push(() => sentField({ ...liveDocument('a-1', []), contests: [], ageGroups: [] }));
    openSite('/liveRace?race=Shore%20Half');
    const distance = async () =>
      (await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Distance' })).selectedOptions[0]?.textContent;
    expect(await distance()).toBe('All distances');
    full('b-1', ada, cleo);
    await refresh();
    await waitFor(async () => expect(await distance()).toBe('10K'));
    const active = await list('Active Participants');
    expect(await within(active).findByText('Ada Miller')).toBeTruthy();
    expect(within(active).queryByText('Cleo Santos')).toBeNull();
  });

  test('a race that is renamed while it is followed keeps its board; the address and the requests use the new name', async () => {
    const names: string[] = [];
    server.events.on('request:start', ({ request }) => {
      const path = /\/api\/live\/(.+)$/.exec(new URL(request.url).pathname)?.[1];
      if (path) names.push(decodeURIComponent(path));
    });
    full('a-1', ada);
    const { router } = openSite('/liveRace?race=Shore%20Half&q=ada');
    const box = await screen.findByRole('searchbox', { name: 'Search by name or bib' });
    await within(await list('Active Participants')).findByText('Ada Miller');
    const renamed = { ...liveDocument('a-2', []), race: 'Bay Half', eventName: 'Bay Half' };
    responses.push(() => HttpResponse.arrayBuffer(happened(1, [], renamed).buffer));
    await refresh();
    expect(await screen.findByRole('heading', { level: 1, name: 'Bay Half' })).toBeTruthy();
    expect(within(await list('Active Participants')).getByText('Ada Miller')).toBeTruthy();
    await waitFor(() => expect(router.state.location.search).toMatchObject({ race: 'Bay Half', q: 'ada' }));
    // The same element is still on the page: nothing was mounted again.
    expect(box.isConnected).toBe(true);
    await refresh();
    await waitFor(() => expect(names.at(-1)).toBe('Bay Half'));
    expect(sinceReceived).toEqual([null, 'a-1', 'a-2']);
    server.events.removeAllListeners();
  });

  test('a live race that is canceled, or beside which another one begins, stays; one that is over makes way', async () => {
    const race = (name: string, live: boolean) => ({ name, eventName: name, live, isPublished: !live, startsAt: 1 });
    let races = [race('Shore Half', true)];
    server.use(http.get(`${API}/liveRaces`, () => HttpResponse.json(races)));
    full('e-1', ada);
    openSite('/liveRace');
    expect(await screen.findByRole('heading', { level: 1, name: 'Shore Half 2030' })).toBeTruthy();
    const listAgain = async (now: typeof races) => {
      races = now;
      await act(() => vi.advanceTimersByTimeAsync(60_000));
    };
    // Canceled, it is not listed any more.
    await listAgain([race('Bay 10K', true)]);
    expect(await screen.findByRole('combobox', { name: 'Race' })).toBeTruthy();
    expect(screen.getByRole('heading', { level: 1, name: 'Shore Half 2030' })).toBeTruthy();
    await listAgain([race('Bay 10K', true), race('Shore Half', true)]);
    expect(screen.getByRole('heading', { level: 1, name: 'Shore Half 2030' })).toBeTruthy();
    responses.push(() => sentField({ ...liveDocument('b-1', [ben]), race: 'Bay 10K', eventName: 'Bay 10K' }));
    await listAgain([race('Bay 10K', true), race('Shore Half', false)]);
    expect(await screen.findByRole('heading', { level: 1, name: 'Bay 10K' })).toBeTruthy();
  });

  test('a race whose results are published leads to them', async () => {
    const races = [{ name: 'Shore Half', eventName: 'Shore Half', live: false, isPublished: true, startsAt: 1 }];
    server.use(http.get(`${API}/liveRaces`, () => HttpResponse.json(races)));
    full('e-1', dee);
    openSite('/liveRace');
    expect(await screen.findByText(core().liveWords().published)).toBeTruthy();
    const links = screen.getAllByRole('link', { name: 'Results' }).map((link) => link.getAttribute('href'));
    expect(links).toContain('/results?race=Shore+Half');
  });

  test('without a race to follow, it says when the next one is', async () => {
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
