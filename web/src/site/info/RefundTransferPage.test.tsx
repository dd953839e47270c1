import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { openSite, setWidth, withServer } from '@/test/app';

withServer();
beforeEach(() => setWidth(390));

test('says that refunds are not offered, and links to the insurance claims of each provider', async () => {
  openSite('/refundtransfer');
  expect(await screen.findByText('Refunds are not currently offered')).toBeTruthy();
  for (const provider of ['Active', 'RunSignUp']) {
    const link = screen.getByRole('link', { name: new RegExp(`${provider} insurance claim`) });
    expect(link.getAttribute('target')).toBe('_blank');
    expect(link.getAttribute('href')).toMatch(/^https:/);
  }
});

test('shows three steps for Active and four for RunSignUp, each with its picture', async () => {
  openSite('/refundtransfer');
  const steps = async (name: string) => {
    const part = within(await screen.findByRole('region', { name }));
    return [part.getAllByRole('listitem').length, part.getAllByRole('button', { name: /^Enlarge/ }).length];
  };
  expect(await steps('Active transfer')).toEqual([3, 3]);
  expect(await steps('RunSignUp transfer')).toEqual([4, 4]);
});

test('the menu links to the three sections', async () => {
  openSite('/refundtransfer');
  const menu = within(await screen.findByRole('navigation', { name: 'On this page' }));
  expect(menu.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Refund', '#refund'],
    ['Active', '#active'],
    ['RunSignUp', '#runsignup'],
  ]);
});

test('an enlarged picture is closed by Escape, by its button and by a click outside', async () => {
  openSite('/refundtransfer');
  const open = async () => {
    await userEvent.click(await screen.findByRole('button', { name: /^Enlarge the picture of step 2: Choose Change/ }));
    return screen.findByRole('dialog', { name: '2. Choose Change Event' });
  };
  const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  within(await open()).getByRole('img', { name: /Change Event is marked/ });
  await userEvent.keyboard('{Escape}');
  await closed();
  await userEvent.click(within(await open()).getByRole('button', { name: 'Close' }));
  await closed();
  await open();
  await userEvent.click(document.querySelector('[class*="fixed inset-0"]') as Element);
  await closed();
});
