import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { core, type RaceDateEntry } from '@/core';
import { API, beLoggedIn, openSite, setWidth, withServer } from '@/test/app';
import { toast } from '@/ui';
import { loadStoredState, useStoredState } from './stored';

const server = withServer();
beforeEach(() => setWidth(1440));
afterEach(() => vi.useRealTimers());

/** A race whose earliest start is the given number of minutes from now. */
function raceIn(minutes: number): RaceDateEntry {
  const start = Date.now() + minutes * 60_000;
  const zone = 'UTC';
  return {
    Race: 'Shore Half',
    Date: core().dateIn(start, zone),
    DistanceStartTimes: [
      {
        distance: 'Half',
        startTime: core()
          .clockText(start, zone)
          .replace(/:\d\d (?=[AP]M)/, ' '),
      },
    ],
    TimeZone: zone,
  };
}

const logIn = (role: string) => {
  server.use(
    http.get(`${API}/checkLogin`, () => HttpResponse.json({})),
    http.get(`${API}/profile`, () => HttpResponse.json({ Username: 'director', role })),
  );
  beLoggedIn(role);
};

describe('the live link', () => {
  test('is shown within the live window', async () => {
    server.use(http.get(`${API}/getRaceDates`, () => HttpResponse.json([raceIn(30)])));
    openSite('/races');
    expect((await screen.findAllByRole('link', { name: /Live Race/ })).length).toBeGreaterThan(0);
  });

  test('is not shown before the live window, and appears when it opens', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const dates = [raceIn(63)];
    server.use(http.get(`${API}/getRaceDates`, () => HttpResponse.json(dates)));
    const { queries } = openSite('/races');
    await waitFor(() => expect(queries.getQueryData(['raceDates'])).toBeTruthy());
    expect(screen.queryByRole('link', { name: /Live Race/ })).toBeNull();
    await act(() => vi.advanceTimersByTimeAsync(5 * 60_000));
    expect((await screen.findAllByRole('link', { name: /Live Race/ })).length).toBeGreaterThan(0);
  });
});

