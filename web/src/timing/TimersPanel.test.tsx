import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, test } from 'vitest';
import { createQueryClient } from '@/app/query';
import { API, withServer } from '@/test/app';
import { MylapsPanel } from './MylapsPanel';
import { PullsPanel } from './PullsPanel';
import type { Mylaps, PullShown } from './timerRequests';

const server = withServer();

const NOW = Date.parse('2030-06-15T12:30:00Z');
const props = { timedRace: { name: 'Shore Half', id: 'r1' }, zone: 'America/New_York' };

let mylaps: Mylaps;
let pulls: PullShown[];
let sent: { path: string; body: unknown }[];
let refusal: Response | undefined;

const raceResult: PullShown = {
  kind: 'raceResult',
  enabled: true,
  race: '',
  event: '180000',
  address: '',
  hasKey: true,
  hasSecret: false,
  waits: null,
  lastSuccessAt: NOW,
  lastErrorAt: null,
  lastError: null,
  nextAt: NOW + 10_000,
  connected: false,
  reads: 1234,
  results: 0,
  refused: [],
  reported: [{ line: 1, reason: 'UTCTime contradicts Time and Received.' }],
};

beforeEach(() => {
  sent = [];
  refusal = undefined;
  pulls = [raceResult];
  mylaps = {
    port: 5000,
    points: ['Start'],
    addresses: ['192.168.7.20'],
    connected: 1,
    lastAt: NOW,
    reads: 42,
    refused: [{ line: 3, reason: 'The checksum is wrong.' }],
    refusedTotal: 1,
    unknownPoints: ['Finish'],
  };
  const put = async ({ request }: { request: Request }) => {
    sent.push({ path: new URL(request.url).pathname.split('/').at(-1) ?? '', body: await request.json() });
    return refusal ?? HttpResponse.json({ ...mylaps, pulls });
  };
  server.use(
    http.get(`${API}/timing/:race/mylaps`, () => HttpResponse.json(mylaps)),
    http.put(`${API}/timing/:race/mylaps`, put),
    http.get(`${API}/timing/:race/pulls`, () => HttpResponse.json({ pulls })),
    http.put(`${API}/timing/:race/pulls`, put),
  );
});

function show(panel: React.ReactNode) {
  render(<QueryClientProvider client={createQueryClient()}>{panel}</QueryClientProvider>);
  return userEvent.setup({ delay: null });
}

describe('timers', () => {
  test('the MYLAPS port shows its health, and an unknown point is added with one press', async () => {
    const person = show(<MylapsPanel {...props} />);
    expect(await screen.findByText('5000')).toBeTruthy();
    expect(screen.getByText('June 15, 2030, 8:30:00 AM')).toBeTruthy();
    expect(screen.getByText(/The checksum is wrong/)).toBeTruthy();
    await person.click(screen.getByRole('button', { name: 'Add Finish' }));
    await person.click(screen.getByRole('button', { name: 'Save port' }));
    await waitFor(() =>
      expect(sent).toEqual([{ path: 'mylaps', body: { points: ['Start', 'Finish'], addresses: ['192.168.7.20'] } }]),
    );
  });

  test('a refused address is shown at its field', async () => {
    const fields = [{ field: 'addresses.0', code: 'everybody', message: 'This would allow everybody.' }];
    refusal = HttpResponse.json({ code: 'INVALID_FIELDS', message: 'Mend it.', fields }, { status: 400 });
    const person = show(<MylapsPanel {...props} />);
    await person.type(await screen.findByRole('textbox', { name: 'Allowed addresses' }), ', 0.0.0.0/0');
    await person.click(screen.getByRole('button', { name: 'Save port' }));
    expect(await screen.findByText('This would allow everybody.')).toBeTruthy();
  });

  test('a pull shows its health, and a stored key is not sent again unless it is typed', async () => {
    const person = show(<PullsPanel {...props} />);
    const group = await screen.findByRole('group', { name: 'RACE RESULT Simple API' });
    expect(within(group).getByText('1,234')).toBeTruthy();
    expect(within(group).getByText(/UTCTime contradicts Time/)).toBeTruthy();
    expect(within(group).getByPlaceholderText('Stored; type to replace it')).toBeTruthy();
    await person.type(within(group).getByRole('textbox', { name: 'Event number' }), '1');
    await person.click(screen.getByRole('button', { name: 'Save what is fetched' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toEqual({
      path: 'pulls',
      body: { pulls: [{ kind: 'raceResult', enabled: true, race: '', event: '1800001', address: '' }] },
    });
  });

  test('why nothing is fetched is said, and a refused field is shown at its kind', async () => {
    pulls = [{ ...raceResult, lastError: 'It refused the key (status 401).', lastErrorAt: NOW }];
    const fields = [{ field: 'pulls.1.address', code: 'bad_address', message: 'Give the address with its port.' }];
    refusal = HttpResponse.json({ code: 'INVALID_FIELDS', message: 'Mend it.', fields }, { status: 400 });
    const person = show(<PullsPanel {...props} />);
    expect(await screen.findByText(/: It refused the key \(status 401\)\.$/)).toBeTruthy();
    const box = screen.getByRole('group', { name: 'ChronoTrack box' });
    await person.click(within(box).getByRole('switch'));
    await person.type(within(box).getByRole('textbox'), 'box');
    await person.click(screen.getByRole('button', { name: 'Save what is fetched' }));
    expect(await within(box).findByText('Give the address with its port.')).toBeTruthy();
  });
});
