/** SPEC §8, "Guards" and "Logout": one test for each outcome. */
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { sessionQuery } from '@/api';
import { API, beLoggedIn, openSite, setWidth, withServer } from '@/test/app';
import { useStoredState } from './stored';

const server = withServer();
beforeEach(() => setWidth(1440));

function cookie(value: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the test environment has no Cookie Store API.
  document.cookie = `token=${value}`;
}

describe('guards', () => {
  test.each([
    ['no token', undefined],
    ['an invalid token', 'gibberish'],
    ['an expired token', `h.${btoa(JSON.stringify({ role: 'admin', exp: 1 }))}.m`],
  ])('with %s the page redirects to the login and is not in the history', async (_, token) => {
    server.use(http.get(`${API}/checkLogin`, () => HttpResponse.json({ code: 'x', message: 'x' }, { status: 401 })));
    if (token) cookie(token);
    const { router } = openSite('/CreateRace');
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
    expect(router.history.length).toBe(1);
  });

  test('a role without access to the page gets Unauthorized Access, with a link to the login', async () => {
    server.use(
      http.get(`${API}/checkLogin`, () => HttpResponse.json({})),
      http.get(`${API}/profile`, () => HttpResponse.json({ Username: 'runner', role: 'user' })),
    );
    beLoggedIn('user');
    const { router } = openSite('/CreateRace');
    expect(await screen.findByRole('heading', { name: 'Unauthorized Access' })).toBeTruthy();
    expect(screen.getByText(/Please log in with the correct credentials\./)).toBeTruthy();
    await userEvent.click(screen.getByRole('link', { name: 'Go to Login' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
  });

  test('a page that throws while rendering is replaced by the default error page', async () => {
    const consoleError = vi.spyOn(console, 'error').mockImplementation(() => {});
    server.use(http.get(`${API}/getRaceCards`, () => HttpResponse.json([42])));
    openSite('/home');
    expect(await screen.findByRole('heading', { name: 'Unexpected Application Error!' })).toBeTruthy();
    consoleError.mockRestore();
  });
});

test('a session check without a response is not a logout: the navigation still has no Login', async () => {
  server.use(http.get(`${API}/checkLogin`, () => HttpResponse.error()));
  beLoggedIn('admin');
  useStoredState.setState({ isLoggedIn: true });
  const { queries } = openSite('/races');
  await waitFor(() => expect(queries.getQueryState(sessionQuery.queryKey)?.status).toBe('error'), { timeout: 5000 });
  expect(screen.getAllByRole('link', { name: 'Races' }).length).toBeGreaterThan(0);
  expect(screen.queryByRole('link', { name: 'Login' })).toBeNull();
});

describe('logout', () => {
  async function logOut(respond: () => Response) {
    server.use(
      http.get(`${API}/checkLogin`, () => HttpResponse.json({})),
      http.get(`${API}/profile`, () => HttpResponse.json({ Username: 'runner', role: 'user' })),
      http.post(`${API}/logout`, respond),
    );
    beLoggedIn('user');
    const site = openSite('/raceleague');
    await waitFor(() => expect(localStorage.getItem('isLoggedIn')).toBe('true'));
    await userEvent.click(await screen.findByRole('button', { name: 'Account of runner' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Logout' }));
    return site;
  }

  test('success: a message, the start page, and the stored state is reset', async () => {
    const { router } = await logOut(() => HttpResponse.json({ message: 'Logged out' }));
    expect((await screen.findAllByText('User logged out')).length).toBeGreaterThan(0);
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
    expect(localStorage.getItem('isLoggedIn')).not.toBe('true');
    // The start page shows its races: the data that the logout deleted is fetched again.
    await waitFor(() => expect(document.querySelector('main [aria-busy=true]')).toBeNull());
    expect(screen.getByRole('heading', { level: 1 })).toBeTruthy();
  });

  test('rejected by the server: an error, and the user is still logged in', async () => {
    await logOut(() => HttpResponse.json({ code: 'x', message: 'x' }, { status: 500 }));
    expect((await screen.findAllByText('Error logging out')).length).toBeGreaterThan(0);
    expect(localStorage.getItem('isLoggedIn')).toBe('true');
  });

  test('no response: a message to refresh the page', async () => {
    await logOut(() => HttpResponse.error());
    expect((await screen.findAllByText('Server error: please refresh.')).length).toBeGreaterThan(0);
  });
});
