import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import type { PacketAction } from '@/core';
import { API, openSite, withServer } from '@/test/app';

const server = withServer();

const person = (bib: string, name: string) => ({ bib, name, distance: '10K', wave: '', chip: '' });
const list = {
  raceID: 'r1',
  race: 'Spring 10K',
  date: 'June 15, 2027',
  timeZone: 'America/New_York',
  link: 'Volunteers',
  until: 'June 15, 2027, 11:59 PM',
  revision: 'r1',
  places: [{ from: 1, to: 9, packet: 'Table A', pen: 'Pen 1' }],
  people: [person('1', 'Ana Ruiz'), person('2', 'Bo Day')],
  entries: [] as object[],
};
let tokens: (string | null)[];
let sent: PacketAction[];

beforeEach(() => {
  tokens = [];
  sent = [];
  localStorage.clear();
  localStorage.setItem('packets-device', 'Table A');
  list.entries = [];
  list.race = 'Spring 10K';
  list.raceID = 'r1';
  server.use(
    http.get(`${API}/packets/:race/list`, ({ request }) => {
      tokens.push(request.headers.get('Authorization'));
      return HttpResponse.json(list);
    }),
  );
});

const answer = (refusal?: object) =>
  server.use(
    http.post(`${API}/packets/:race/actions`, async ({ request }) => {
      const { actions } = (await request.json()) as { actions: PacketAction[] };
      sent.push(...actions);
      if (!refusal) {
        const entry = (action: PacketAction, at: number) => ({ ...action, seq: at + 1, link: 'Volunteers' });
        list.entries = sent.map(entry);
      }
      return HttpResponse.json({ outcomes: actions.map(({ id }) => ({ id, ...(refusal && { refusal }) })) });
    }),
  );

const user = () => userEvent.setup({ delay: null });

test('a packet is handed out by the keyboard, and the token of the link is sent as a header', async () => {
  answer();
  openSite('/packets/Spring%2010K#secret');
  await user().type(await screen.findByRole('searchbox', { name: 'Bib or name' }), 'ana{Enter}');
  const card = await screen.findByRole('article', { name: 'Bib 1' });
  expect(within(card).getByText('Table A')).toBeTruthy();
  expect(document.activeElement?.textContent).toBe('Hand out');
  await user().keyboard('{Enter}');
  expect(await within(card).findByRole('button', { name: 'Take back bib 1' })).toBeTruthy();
  await expect.poll(() => sent.length).toBe(1);
  expect(sent[0]).toMatchObject({ bib: '1', kind: 'out', device: 'Table A' });
  expect(sent[0]?.id).toMatch(/^[0-9a-f]{32}$/);
  expect(tokens[0]).toBe('Bearer secret');
});

test('a refused hand-out says who was first, until it is read', async () => {
  const message = 'Bib 2 was handed out before: 9:03 AM, Table B (Volunteers).';
  answer({ code: 'handed_out', message });
  openSite('/packets/Spring%2010K#secret');
  await user().type(await screen.findByRole('searchbox', { name: 'Bib or name' }), '2');
  await user().click(await screen.findByRole('button', { name: 'Hand out bib 2' }));
  expect(await screen.findByText(message)).toBeTruthy();
  await user().click(screen.getByRole('button', { name: 'OK, bib 2' }));
  expect(screen.queryByText(message)).toBeNull();
});

test('what waits is seen and sent after the race was renamed, by a new link on the same phone', async () => {
  server.use(http.post(`${API}/packets/:race/actions`, () => HttpResponse.error()));
  openSite('/packets/Spring%2010K#secret');
  await user().type(await screen.findByRole('searchbox', { name: 'Bib or name' }), '2');
  await user().click(await screen.findByRole('button', { name: 'Hand out bib 2' }));
  expect(await screen.findByText('1 action waits on this phone.')).toBeTruthy();
  cleanup();

  // Meanwhile the race gets another name, the link is revoked, and there is a new one.
  list.race = 'Fall 10K';
  openSite('/packets/Fall%2010K#other');
  expect(await screen.findByText('1 action waits on this phone.')).toBeTruthy();
  await user().type(await screen.findByRole('searchbox', { name: 'Bib or name' }), '2');
  expect(await screen.findByText('Not sent yet')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Hand out bib 2' })).toBeNull();
  cleanup();
  answer();
  openSite('/packets/Fall%2010K#other');
  await expect.poll(() => sent.map(({ bib, kind }) => `${kind} ${bib}`)).toEqual(['out 2']);
  await expect.poll(() => Object.keys(localStorage).filter((key) => key.startsWith('packets:'))).toEqual([]);
});

test('what waits of another race that has got the name since is not sent', async () => {
  const action = { id: 'a'.repeat(32), bib: '1', kind: 'out', value: '', of: '', at: 1, device: 'Table A' };
  const kept = { raceID: 'other', race: 'Spring 10K', action, made: 1 };
  localStorage.setItem(`packets:other:${action.id}`, JSON.stringify(kept));
  answer();
  openSite('/packets/Spring%2010K#secret');
  await user().type(await screen.findByRole('searchbox', { name: 'Bib or name' }), '1');
  expect(await screen.findByRole('button', { name: 'Hand out bib 1' })).toBeTruthy();
  expect(screen.queryByText('1 action waits on this phone.')).toBeNull();
  expect(screen.getByText(/^1 action waits on this phone for Spring 10K\. Open a link of that race here/)).toBeTruthy();
  expect([sent, localStorage.getItem(`packets:other:${action.id}`)]).toEqual([[], JSON.stringify(kept)]);
});

test('what was kept by the name of the race is taken over once', async () => {
  const action = { id: 'b'.repeat(32), bib: '1', kind: 'out', value: '', of: '', at: 1, device: 'Table A' };
  localStorage.setItem(`packets:Spring 10K:${action.id}`, JSON.stringify({ race: 'Spring 10K', action, made: 1 }));
  server.use(http.post(`${API}/packets/:race/actions`, () => HttpResponse.error()));
  openSite('/packets/Spring%2010K#secret');
  expect(await screen.findByText('1 action waits on this phone.')).toBeTruthy();
  const keys = () => Object.keys(localStorage).filter((key) => key.startsWith('packets:'));
  await expect.poll(keys).toEqual([`packets:r1:${action.id}`]);
});

test('without the secret the page says what to do', async () => {
  openSite('/packets/Spring%2010K');
  expect(await screen.findByText(/^Open the packet desk by the link/)).toBeTruthy();
});

test('a link that is over opens nothing', async () => {
  const message = 'This link was valid until June 15, 2027, 11:59 PM. Ask the race director for a new one.';
  server.use(
    http.get(`${API}/packets/:race/list`, () => HttpResponse.json({ code: 'LINK_EXPIRED', message }, { status: 401 })),
  );
  openSite('/packets/Spring%2010K#secret');
  expect(await screen.findByText(message)).toBeTruthy();
  expect(screen.queryByRole('searchbox', { name: 'Bib or name' })).toBeNull();
});
