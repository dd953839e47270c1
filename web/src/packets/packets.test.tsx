import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import type { PacketAction } from '@/core';
import { API, openSite, withServer } from '@/test/app';

const server = withServer();

const person = (bib: string, name: string) => ({ bib, name, distance: '10K', wave: '', chip: '' });
const list = {
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
