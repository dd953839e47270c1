import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { LIVE_POLL_MS } from '@/api';
import { API, beLoggedIn, openSite, withServer } from '@/test/app';
import { withLayout } from '@/test/layout';
import { happened, liveDocument, type Runner, sentField } from '@/test/live';

const server = withServer();
withLayout();

const ada: Runner = { bib: '101', name: ['Ada', 'Miller'], gender: 'f', group: 1, split: 1_500_000 };
const ben: Runner = { bib: '102', name: ['Ben', 'Okafor'], gender: 'm', group: 0, split: 1_600_000 };
/** The gun of `liveDocument`. */
const GUN = liveDocument('e-1', []).contests[1]?.gun ?? 0;

let responses: (() => Response)[];

beforeEach(() => {
  localStorage.clear();
  responses = [() => sentField(liveDocument('e-1', [ada, ben]))];
  server.use(
    http.get(`${API}/liveRaces`, () =>
      HttpResponse.json([{ id: 'r1', name: 'Shore Half', eventName: 'Shore Half 2030', live: true, startsAt: 1 }]),
    ),
    http.get(`${API}/liveFilters`, () =>
      HttpResponse.json({ distances: ['Half', '10K'], ageGroups: [], defaultDistance: '10K', genders: [] }),
    ),
    http.get(`${API}/live/:race`, () => responses.shift()?.() ?? new HttpResponse(null, { status: 204 })),
  );
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  vi.setSystemTime(GUN + 2_900_000);
});
afterEach(() => vi.useRealTimers());

const finishOf = (since: number, runner: number, finish: number) =>
  responses.push(() => HttpResponse.arrayBuffer(happened(since, [{ runner, point: 2, after: finish }]).buffer));
const refresh = () => act(() => vi.advanceTimersByTimeAsync(LIVE_POLL_MS + 50));
const user = () => userEvent.setup({ delay: null });
const followed = () => screen.findByRole('region', { name: 'Followed' });

async function followAda() {
  openSite('/liveRace?race=Shore%20Half');
  const list = await screen.findByRole('region', { name: 'Active Participants' });
  await user().click(await within(list).findByRole('button', { name: 'Follow Ada Miller' }));
  return followed();
}

