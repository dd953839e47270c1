import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { expect, test } from 'vitest';
import { API, beLoggedIn, openSite, setWidth, withServer } from '@/test/app';
import { fileAddress } from './api';

const server = withServer();

const line = (id: number, more: object = {}) => ({
  id,
  at: 1_811_851_200_000,
  when: 'June 1, 2027, 8:00:00 AM EDT',
  actor: 'user:u1',
  actorText: 'ada',
  actorFilter: 'ada',
  role: 'administrator',
  action: 'race.updated',
  actionText: 'Page changed',
  object: 'race:r1',
  objectText: 'Spring Half',
  objectFilter: 'Spring Half',
  page: '/race/Spring%20Half',
  network: '203.0.113.0/24',
  request: 'abc',
  changes: [{ field: 'Date', kind: 'changed', before: 'June 15, 2027', after: 'June 16, 2027' }],
  moreChanges: 0,
  ...more,
});

/** The record of an administrator with these rows. */
function record(items: object[], more: object = {}, width = 1280) {
  setWidth(width);
  beLoggedIn('admin');
  const log = { asked: [] as string[], seal: {} as object, checks: 0 };
  server.use(
    http.get(`${API}/checkLogin`, () => HttpResponse.json({ message: 'Logged in', role: 'admin' })),
    http.get(`${API}/profile`, () => HttpResponse.json({ UserID: 'u1', Username: 'ada', role: 'admin' })),
    http.get(`${API}/auditLog`, ({ request }) => {
      log.asked.push(new URL(request.url).search);
      return HttpResponse.json({
        items,
        page: 1,
        pageSize: 25,
        total: items.length,
        more: false,
        older: false,
        newer: false,
        ...more,
      });
    }),
    http.get(`${API}/auditLog/seal`, () => HttpResponse.json(log.seal)),
    http.post(`${API}/auditLog/seal`, () => {
      log.checks += 1;
      return HttpResponse.json(log.seal);
    }),
  );
  return log;
}

const loaded = () => screen.findByRole('heading', { level: 1, name: 'Audit log' }, { timeout: 10_000 });

test('filters are in the address, and another filter begins at the first page', async () => {
  const log = record([line(7)]);
  const { router } = openSite('/AuditLog?action=race.updated&page=3&before=40');
  await loaded();
  await screen.findByText('Page changed', { selector: 'div' });
  expect(log.asked[0]).toBe('?action=race.updated&page=3&before=40');
  await userEvent.type(screen.getByRole('textbox', { name: 'Who' }), 'ada');
  await waitFor(() => expect(router.state.location.search).toEqual({ action: 'race.updated', actor: 'ada' }));
  await userEvent.type(screen.getByRole('textbox', { name: 'From' }), 'June 1, 2027');
  await waitFor(() =>
    expect(router.state.location.search).toEqual({ action: 'race.updated', actor: 'ada', from: '2027-06-01' }),
  );
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Action' }), 'Every action');
  await waitFor(() => expect(router.state.location.search).toEqual({ actor: 'ada', from: '2027-06-01' }));
  expect(screen.getByRole('link', { name: /^CSV/ }).getAttribute('href')).toBe(
    '/api/auditLog.csv?actor=ada&from=2027-06-01',
  );
});

test('a filter that cannot be read is told at its field, and nothing is asked', async () => {
  const log = record([line(7)]);
  openSite('/AuditLog?from=2027-06-02&to=2027-06-01');
  await loaded();
  expect(await screen.findByText('The last day is before the first one.')).toBeTruthy();
  expect(screen.getByText('These filters can’t be read')).toBeTruthy();
  expect(log.asked).toEqual([]);
  expect(screen.queryByRole('link', { name: /^CSV/ })).toBeNull();
});

