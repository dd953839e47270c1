import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LIVE_POLL_MS } from '@/api';
import { API, openSite, withServer } from '@/test/app';
import { aCourse } from '@/test/course';
import { withLayout } from '@/test/layout';
import { liveDocument, sentField } from '@/test/live';

const server = withServer();
withLayout();

/** Forty minutes after the gun: whoever passed 5 km after 25 minutes is probably at 8 km. */
const NOW = Date.parse('2030-06-15T09:10:10-04:00');
const MINUTE = 60_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'], now: NOW });
  server.use(
    http.get(`${API}/liveRaces`, () =>
      HttpResponse.json([{ name: 'Shore Half', eventName: 'Shore Half 2030', live: true, startsAt: 1 }]),
    ),
    http.get(`${API}/liveFilters`, () =>
      HttpResponse.json({ distances: ['Half', '10K'], ageGroups: [], defaultDistance: '10K', genders: [] }),
    ),
    http.get(`${API}/raceMap`, () => HttpResponse.json({ raceMap: '', eventName: 'Shore Half 2030' })),
    http.get(`${API}/live/:race`, ({ request }) =>
      new URL(request.url).searchParams.has('since')
        ? new HttpResponse(null, { status: 204 })
        : sentField(
            liveDocument('e-1', [
              { bib: '101', name: ['Ada', 'Miller'], split: 25 * MINUTE },
              { bib: '102', name: ['Ben', 'Okafor'], split: 25 * MINUTE },
              { bib: '103', name: ['Dee', 'Ng'], split: 25 * MINUTE, status: 'DNF' },
              { bib: '104', name: ['Eve', 'Sol'], start: null },
            ]),
          ),
    ),
  );
});
afterEach(() => vi.useRealTimers());

const user = () => userEvent.setup({ delay: null });
const withCourse = () => server.use(http.get(`${API}/course`, () => HttpResponse.json(aCourse())));

async function openMap(path = '/liveRace') {
  openSite(path);
  const person = user();
  await screen.findByText('Ada Miller');
  await person.click(await screen.findByRole('button', { name: 'Live Map' }));
  return { person, map: within(await screen.findByRole('dialog', { name: 'Live Map' })) };
}

test('Live Map shows the own course with estimated positions, and the race’s map one press further', async () => {
  withCourse();
  const { person, map } = await openMap();
  expect(await map.findByText('Estimated positions of 2 runners at 9:10:10 AM')).toBeTruthy();
  const plan = map.getByRole('img', { name: /^Map of the course of 10K/ });
  const dots = plan.querySelectorAll('g.fill-live circle');
  expect([...dots].map((dot) => Math.round(Number(dot.getAttribute('cx'))))).toEqual([795]);
  expect(map.getByRole('img', { name: /^Elevation along the course of 10K: lowest 10 m/ })).toBeTruthy();
  const table = map.getByRole('table', { name: 'Points of the course of 10K' });
  expect(within(table).getByRole('row', { name: /^5K 5 km · 3.11 mi 35 m · 115 ft$/ })).toBeTruthy();
  await person.click(map.getByRole('radio', { name: 'Map' }));
  expect(await map.findByText('No race map available')).toBeTruthy();
});

test('the searched runner has a marker with the name, and the estimate goes on with each update', async () => {
  withCourse();
  const { map } = await openMap('/liveRace?q=ada');
  expect(await map.findByText(/Estimate: 7.9 km, last read at 5K/)).toBeTruthy();
  expect(map.getByRole('img', { name: /^Map/ }).textContent).toContain('Ada Miller');
  vi.setSystemTime(NOW + 5 * MINUTE);
  await act(() => vi.advanceTimersByTimeAsync(LIVE_POLL_MS + 50));
  expect(await map.findByText(/Estimate: 8.9 km, last read at 5K/)).toBeTruthy();
});

test('without a course, and when it cannot be loaded, Live Map is the race’s map', async () => {
  server.use(http.get(`${API}/course`, () => new HttpResponse(null, { status: 204 })));
  const { map } = await openMap();
  expect(await map.findByText('No race map available')).toBeTruthy();
  expect(map.queryByRole('radio', { name: 'Course' })).toBeNull();
});
