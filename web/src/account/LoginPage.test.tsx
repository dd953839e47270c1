import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { describe, expect, test } from 'vitest';
import { API, beLoggedIn, openSite, withServer } from '@/test/app';

const server = withServer();

async function fill(username: string, password: string) {
  await userEvent.type(await screen.findByLabelText('Username or e-mail'), username);
  await userEvent.type(screen.getByLabelText('Password'), password);
  await userEvent.click(screen.getByRole('button', { name: 'Log in' }));
}

describe('login', () => {
  test('an empty form shows what is missing at each field and sends nothing', async () => {
    openSite('/login');
    await userEvent.click(await screen.findByRole('button', { name: 'Log in' }));
    expect(await screen.findByText('Username or e-mail is required')).toBeTruthy();
    expect(screen.getByText('Password is required')).toBeTruthy();
  });

  test('the problem of a field disappears while it is edited, not when it is left, so that the button stays under the mouse', async () => {
    openSite('/login');
    await userEvent.click(await screen.findByRole('button', { name: 'Log in' }));
    const password = screen.getByLabelText('Password');
    await userEvent.click(password);
    await userEvent.tab();
    expect(screen.getByText('Password is required')).toBeTruthy();
    await userEvent.type(password, 'x');
    expect(screen.queryByText('Password is required')).toBeNull();
    expect(document.activeElement).toBe(password);
    expect(screen.getByText('Username or e-mail is required')).toBeTruthy();
  });

  test.each([
    ['/resetpass#abc', 'Set new password', 'New password'],
    ['/forgotpass', 'Send the link', 'E-mail'],
  ])('%s clears the problem of a field while it is edited', async (path, button, label) => {
    server.use(http.post(`${API}/resetPassword/check`, () => HttpResponse.json({ message: 'x', Username: 'zoe' })));
    openSite(path);
    await userEvent.click(await screen.findByRole('button', { name: button }));
    const field = screen.getByLabelText(label);
    await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
    await userEvent.type(field, 'x');
    expect(document.activeElement).toBe(field);
    expect(field.getAttribute('aria-invalid')).toBeNull();
  });

  test('a refusal is shown on the page with the server’s message', async () => {
    server.use(
      http.post(`${API}/login`, () =>
        HttpResponse.json({ code: 'wrong_login', message: 'Wrong username or password.' }, { status: 401 }),
      ),
    );
    openSite('/login');
    await fill('ana', 'not this one');
    expect((await screen.findByRole('alert')).textContent).toContain('Wrong username or password.');
  });

  test('the password can be shown', async () => {
    openSite('/login');
    const field = (await screen.findByLabelText('Password')) as HTMLInputElement;
    expect(field.type).toBe('password');
    await userEvent.click(screen.getByRole('button', { name: 'Show password' }));
    expect(field.type).toBe('text');
  });

  test('after the login the visitor returns to the previous page', async () => {
    server.use(
      http.post(`${API}/login`, () => {
        beLoggedIn('admin');
        return HttpResponse.json({ message: 'Logged in', role: 'admin' });
      }),
      http.get(`${API}/checkLogin`, () => HttpResponse.json({})),
      http.get(`${API}/profile`, () => HttpResponse.json({ Username: 'director', role: 'admin' })),
    );
    const { router } = openSite('/login?from=%2Fraces');
    await fill('director', 'right');
    await waitFor(() => expect(router.state.location.pathname).toBe('/races'));
    expect(await screen.findByRole('button', { name: 'Account of director' })).toBeTruthy();
  });
});

describe('the guard', () => {
  test('redirects a visitor to the login with the requested page in `from`, and replaces the history entry', async () => {
    const { router } = openSite('/CreateRace');
    await screen.findByRole('heading', { name: 'Log in' });
    expect(router.state.location.pathname).toBe('/login');
    expect(router.state.location.search).toMatchObject({ from: '/CreateRace' });
    expect(router.history.length).toBe(1);
  });

  test('redirects a user with the wrong role to Unauthorized', async () => {
    server.use(
      http.get(`${API}/checkLogin`, () => HttpResponse.json({})),
      http.get(`${API}/profile`, () => HttpResponse.json({ Username: 'ana', role: 'user' })),
    );
    beLoggedIn('user');
    openSite('/CreateRace');
    expect(await screen.findByRole('heading', { name: 'Unauthorized Access' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Go to Login' }).getAttribute('href')).toBe('/login');
  });

  test('an unknown path shows the 404 page, with only the brand as title', async () => {
    openSite('/no-such-page');
    expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeTruthy();
    await waitFor(() => expect(document.title).toBe('Splitline'));
  });
});