test('a row tells old and new in words, filters, and leads to its page; many changes open on demand', async () => {
  const many = Array.from({ length: 6 }, (_, n) => ({ field: `Field ${n}`, kind: 'added', after: `value ${n}` }));
  record([
    line(9),
    line(8, { changes: many, moreChanges: 2, actorText: 'somebody whose account was deleted', role: undefined }),
    line(7, { changes: [], page: undefined, network: undefined, request: undefined }),
  ]);
  openSite('/AuditLog');
  await loaded();
  const table = await screen.findByRole('region', { name: 'Changes' });
  const [, first, second, third] = within(table).getAllByRole('row') as HTMLElement[];
  const row = within(first as HTMLElement);
  expect(row.getByText('June 15, 2027').textContent).toBe('before: June 15, 2027');
  expect(row.getByText('June 16, 2027').textContent).toBe('after: June 16, 2027');
  expect(row.getByText('administrator')).toBeTruthy();
  expect(row.getByRole('link', { name: 'Spring Half' }).getAttribute('href')).toBe('/race/Spring%20Half');
  expect(row.getByRole('link', { name: 'Only by ada' }).getAttribute('href')).toBe('/AuditLog?actor=ada');
  expect(row.getByRole('link', { name: 'Only this Spring Half' }).getAttribute('href')).toMatch(/object=Spring/);
  const long = within(second as HTMLElement);
  expect(long.getByText('somebody whose account was deleted')).toBeTruthy();
  expect(long.queryByText(/and 2 more/)).toBeNull();
  await userEvent.click(long.getByRole('button', { name: /^2 more/ }));
  expect(long.getByText('and 2 more, which the CSV has')).toBeTruthy();
  expect(long.getByRole('button', { name: /^Show less/ }).getAttribute('aria-expanded')).toBe('true');
  const bare = within(third as HTMLElement);
  expect(bare.getByText('No values')).toBeTruthy();
  expect(bare.queryByRole('link', { name: 'Spring Half' })).toBeNull();
});

test('pages begin at rows', async () => {
  record([line(60), line(50)], { page: 3, total: 10_000, more: true, older: true, newer: true });
  openSite('/AuditLog?actor=ada&page=3&before=61');
  await loaded();
  const pages = within(await screen.findByRole('navigation', { name: 'Pages of the record' }));
  const to = (name: string) => pages.getByRole('link', { name }).getAttribute('href');
  expect(to('Older')).toBe('/AuditLog?actor=ada&page=4&before=50');
  expect(to('Newer')).toBe('/AuditLog?actor=ada&page=2&after=60');
  expect(to('Newest')).toBe('/AuditLog?actor=ada');
  expect(pages.getByText('Rows 51–52 of more than 10,000')).toBeTruthy();
});

test('a phone shows cards', async () => {
  record([line(7)], {}, 390);
  openSite('/AuditLog');
  await loaded();
  const list = within(await screen.findByRole('list', { name: 'Changes' }));
  expect(list.getByText('June 1, 2027, 8:00:00 AM EDT')).toBeTruthy();
  expect(list.getByText(/from 203\.0\.113\.0\/24/)).toBeTruthy();
});

test('the seal tells in words what the last check has found, and follows one that is under way', async () => {
  const log = record([]);
  log.seal = { running: { rows: 40_000, of: 1_000_000 } };
  openSite('/AuditLog');
  await loaded();
  expect(await screen.findByText('The record is empty')).toBeTruthy();
  const seal = within(screen.getByRole('region', { name: 'Seal of the record' }));
  expect(seal.getByText('Checking: 40,000 of 1,000,000 rows.')).toBeTruthy();
  expect(seal.getByRole('progressbar').getAttribute('value')).toBe('40000');
  await userEvent.click(seal.getByRole('button', { name: 'Check now' }));
  expect(log.checks, 'a check is under way').toBe(0);
  log.seal = { last: { verdict: 'whole', rows: 1_000_000, at: 1_811_851_200_000, tookMs: 900 } };
  expect(await seal.findByText('The record is whole')).toBeTruthy();
  log.seal = { last: { verdict: 'altered', rows: 11, row: 12, at: 1_811_851_200_000, tookMs: 900 } };
  await userEvent.click(seal.getByRole('button', { name: 'Check again' }));
  expect(await seal.findByText('The record was altered')).toBeTruthy();
  expect(log.checks).toBe(1);
});

test('what failed is told, and tried again', async () => {
  record([line(7)]);
  server.use(
    http.get(`${API}/auditLog`, () => HttpResponse.json({ code: 'BUSY', message: 'Busy now.' }, { status: 503 }), {
      once: true,
    }),
  );
  openSite('/AuditLog');
  await loaded();
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('region', { name: 'Changes' })).toBeTruthy();
});

test('the file has the filters of the page, and not its place', () => {
  expect(fileAddress({ page: '3', before: '7' })).toBe('/api/auditLog.csv');
  expect(fileAddress({ object: 'A & B', to: '2027-06-01', after: '7' })).toBe(
    '/api/auditLog.csv?object=A+%26+B&to=2027-06-01',
  );
});
