/** SPEC §8, "Guards" and "Logout": each outcome provoked once. */
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { API, beLoggedIn, openSite, setWidth, withServer } from '@/test/app';

const server = withServer();
beforeEach(() => setWidth(1440));

function cookie(value: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: a test's own browser, which has no cookie store.
  document.cookie = `token=${value}`;
}

describe('guards', () => {
  test.each([
    ['no token', undefined],
    ['a token that is none', 'gibberish'],
    ['an expired token', `h.${btoa(JSON.stringify({ role: 'admin', exp: 1 }))}.m`],
  ])('%s leads to the login, and history has no trace of the page', async (_, token) => {
    server.use(http.get(`${API}/checkLogin`, () => HttpResponse.json({ code: 'x', message: 'x' }, { status: 401 })));
    if (token) cookie(token);
    const { router } = openSite('/CreateRace');
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
    expect(router.history.length).toBe(1);
  });

  test('a role that does not open the page leads to Unauthorized Access, whose button goes to the login', async () => {
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

  test('a page that breaks is the default error page', async () => {
    const quiet = vi.spyOn(console, 'error').mockImplementation(() => {});
    server.use(http.get(`${API}/getRaceCards`, () => HttpResponse.json([42])));
    openSite('/home');
    expect(await screen.findByRole('heading', { name: 'Unexpected Application Error!' })).toBeTruthy();
    quiet.mockRestore();
  });
});

describe('logout', () => {
  async function logOut(answer: () => Response) {
    server.use(
      http.get(`${API}/checkLogin`, () => HttpResponse.json({})),
      http.get(`${API}/profile`, () => HttpResponse.json({ Username: 'runner', role: 'user' })),
      http.post(`${API}/logout`, answer),
    );
    beLoggedIn('user');
    const site = openSite('/raceleague');
    await waitFor(() => expect(localStorage.getItem('isLoggedIn')).toBe('true'));
    await userEvent.click(await screen.findByRole('button', { name: 'Account of runner' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Logout' }));
    return site;
  }

  test('done: says so, goes home, and everything remembered is gone', async () => {
    const { router } = await logOut(() => HttpResponse.json({ message: 'Logged out' }));
    expect((await screen.findAllByText('User logged out')).length).toBeGreaterThan(0);
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
    expect(localStorage.getItem('isLoggedIn')).not.toBe('true');
    // The start page has its races: what was forgotten with the person is asked for again.
    await waitFor(() => expect(document.querySelector('main [aria-busy=true]')).toBeNull());
    expect(screen.getByRole('heading', { level: 1 })).toBeTruthy();
  });

  test('refused: an error, and one is still logged in', async () => {
    await logOut(() => HttpResponse.json({ code: 'x', message: 'x' }, { status: 500 }));
    expect((await screen.findAllByText('Error logging out')).length).toBeGreaterThan(0);
    expect(localStorage.getItem('isLoggedIn')).toBe('true');
  });

  test('no answer: asks to refresh', async () => {
    await logOut(() => HttpResponse.error());
    expect((await screen.findAllByText('Server error: please refresh.')).length).toBeGreaterThan(0);
  });
});
