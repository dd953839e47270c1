import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { core, type RaceDateEntry } from '@/core';
import { API, beLoggedIn, openSite, setWidth, withServer } from '@/test/app';
import { toast } from '@/ui';
import { openStored } from './stored';

const server = withServer();
beforeEach(() => setWidth(1440));
afterEach(() => vi.useRealTimers());

/** A race whose earliest start is so many minutes from now. */
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
  test('shows within the window', async () => {
    server.use(http.get(`${API}/getRaceDates`, () => HttpResponse.json([raceIn(30)])));
    openSite('/races');
    expect((await screen.findAllByRole('link', { name: /Live Race/ })).length).toBeGreaterThan(0);
  });

  test('does not show before it, and appears when the minute comes', async () => {
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

  test('a user has none of them; Logout leads home and says so', async () => {
    logIn('user');
    server.use(http.post(`${API}/logout`, () => HttpResponse.json({ message: 'Logged out' })));
    const { router } = openSite('/races');
    await userEvent.click(await screen.findByRole('button', { name: 'Account of director' }));
    expect(screen.queryByRole('menuitem', { name: 'Create Page' })).toBeNull();
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Logout' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
    expect((await screen.findAllByText('User logged out')).length).toBeGreaterThan(0);
    expect(screen.queryByRole('button', { name: 'Account of director' })).toBeNull();
  });

  test('an account is hidden and shown in the menu; a failure takes the change back', async () => {
    logIn('user');
    const wishes: unknown[] = [];
    server.use(
      http.put(`${API}/updatePrivacy`, async ({ request }) => {
        wishes.push(await request.json());
        return wishes.length < 2
          ? HttpResponse.json({ success: true })
          : HttpResponse.json({ code: 'x', message: 'x' }, { status: 500 });
      }),
    );
    openSite('/races');
    await userEvent.click(await screen.findByRole('button', { name: 'Account of director' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: /Account is public/ }));
    await userEvent.click(await screen.findByRole('menuitem', { name: /Account is private/ }));
    await waitFor(() => expect(wishes).toEqual([{ isPrivate: true }, { isPrivate: false }]));
    expect(await screen.findByRole('menuitem', { name: /Account is private/ })).toBeTruthy();
  });

  test('a logout that fails says so and changes nothing', async () => {
    logIn('user');
    server.use(http.post(`${API}/logout`, () => HttpResponse.json({ code: 'x', message: 'x' }, { status: 500 })));
    openSite('/races');
    await userEvent.click(await screen.findByRole('button', { name: 'Account of director' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Logout' }));
    expect((await screen.findAllByText('Error logging out')).length).toBeGreaterThan(0);
    expect(screen.getByRole('button', { name: 'Account of director' })).toBeTruthy();
  });
});

test('a toast is also said to screen readers, an error at once', async () => {
  openSite('/races');
  await screen.findByRole('heading', { name: 'Races' });
  act(() => void toast.error('That did not work'));
  await waitFor(() =>
    expect([...document.querySelectorAll('[aria-live="assertive"]')].map((one) => one.textContent)).toContain(
      'That did not work',
    ),
  );
});

test('every page can be skipped to its content', async () => {
  openSite('/races');
  expect((await screen.findByRole('link', { name: 'Skip to content' })).getAttribute('href')).toBe('#main');
  expect(document.getElementById('main')?.tagName).toBe('MAIN');
});

describe('the keys of one letter', () => {
  beforeEach(() => localStorage.clear());
  const pressed = (key: string) => fireEvent.keyDown(document.body, { key });

  test('? lists them, on every page, and so does the footer', async () => {
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

  test('/ goes to the search of a page that has one, else to that of races, and is typed within a field', async () => {
    openSite('/races');
    await screen.findByRole('heading', { name: 'Races' });
    expect(pressed('/'), 'taken').toBe(false);
    expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: 'Find a race' }));
    (document.activeElement as HTMLElement).blur();
    const search = Object.assign(document.createElement('input'), { type: 'search' });
    document.querySelector('main')?.append(search);
    expect(pressed('/'), 'taken').toBe(false);
    expect(document.activeElement).toBe(search);
    expect(fireEvent.keyDown(search, { key: '/' }), 'typed').toBe(true);
  });

  test('can be turned off, which is remembered, and on again from the footer', async () => {
    openSite('/races');
    await screen.findByRole('heading', { name: 'Races' });
    pressed('?');
    await userEvent.click(await screen.findByRole('switch', { name: 'Keys of one letter' }));
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(pressed('?'), 'not taken').toBe(true);
    expect(localStorage.getItem('splitline.slash')).toBe('off');
    await userEvent.click(screen.getByRole('button', { name: 'Keyboard shortcuts' }));
    await userEvent.click(await screen.findByRole('switch', { name: 'Keys of one letter' }));
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(pressed('?'), 'taken').toBe(false);
    await userEvent.keyboard('{Escape}');
  });
});

test('a theme that is chosen in another window holds in this one as well', async () => {
  openSite('/races');
  const dark = (await screen.findByRole('radio', { name: 'Dark' })) as HTMLInputElement;
  localStorage.setItem('theme', 'dark');
  act(() => void dispatchEvent(new StorageEvent('storage', { key: 'theme' })));
  expect(document.documentElement.dataset.theme).toBe('dark');
  expect(dark.checked).toBe(true);
  await userEvent.click(screen.getByRole('radio', { name: 'As the system' }));
  expect(document.documentElement.dataset.theme).toBeUndefined();
});

test('a browser that keeps nothing shows the site, and a choice holds until the page is left', async () => {
  const refuse = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse, clear: refuse });
  try {
    openStored();
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
