import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expectFine } from './accessibility';
import { logInByApi, raceByApi } from './races';
import { expect, type Splitline, test } from './server';

const RACE = 'Harbor Half';

/** Presses Tab until this element has the focus. */
async function tabTo(page: Page, role: 'link' | 'button' | 'textbox' | 'combobox', name: string | RegExp) {
  const wanted = page.getByRole(role, { name }).filter({ visible: true }).first();
  await wanted.waitFor();
  for (let presses = 0; presses < 150; presses += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return wanted;
    await page.keyboard.press('Tab');
  }
  throw new Error(`the focus never came to ${name}`);
}

const seal = (page: Page) => page.getByRole('region', { name: 'Seal of the record' });
const rows = (page: Page) => page.getByRole('region', { name: 'Changes' }).getByRole('row');

/** Alters a row in the database's file, past the program and its triggers: a page that was changed seems to have been created. */
async function forge(splitline: Splitline) {
  await splitline.kill();
  // The command merges the log into the file, as a stop of the server would.
  expect(splitline.run('audit', 'verify', '--data', splitline.data)).toContain('The audit record is whole');
  const file = join(splitline.data, 'splitline.db');
  const bytes = readFileSync(file);
  const [was, is] = ['race.updated', 'race.created'].map((action) => Buffer.from(action));
  let found = 0;
  for (let at = bytes.indexOf(was as Buffer); at >= 0; at = bytes.indexOf(was as Buffer, at + 1)) {
    bytes.set(is as Buffer, at);
    found += 1;
  }
  expect(found).toBeGreaterThan(0);
  writeFileSync(file, bytes);
  await splitline.serve();
}

test('who changed the start is found by the keyboard alone, in words and as a file, and a forged row breaks the seal', async ({
  page,
  context,
  splitline,
}) => {
  test.setTimeout(300_000);
  await raceByApi(splitline, RACE);
  await logInByApi(context, splitline);
  await page.setViewportSize({ width: 1440, height: 900 });

  // The start is moved on the race's page.
  await page.goto(`${splitline.url}/EditRaces?race=${encodeURIComponent(RACE)}`);
  await (await tabTo(page, 'button', /^Edit .*header/i)).press('Enter');
  await tabTo(page, 'button', /Minute$/);
  await page.keyboard.type('45');
  await (await tabTo(page, 'button', /^Save/)).press('Enter');
  await expect(page.getByText('Race updated successfully!').first()).toBeVisible();

  // The menu leads to the record, whose seal is green.
  await (await tabTo(page, 'button', /^Account of/)).press('Enter');
  await page.getByRole('menuitem', { name: 'Audit Logs' }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveTitle('Audit Logs · Splitline');
  await expect(page.getByRole('heading', { level: 1, name: 'Audit log' })).toBeVisible();
  await (await tabTo(page, 'button', /^Check (now|again)/)).press('Enter');
  await expect(seal(page).getByText('The record is whole')).toBeVisible();
  await expect(seal(page).getByText(/^All \d+ rows are as they were written/)).toBeVisible();

  // Filters by what was done, and to what; they are in the address.
  const action = await tabTo(page, 'combobox', 'Action');
  await page.keyboard.type('Page ch');
  await expect(action).toHaveValue('race.updated');
  await tabTo(page, 'textbox', 'What');
  await page.keyboard.type(RACE);
  await expect(page).toHaveURL(/action=race\.updated&object=Harbor(\+|%20)Half/);
  await expect(rows(page)).toHaveCount(2);
  const row = rows(page).nth(1);
  await expect(row.getByText('Page changed')).toBeVisible();
  await expect(row.getByText('administrator')).toBeVisible();
  await expect(row.getByText('127.0.0.0/24')).toBeVisible();
  await expect(row.getByRole('deletion').filter({ hasText: '7:30 AM' }).first()).toBeVisible();
  await expect(row.getByRole('insertion').filter({ hasText: '7:45 AM' }).first()).toBeVisible();
  await expectFine(page, { name: 'audit-log-filtered' });
  await page.setViewportSize({ width: 1440, height: 900 });

  // The file has the same row.
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    tabTo(page, 'link', /^CSV/).then((link) => link.press('Enter')),
  ]);
  const csv = readFileSync((await download.path()) as string, 'utf8')
    .trim()
    .split('\r\n');
  expect(download.suggestedFilename()).toBe('audit-log.csv');
  expect(csv).toHaveLength(2);
  expect(csv[1]).toContain('7:30 AM → 7:45 AM');

  // Nothing fits; then everything again, with what was downloaded; the object leads to its page.
  await page.goto(`${splitline.url}/AuditLog?actor=nobody`);
  await expect(page.getByText('Nothing fits these filters')).toBeVisible();
  await expectFine(page, { name: 'audit-log-nothing', brief: true });
  await page.setViewportSize({ width: 1440, height: 900 });
  await (await tabTo(page, 'link', 'Show every change')).press('Enter');
  await expect(rows(page).nth(1).getByText('Audit record downloaded')).toBeVisible();
  await (await tabTo(page, 'link', RACE)).press('Enter');
  await expect(page).toHaveURL(/\/race\/Harbor%20Half/);

  // A filter that can't be read, and no network.
  await page.goto(`${splitline.url}/AuditLog?from=someday`);
  await expect(page.getByText('These filters can’t be read')).toBeVisible();
  await expectFine(page, { name: 'audit-log-unreadable', brief: true });
  await page.goto(`${splitline.url}/AuditLog`);
  await expect(
    page.getByRole('list', { name: 'Changes' }).or(page.getByRole('region', { name: 'Changes' })),
  ).toBeVisible();
  await page.setViewportSize({ width: 1440, height: 900 });
  await context.setOffline(true);
  await page.getByRole('combobox', { name: 'Action' }).focus();
  await page.keyboard.type('Logged in');
  await expect(page.getByRole('alert').filter({ hasText: 'Network error.' }).first()).toBeVisible();
  await context.setOffline(false);
  await expect(rows(page).nth(1).getByText('Logged in')).toBeVisible({ timeout: 20_000 });

  // Somebody alters the database past the program.
  await forge(splitline);
  await page.goto(`${splitline.url}/AuditLog`);
  await expect(seal(page).getByText('The record was altered')).toBeVisible();
  await expect(seal(page).getByText(/^Row \d+ is not as it was written/)).toBeVisible();
  await (await tabTo(page, 'button', 'Check again')).press('Enter');
  await expect(seal(page).getByText('The record was altered')).toBeVisible();
  await expectFine(page, { name: 'audit-log-altered' });
  expect(() => splitline.run('audit', 'verify', '--data', splitline.data)).toThrow(/altered at or before row \d+/);
});
