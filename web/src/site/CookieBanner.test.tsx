import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSite, setWidth, withServer } from '@/test/app';

withServer();
beforeEach(() => {
  setWidth(1440);
  localStorage.clear();
  const meta = document.createElement('meta');
  meta.name = 'splitline-site';
  meta.content = JSON.stringify({ analyticsUrl: 'http://site.test/insights/script.js' });
  document.head.append(meta);
});
afterEach(() => {
  document.querySelector('meta[name="splitline-site"]')?.remove();
  document.getElementById('analytics')?.remove();
});

const script = () => document.getElementById('analytics') as HTMLScriptElement | null;
const banner = () => screen.findByRole('region', { name: 'Cookies' });

test('without a choice there is no analytics script; Accept All stores both choices and closes the banner', async () => {
  openSite('/raceleague');
  const shown = await banner();
  expect(script()).toBeNull();
  await userEvent.click(within(shown).getByRole('button', { name: 'Accept All' }));
  expect(screen.queryByRole('region', { name: 'Cookies' })).toBeNull();
  expect([localStorage.getItem('cookieConsent'), localStorage.getItem('analyticsConsent')]).toEqual([
    'accepted',
    'accepted',
  ]);
  await waitFor(() => expect(document.activeElement?.id, 'the focus').toBe('main'));
  await waitFor(() => expect(script()?.src).toBe('http://site.test/insights/script.js'));
});

test('Customize: essential cookies cannot be switched off; analytics is on at first and can be declined', async () => {
  openSite('/raceleague');
  await userEvent.click(within(await banner()).getByRole('button', { name: 'Customize' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Privacy preferences' }));
  const essential = dialog.getByRole('switch', { name: 'Essential cookies' }) as HTMLInputElement;
  const analytics = dialog.getByRole('switch', { name: 'Analytics' }) as HTMLInputElement;
  expect([essential.checked, essential.disabled, analytics.checked]).toEqual([true, true, true]);
  await userEvent.click(analytics);
  await userEvent.click(dialog.getByRole('button', { name: 'Save Preferences' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Cookies' })).toBeNull());
  expect([localStorage.getItem('cookieConsent'), localStorage.getItem('analyticsConsent')]).toEqual([
    'accepted',
    'declined',
  ]);
  await waitFor(() => expect(document.activeElement?.id, 'the focus').toBe('main'));
  expect(script()).toBeNull();
});

test('Cancel stores no choice, and the banner stays', async () => {
  openSite('/raceleague');
  await userEvent.click(within(await banner()).getByRole('button', { name: 'Customize' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await banner()).toBeTruthy();
  expect(localStorage.getItem('cookieConsent')).toBeNull();
});

test('a choice can be changed later from the footer, and the analytics script is then removed from the page', async () => {
  localStorage.setItem('cookieConsent', 'accepted');
  localStorage.setItem('analyticsConsent', 'accepted');
  openSite('/raceleague');
  await waitFor(() => expect(script()).toBeTruthy());
  await userEvent.click(await screen.findByRole('button', { name: 'Cookie preferences' }));
  await userEvent.click(await screen.findByRole('switch', { name: 'Analytics' }));
  await userEvent.click(screen.getByRole('button', { name: 'Save Preferences' }));
  await waitFor(() => expect(script()).toBeNull());
});
