/** What is pressed twice is sent once, what is said to be lost was there, and an answer for another account is not shown. */
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { API, beLoggedIn, openSite, setWidth, withServer } from '@/test/app';

const server = withServer();
const OFFER = { race: 'Spring 5K', date: 'April 12, 2025', contest: '5K', name: 'Zoë O.', bib: '••7' };
const SUMMARY = {
  achievements: { top1: false, top3: false, activeTitle: '', titles: [], raceCounts: { fiveK: 0, tenK: 0, half: 0 } },
  fastestTimes: { '5K': null, '10K': null, HALF: null },
  bests: [],
};
let profile: Record<string, unknown>;

beforeEach(() => {
  setWidth(1440);
  beLoggedIn('user');
  profile = {
    FirstName: 'Zoë',
    LastName: 'O’Brien',
    DOB: '1990-06-02',
    Gender: 'f',
    CellPhone: '',
    Email: 'zoe@example.com',
    UserID: 'u1',
    Username: 'zoe.runs',
    role: 'user',
    units: 'mi',
    listedAs: 'Zoë O’Brien',
  };
  server.use(
    http.get(`${API}/checkLogin`, () => HttpResponse.json({})),
    http.get(`${API}/profile`, () => HttpResponse.json(profile)),
    http.get(`${API}/sessions`, () => HttpResponse.json({ sessions: [] })),
    http.get(`${API}/passkeys`, () => HttpResponse.json({ passkeys: [], demanded: false })),
  );
});

test('what is said about offered results is sent once, also when the button is pressed twice at once', async () => {
  const mine = { results: [], summary: SUMMARY, coming: [], offered: [{ ...OFFER, resultId: 'r1' }], waiting: [] };
  let sent = 0;
  server.use(
    http.get(`${API}/myResults`, () => HttpResponse.json(sent === 0 ? mine : { ...mine, offered: [] })),
    http.post(`${API}/claimResults`, () => {
      sent += 1;
      return HttpResponse.json(
        sent === 1
          ? { message: 'Thank you. It is saved.', claims: [{ resultId: 'r1', state: 'waiting' }] }
          : { message: 'Nothing was saved.', claims: [] },
      );
    }),
  );
  openSite('/profile');
  await userEvent.click(await screen.findByRole('radio', { name: 'That’s me' }, { timeout: 10_000 }));
  const save = screen.getByRole('button', { name: 'Save what I chose' });
  save.click();
  save.click();
  expect(await screen.findByText(/^Thank you\. It is saved\. An administrator compares/)).toBeTruthy();
  expect(sent).toBe(1);
  expect(screen.queryByText('Nothing was saved.')).toBeNull();
});

test.each([true, false])('another login says that what was typed is gone when something was: %s', async (isTyped) => {
  const { queries } = openSite('/edit');
  const first = await screen.findByLabelText('First name', {}, { timeout: 10_000 });
  if (isTyped) {
    await userEvent.type(first, ' Anne');
    const details = within(screen.getByRole('region', { name: 'Details' }));
    await waitFor(() => expect(details.getByRole('button', { name: 'Save the details' })).toBeTruthy());
  }
  profile = { ...profile, UserID: 'u2', Username: 'tom.runs', FirstName: 'Tom' };
  await queries.invalidateQueries({ queryKey: ['session'] });
  expect(await screen.findByText(/^tom\.runs was logged in in this browser, in place of zoe\.runs/)).toBeTruthy();
  expect(screen.queryAllByText(/What was typed for zoe\.runs and not saved is gone\./)).toHaveLength(isTyped ? 1 : 0);
});

test('the answer to a change that comes after another login does not bring the other account back', async () => {
  let answer = () => {};
  server.use(
    http.put(`${API}/profile`, async ({ request }) => {
      const zoe = { ...profile, ...((await request.json()) as object) };
      await new Promise<void>((go) => {
        answer = go;
      });
      return HttpResponse.json(zoe);
    }),
  );
  const { queries } = openSite('/edit');
  const first = await screen.findByLabelText('First name', {}, { timeout: 10_000 });
  await userEvent.type(first, ' Anne');
  await userEvent.click(await screen.findByRole('button', { name: 'Save the details' }));
  profile = { ...profile, UserID: 'u2', Username: 'tom.runs', FirstName: 'Tom' };
  await queries.invalidateQueries({ queryKey: ['session'] });
  expect(await screen.findByText(/^tom\.runs was logged in in this browser, in place of zoe\.runs/)).toBeTruthy();
  answer();
  await waitFor(() => expect(queries.isMutating()).toBe(0));
  expect(screen.getByText(/^tom\.runs was logged in in this browser, in place of zoe\.runs/)).toBeTruthy();
  expect(screen.getByLabelText('First name')).toHaveProperty('value', 'Tom');
});