describe('the user menu', () => {
  test('has the administrator’s pages only for an administrator', async () => {
    logIn('admin');
    openSite('/races');
    await userEvent.click(await screen.findByRole('button', { name: 'Account of director' }));
    expect(await screen.findByRole('menuitem', { name: 'Create Page' })).toBeTruthy();
  });

  test('has none of them for a user; Logout opens the start page and confirms the logout', async () => {
    logIn('user');
    server.use(http.post(`${API}/logout`, () => HttpResponse.json({ message: 'Logged out' })));
    const { router } = openSite('/races');
    await userEvent.click(await screen.findByRole('button', { name: 'Account of director' }));
    expect(screen.queryByRole('menuitem', { name: 'Create Page' })).toBeNull();
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Logout' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
    expect((await screen.findAllByText('User logged out')).length).toBeGreaterThan(0);
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Account of director' })).toBeNull());
  });

  test('makes an account private and public; a failed request reverts the change', async () => {
    logIn('user');
    const received: { isPrivate: boolean }[] = [];
    server.use(
      http.get(`${API}/profile`, () =>
        HttpResponse.json({ Username: 'director', role: 'user', isPrivate: received[0]?.isPrivate ?? false }),
      ),
      http.put(`${API}/updatePrivacy`, async ({ request }) => {
        received.push((await request.json()) as { isPrivate: boolean });
        return received.length < 2
          ? HttpResponse.json({ success: true })
          : HttpResponse.json({ code: 'x', message: 'x' }, { status: 500 });
      }),
    );
    openSite('/races');
    await userEvent.click(await screen.findByRole('button', { name: 'Account of director' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: /Account is public/ }));
    await userEvent.click(await screen.findByRole('menuitem', { name: /Account is private/ }));
    await waitFor(() => expect(received).toEqual([{ isPrivate: true }, { isPrivate: false }]));
    expect(await screen.findByRole('menuitem', { name: /Account is private/ })).toBeTruthy();
  });

  test('while the server can’t be reached the menu stays, and logging in is not offered', async () => {
    logIn('user');
    useStoredState.getState().setLoggedIn(true);
    server.use(http.get(`${API}/checkLogin`, () => HttpResponse.error()));
    openSite('/races');
    await userEvent.click(await screen.findByRole('button', { name: 'Account' }, { timeout: 10_000 }));
    expect(screen.getByRole('menuitem', { name: 'My Profile' })).toBeTruthy();
    expect(screen.queryByRole('menuitem', { name: /Account is/ })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Login' })).toBeNull();
  });

  test('on a page of another account the logout asks whose session is to end', async () => {
    logIn('user');
    const shown = { UserID: 'u1', Username: 'director', role: 'user' };
    let now = shown;
    let loggedOut = 0;
    server.use(
      http.get(`${API}/profile`, () => HttpResponse.json(now)),
      http.post(`${API}/logout`, () => {
        loggedOut += 1;
        return HttpResponse.json({ message: 'Logged out' });
      }),
    );
    const { router } = openSite('/races');
    await userEvent.click(await screen.findByRole('button', { name: 'Account of director' }));
    now = { ...shown, UserID: 'u2', Username: 'tom.runs' };
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Logout' }));
    const question = await screen.findByRole('alertdialog', { name: 'Log tom.runs out?' });
    expect(within(question).getByText(/in place of director, whom this page still shows/)).toBeTruthy();
    await userEvent.click(within(question).getByRole('button', { name: 'Cancel' }));
    // Nothing has changed: what was typed for the account that the page shows is still there.
    await new Promise((over) => setTimeout(over, 200));
    expect(screen.queryByRole('button', { name: 'Account of tom.runs' })).toBeNull();
    await userEvent.click(await screen.findByRole('button', { name: 'Account of director' }));
    expect(loggedOut).toBe(0);
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Logout' }));
    const again = await screen.findByRole('alertdialog', { name: 'Log tom.runs out?' });
    await userEvent.click(within(again).getByRole('button', { name: 'Log out' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
    expect(loggedOut).toBe(1);
  });

  test('a logout does not fail because it cannot be told who is logged in', async () => {
    logIn('user');
    server.use(http.post(`${API}/logout`, () => HttpResponse.json({ message: 'Logged out' })));
    const { router } = openSite('/races');
    await userEvent.click(await screen.findByRole('button', { name: 'Account of director' }));
    server.use(http.get(`${API}/profile`, () => HttpResponse.json({ code: 'BUSY', message: '' }, { status: 503 })));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Logout' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  });

  test('a login in another tab changes whose page it is, and so does another cookie once the window is used', async () => {
    logIn('user');
    const profile = { UserID: 'u1', Username: 'director', role: 'user' };
    server.use(http.get(`${API}/profile`, () => HttpResponse.json(profile)));
    openSite('/races');
    await screen.findByRole('button', { name: 'Account of director' });
    Object.assign(profile, { UserID: 'u2', Username: 'tom.runs' });
    const tab = new BroadcastChannel('splitline.login');
    await waitFor(() => {
      tab.postMessage('u2');
      expect(screen.getByRole('button', { name: 'Account of tom.runs' })).toBeTruthy();
    });
    tab.close();
    Object.assign(profile, { UserID: 'u3', Username: 'eve.runs' });
    window.dispatchEvent(new Event('focus'));
    // The same cookie: nothing is asked.
    await new Promise((over) => setTimeout(over, 200));
    expect(screen.getByRole('button', { name: 'Account of tom.runs' })).toBeTruthy();
    beLoggedIn('timer');
    window.dispatchEvent(new Event('focus'));
    expect(await screen.findByRole('button', { name: 'Account of eve.runs' })).toBeTruthy();
  });

  test('a login elsewhere while the page opens is noticed once the window is used', async () => {
    logIn('user');
    const profile = { UserID: 'u1', Username: 'director', role: 'user' };
    server.use(
      http.get(`${API}/profile`, () => {
        const answer = HttpResponse.json(profile);
        // The cookies change when the answer is on its way, and before what watches them is loaded.
        Object.assign(profile, { UserID: 'u2', Username: 'tom.runs' });
        beLoggedIn('timer');
        return answer;
      }),
    );
    openSite('/races');
    await screen.findByRole('button', { name: 'Account of director' });
    await waitFor(() => {
      window.dispatchEvent(new Event('focus'));
      expect(screen.getByRole('button', { name: 'Account of tom.runs' })).toBeTruthy();
    });
  });

  test('unsaved text that went with a logout in another tab is named until it is put away', async () => {
    logIn('user');
    openSite('/races');
    await screen.findByRole('button', { name: 'Account of director' });
    sessionStorage.setItem('timing-draft:Shore Half', '{}');
    const tab = new BroadcastChannel('splitline.logout');
    tab.postMessage('another tab');
    expect(await screen.findByText('What director typed in this tab is gone')).toBeTruthy();
    expect(screen.getByText(/Nobody is logged in now\.$/)).toBeTruthy();
    await waitFor(() => expect(sessionStorage.getItem('timing-draft:Shore Half')).toBeNull());
    tab.close();
    await userEvent.click(screen.getByRole('button', { name: 'OK' }));
    expect(screen.queryByText('What director typed in this tab is gone')).toBeNull();
  });

  test('a failed logout shows an error and changes nothing', async () => {
    logIn('user');
    server.use(http.post(`${API}/logout`, () => HttpResponse.json({ code: 'x', message: 'x' }, { status: 500 })));
    openSite('/races');
    await userEvent.click(await screen.findByRole('button', { name: 'Account of director' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Logout' }));
    expect((await screen.findAllByText('Error logging out')).length).toBeGreaterThan(0);
    expect(screen.getByRole('button', { name: 'Account of director' })).toBeTruthy();
  });
});

test('the text of an error toast is also in the assertive live region for screen readers', async () => {
  openSite('/races');
  await screen.findByRole('heading', { name: 'Races' });
  act(() => void toast.error('That did not work'));
  await waitFor(() =>
    expect([...document.querySelectorAll('[aria-live="assertive"]')].map((one) => one.textContent)).toContain(
      'That did not work',
    ),
  );
});

test('every page has a link to skip to its content', async () => {
  openSite('/races');
  expect((await screen.findByRole('link', { name: 'Skip to content' })).getAttribute('href')).toBe('#main');
  expect(document.getElementById('main')?.tagName).toBe('MAIN');
});

describe('the shortcuts of a single character', () => {
  beforeEach(() => localStorage.clear());
  const pressed = (key: string) => fireEvent.keyDown(document.body, { key });

  test('? shows the list of shortcuts on every page, and so does the footer', async () => {
    openSite('/races');
    await screen.findByRole('heading', { name: 'Races' });
    pressed('?');
    const list = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
    expect(within(list).getByText('Goes to the page’s search, else to that of races')).toBeTruthy();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await userEvent.click(screen.getByRole('button', { name: 'Keyboard shortcuts' }));
    expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeTruthy();
    await userEvent.keyboard('{Escape}');
  });

  test('/ focuses the page’s own search, else that of races; inside a field it is typed', async () => {
    openSite('/races');
    await screen.findByRole('heading', { name: 'Races' });
    expect(pressed('/'), 'handled').toBe(false);
    expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: 'Find a race' }));
    (document.activeElement as HTMLElement).blur();
    const search = Object.assign(document.createElement('input'), { type: 'search' });
    document.querySelector('main')?.append(search);
    expect(pressed('/'), 'handled').toBe(false);
    expect(document.activeElement).toBe(search);
    expect(fireEvent.keyDown(search, { key: '/' }), 'not handled, so it is typed').toBe(true);
  });

  test('can be turned off, which is stored, and turned on again from the footer', async () => {
    openSite('/races');
    await screen.findByRole('heading', { name: 'Races' });
    pressed('?');
    await userEvent.click(await screen.findByRole('switch', { name: 'Keys of one letter' }));
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(pressed('?'), 'not handled').toBe(true);
    expect(localStorage.getItem('splitline.slash')).toBe('off');
    await userEvent.click(screen.getByRole('button', { name: 'Keyboard shortcuts' }));
    await userEvent.click(await screen.findByRole('switch', { name: 'Keys of one letter' }));
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(pressed('?'), 'handled').toBe(false);
    await userEvent.keyboard('{Escape}');
  });
});

test('a theme that is chosen in another window is applied in this one, too', async () => {
  openSite('/races');
  const dark = (await screen.findByRole('radio', { name: 'Dark' })) as HTMLInputElement;
  localStorage.setItem('theme', 'dark');
  act(() => void dispatchEvent(new StorageEvent('storage', { key: 'theme' })));
  expect(document.documentElement.dataset.theme).toBe('dark');
  expect(dark.checked).toBe(true);
  await userEvent.click(screen.getByRole('radio', { name: 'As the system' }));
  expect(document.documentElement.dataset.theme).toBeUndefined();
});

test('without local storage the site works, and a choice is valid until the page is left', async () => {
  const refuse = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse, clear: refuse });
  try {
    loadStoredState();
    openSite('/races');
    expect(await screen.findByRole('heading', { name: 'Races' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Accept All' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Accept All' })).toBeNull());
    await userEvent.click(screen.getByRole('radio', { name: 'Dark' }));
    expect(document.documentElement.dataset.theme).toBe('dark');
  } finally {
    vi.unstubAllGlobals();
    delete document.documentElement.dataset.theme;
  }
});
