import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';
import { loadVenueRules } from '@/core';
import { API, openSite, withServer } from '@/test/app';

const server = withServer();

const line = (bib: string, name: string, likely: number) => ({
  bib,
  name,
  gender: 'Female',
  age: bib === '1' ? '34' : '',
  town: bib === '1' ? 'Lake City' : '',
  distance: '10K',
  wave: '',
  last: '5K at 8:52:00 AM',
  expected: '9:16 AM',
  between: '9:15 to 9:18 AM',
  likely,
  late: likely + 120_000,
  place: '2nd overall',
});
const info = {
  changed: true,
  version: 'e-1',
  raceID: 'r1',
  race: 'Spring 10K',
  eventName: 'Spring 10K',
  raceDate: 'June 15, 2027',
  results: 'Unofficial results',
  updatedAt: 0,
  active: 3,
  finished: 0,
  filtersStamp: 1,
  names: 1,
};
let coming: ReturnType<typeof line>[];
let tokens: (string | null)[];

beforeEach(async () => {
  localStorage.clear();
  tokens = [];
  const soon = Date.now() + 180_000;
  coming = [line('1', 'Ana Ruiz', soon), line('2', 'Bo Day', soon + 1000), line('3', 'Private runner', soon + 2000)];
  // The board itself is tested by the core's cases: here are answers of it.
  const { VenueBoard } = await loadVenueRules();
  vi.spyOn(VenueBoard.prototype, 'load').mockImplementation(() => info as never);
  vi.spyOn(VenueBoard.prototype, 'filters').mockImplementation(
    () => ({ distances: ['10K'], ageGroups: [], defaultDistance: '10K', genders: [], waves: [] }) as never,
  );
  vi.spyOn(VenueBoard.prototype, 'announcer').mockImplementation(
    () => ({ coming, empty: '', arrived: [], distances: ['10K'] }) as never,
  );
  server.use(
    http.get(`${API}/raceDaySearch/:race/day`, () =>
      HttpResponse.json({
        race: { Race: 'Spring 10K', Date: 'June 15, 2027', DistanceStartTimes: [], TimeZone: '', isCanceled: 'False' },
        places: [],
      }),
    ),
    http.get(`${API}/live/:race`, () => HttpResponse.arrayBuffer(new ArrayBuffer(4))),
    http.get(`${API}/announcer/:race`, ({ request }) => {
      tokens.push(request.headers.get('Authorization'));
      return HttpResponse.json({
        raceID: 'r1',
        race: 'Spring 10K',
        link: 'Booth',
        until: 'June 15, 2027, 11:59 PM',
        revision: 'v1',
        people: [],
      });
    }),
  );
});

const user = () => userEvent.setup({ delay: null });
const row = (name: RegExp) => screen.findByRole('button', { name });

test('arrow keys move, Space says, and the last one is taken back', async () => {
  openSite('/announcer/Spring%2010K#secret');
  const first = await row(/Ana Ruiz ?, 34, Lake City/);
  expect(tokens[0]).toBe('Bearer secret');
  first.focus();
  await user().keyboard('{ArrowDown} ');
  const second = await row(/Bo Day/);
  expect(document.activeElement).toBe(second);
  expect(second.getAttribute('aria-pressed')).toBe('true');
  expect(Object.keys(localStorage).filter((key) => key.startsWith('said:'))).toEqual(['said:r1:2']);
  await user().keyboard('{End}{Enter}');
  expect((await row(/Private runner/)).getAttribute('aria-pressed')).toBe('true');
  await user().keyboard('u');
  expect((await row(/Private runner/)).getAttribute('aria-pressed')).toBe('false');
  await user().click(screen.getByRole('button', { name: 'Take back the last one' }));
  expect(second.getAttribute('aria-pressed')).toBe('false');
});

test('a version that the server names is fetched at once, and one that the board has is not', async () => {
  const streams: { url: string; onmessage?: (event: { data: string }) => void; close: () => void }[] = [];
  let closed = 0;
  class Stream {
    onmessage?: (event: { data: string }) => void;
    constructor(readonly url: string) {
      streams.push(this);
    }
    close() {
      closed += 1;
    }
  }
  vi.stubGlobal('EventSource', Stream);
  const asked: (string | null)[] = [];
  openSite('/announcer/Spring%2010K#secret');
  await row(/Ana Ruiz/);
  expect(streams.map(({ url }) => url)).toEqual(['/api/live/Spring%2010K/versions']);
  server.events.on('request:start', ({ request }) => {
    const url = new URL(request.url);
    if (url.pathname === '/api/live/Spring%2010K') asked.push(url.searchParams.get('since'));
  });
  streams[0]?.onmessage?.({ data: 'e-1' });
  streams[0]?.onmessage?.({ data: 'e-2' });
  await vi.waitFor(() => expect(asked).toEqual(['e-1']));
  cleanup();
  expect(closed).toBe(1);
  server.events.removeAllListeners();
  vi.unstubAllGlobals();
});

test('a link that is taken back clears the runners from the screen and says so', async () => {
  const message = 'This link was taken back. Ask the race director for a new one.';
  openSite('/announcer/Spring%2010K#secret');
  await row(/Ana Ruiz/);
  server.use(
    http.get(`${API}/announcer/:race`, () => HttpResponse.json({ code: 'LINK_REVOKED', message }, { status: 401 })),
  );
  expect(await screen.findByText(message, {}, { timeout: 10_000 })).toBeTruthy();
  expect(screen.queryByText(/Ana Ruiz/)).toBeNull();
});

test('without a login and a link the page says what it needs', async () => {
  const message = 'The announcer’s page needs a login of the timing desk';
  server.use(
    http.get(`${API}/announcer/:race`, () => HttpResponse.json({ code: 'LINK_NEEDED', message }, { status: 401 })),
  );
  openSite('/announcer/Spring%2010K');
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain(message);
  expect(within(alert).getByRole('link', { name: /Log in/ })).toBeTruthy();
});

test('another site shows nothing when the race does not allow it', async () => {
  const message = 'The organizer of this race does not show its live results on other sites.';
  server.use(http.get(`${API}/embed/:race`, () => HttpResponse.json({ code: 'NO_EMBED', message }, { status: 404 })));
  openSite('/embed/live/Spring%2010K');
  expect((await screen.findByRole('alert')).textContent).toContain(message);
  expect(screen.queryByRole('searchbox')).toBeNull();
});

test('a frame that is open is emptied when the race does not allow it any more', async () => {
  const { VenueBoard } = await loadVenueRules();
  const rows = [{ bib: '1', name: 'Ana Ruiz', rank: '1', distance: '10K', time: '', progress: { text: '5 km' } }];
  vi.spyOn(VenueBoard.prototype, 'embed').mockImplementation(
    () => ({ lists: [{ title: '10K', rows }], empty: '' }) as never,
  );
  const day = { Race: 'Spring 10K', Date: 'June 15, 2027', DistanceStartTimes: [], TimeZone: '', isCanceled: 'False' };
  server.use(http.get(`${API}/embed/:race`, () => HttpResponse.json(day)));
  const { queries } = openSite('/embed/live/Spring%2010K');
  await screen.findByText('Ana Ruiz');
  const message = 'The organizer of this race does not show its live results on other sites.';
  server.use(http.get(`${API}/embed/:race`, () => HttpResponse.json({ code: 'NO_EMBED', message }, { status: 404 })));
  void queries.refetchQueries({ queryKey: ['venueEmbed'] });
  expect((await screen.findByRole('alert')).textContent).toContain(message);
  expect(screen.queryByText('Ana Ruiz')).toBeNull();
});