describe('followed runners', () => {
  test('are shown above the lists with their last point, and stay after a reload', async () => {
    const strip = await followAda();
    const link = await within(strip).findByRole('link', { name: 'Ada Miller' });
    expect(link.closest('li')?.textContent).toContain('25:00');
    const kept = Object.keys(localStorage).filter((key) => key.startsWith('follow:'));
    expect(kept).toEqual(['follow:["r1","101"]']);
    await user().click(within(strip).getByRole('button', { name: 'Follow Ada Miller', pressed: true }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Followed' })).toBeNull());
    expect(Object.keys(localStorage).filter((key) => key.startsWith('follow:'))).toEqual([]);
  });

  test('a passing is told once on the page', async () => {
    await followAda();
    finishOf(1, 0, 2_900_000);
    await refresh();
    expect((await screen.findByText(/Ada Miller finished at .*, 48:20/)).getAttribute('role')).toBe('status');
    await waitFor(() => expect(localStorage.getItem('follow:["r1","101"]')).toContain('"point":10000'));
  });

  test('a race that is canceled keeps its followed runners, and nobody is expected any more', async () => {
    const canceled = {
      Date: 'June 15, 2030',
      TimeZone: 'America/New_York',
      DistanceStartTimes: [],
      isCanceled: 'True',
    };
    server.use(
      http.get(`${API}/liveRaces`, () => HttpResponse.json([])),
      http.get(`${API}/getRaceDates`, () => HttpResponse.json([{ Race: 'Shore Half', ...canceled }])),
    );
    const strip = await followAda();
    await user().click(await within(strip).findByRole('link', { name: 'Ada Miller' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Ada Miller' }));
    expect(await dialog.findByRole('button', { name: 'Follow Ada Miller', pressed: true })).toBeTruthy();
    expect(dialog.getByText('Timing details', { selector: 'h3' })).toBeTruthy();
    expect(dialog.queryByText('Expected')).toBeNull();
  });

  test('a private runner, of whom nothing is told, has no star', async () => {
    responses = [() => sentField(liveDocument('e-1', [ada, { ...ben, flags: 512 }]))];
    openSite('/liveRace?race=Shore%20Half&bib=102');
    const list = within(await screen.findByRole('region', { name: 'Active Participants' }));
    expect(await list.findByRole('button', { name: 'Follow Ada Miller' })).toBeTruthy();
    expect(list.getAllByRole('button', { name: /^Follow/ })).toHaveLength(1);
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText('Timing details', { selector: 'h3' })).toBeTruthy();
    expect(dialog.queryByRole('button', { name: /^Follow/ })).toBeNull();
  });

  test('those of a shared link are added after a press, beside those who are followed', async () => {
    localStorage.setItem('follow:["r1","102"]', JSON.stringify({ race: 'r1', bib: '102', since: 1 }));
    const { router } = openSite('/liveRace?race=Shore%20Half&follow=101,102');
    expect(await screen.findByText('Ada Miller (101)')).toBeTruthy();
    expect(within(await followed()).queryByText('Ada Miller')).toBeNull();
    await user().click(screen.getByRole('button', { name: 'Follow this runner' }));
    const strip = await followed();
    expect(await within(strip).findByText('Ada Miller')).toBeTruthy();
    expect(within(strip).getByText('Ben Okafor')).toBeTruthy();
    expect(router.state.location.search).toEqual({ race: 'Shore Half' });
  });

  test('of a shared link nobody is offered whom the race does not have, nor more than can be followed, and both are said', async () => {
    openSite('/liveRace?race=Shore%20Half&follow=101,998,999');
    expect(await screen.findByText('Ada Miller (101)')).toBeTruthy();
    expect(screen.getByText('Not in this race: bibs 998 and 999.')).toBeTruthy();
    cleanup();
    for (let bib = 1; bib <= 20; bib += 1) {
      localStorage.setItem(`follow:["r1","${bib}"]`, JSON.stringify({ race: 'r1', bib: `${bib}`, since: bib }));
    }
    responses = [() => sentField(liveDocument('e-1', [ada, ben]))];
    const { router } = openSite('/liveRace?race=Shore%20Half&follow=101');
    expect(await screen.findByText(/^You follow 20 runners of this race, and more are not possible/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Follow this runner' })).toBeNull();
    await user().click(screen.getByRole('button', { name: 'OK' }));
    expect(router.state.location.search).toEqual({ race: 'Shore Half' });
  });

  test('a passing is shown by the browser while another tab is looked at, if that is wanted', async () => {
    const shown: [string, NotificationOptions | undefined][] = [];
    const showNotification = (title: string, options?: NotificationOptions) => shown.push([title, options]);
    vi.stubGlobal('Notification', { permission: 'granted', requestPermission: async () => 'granted' });
    const registration = { showNotification };
    vi.stubGlobal(
      'navigator',
      new Proxy(navigator, {
        get: (of, name) =>
          name === 'serviceWorker' ? { getRegistration: async () => registration } : Reflect.get(of, name, of),
        has: (of, name) => name === 'serviceWorker' || Reflect.has(of, name),
      }),
    );
    const strip = await followAda();
    // This browser has no push messages: notices come while the page is open.
    await user().click(within(strip).getByRole('button', { name: 'Notify me' }));
    await within(strip).findByRole('button', { name: 'Stop notices' });
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    finishOf(1, 0, 2_900_000);
    await refresh();
    await waitFor(() => expect(shown).toHaveLength(1));
    expect(shown[0]?.[0]).toBe('Shore Half 2030');
    expect(shown[0]?.[1]).toMatchObject({
      body: expect.stringMatching(/^Ada Miller finished at .*, 48:20/),
      tag: 'follow:Shore Half:101',
    });
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  test('an answer of the account that comes after a logout is not kept on the device', async () => {
    beLoggedIn('user');
    let answer = () => {};
    const slow = new Promise<void>((resolve) => {
      answer = resolve;
    });
    let state = '';
    server.use(
      http.get(`${API}/checkLogin`, () => HttpResponse.json({ message: 'Logged in', role: 'user' })),
      http.get(`${API}/profile`, () => HttpResponse.json({ UserID: 'u1', Username: 'zoe', role: 'user' })),
      http.get(`${API}/follows/:race`, async () => {
        state = 'asked';
        await slow;
        state = 'answered';
        return HttpResponse.json({ bibs: ['101'] });
      }),
    );
    openSite('/liveRace?race=Shore%20Half');
    await waitFor(() => expect(state).toBe('asked'));
    // biome-ignore lint/suspicious/noDocumentCookie: a logout in another tab.
    document.cookie = 'token=; max-age=0';
    answer();
    await waitFor(() => expect(state).toBe('answered'));
    await refresh();
    expect(Object.keys(localStorage).filter((key) => key.startsWith('follow'))).toEqual([]);
  });

  test('a runner who is unfollowed before the account has answered stays unfollowed', async () => {
    beLoggedIn('user');
    const bibs: string[] = [];
    let answer = () => {};
    const slow = new Promise<void>((resolve) => {
      answer = resolve;
    });
    server.use(
      http.get(`${API}/checkLogin`, () => HttpResponse.json({ message: 'Logged in', role: 'user' })),
      http.get(`${API}/profile`, () => HttpResponse.json({ UserID: 'u1', Username: 'zoe', role: 'user' })),
      http.get(`${API}/follows/:race`, () => HttpResponse.json({ bibs })),
      http.put(`${API}/follows/:race`, async ({ request }) => {
        const { add, remove } = (await request.json()) as { add: string[]; remove: string[] };
        bibs.push(...add);
        for (const bib of remove) bibs.splice(bibs.indexOf(bib), 1);
        const now = [...bibs];
        if (add.length > 0) await slow;
        return HttpResponse.json({ bibs: now });
      }),
    );
    const strip = await followAda();
    await waitFor(() => expect(bibs).toEqual(['101']));
    await user().click(await within(strip).findByRole('button', { name: 'Follow Ada Miller' }));
    answer();
    await waitFor(() => expect(bibs).toEqual([]));
    await waitFor(() => expect(localStorage.getItem('follow:["r1","101"]')).toBeNull());
    expect(screen.queryByRole('region', { name: 'Followed' })).toBeNull();
  });

  test('an account has those of this device, and this device those of the account', async () => {
    beLoggedIn('user');
    server.use(
      http.get(`${API}/checkLogin`, () => HttpResponse.json({ message: 'Logged in', role: 'user' })),
      http.get(`${API}/profile`, () => HttpResponse.json({ UserID: 'u1', Username: 'zoe', role: 'user' })),
    );
    const sent: unknown[] = [];
    server.use(
      http.get(`${API}/follows/:race`, () => HttpResponse.json({ bibs: ['102'] })),
      http.put(`${API}/follows/:race`, async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json({ bibs: sent.length === 1 ? ['102', '101'] : ['102'] });
      }),
    );
    const strip = await followAda();
    expect(await within(strip).findByText('Ben Okafor')).toBeTruthy();
    await waitFor(() => expect(localStorage.getItem('follow:["r1","101"]')).toContain('"account":true'));
    await user().click(within(strip).getByRole('button', { name: 'Follow Ada Miller' }));
    await waitFor(() => expect(localStorage.getItem('follow:["r1","101"]')).toBeNull());
    expect(sent).toEqual([
      { add: ['101'], remove: [] },
      { add: [], remove: ['101'] },
    ]);
  });
});
