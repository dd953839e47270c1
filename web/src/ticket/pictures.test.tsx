import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { API, openSite, withServer } from '@/test/app';

const server = withServer();

// The smallest PNG: one pixel.
const PNG = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='),
  (c) => c.charCodeAt(0),
);
const file = (name: string) => new File([PNG], name, { type: 'image/png' });

const TICKET = {
  ticketId: 'T-1042',
  title: 'My bib',
  requestType: 'Refund',
  status: 'open',
  createdAt: 1_811_851_200_000,
  parts: [],
  messages: [
    {
      at: 1_811_851_200_000,
      from: 'runner',
      text: 'See the pictures.',
      quoted: 'You get the money back.',
      leftOut: 'Left out, since only pictures are taken: a.pdf.',
      pictures: [
        { id: 'one', width: 900, height: 600 },
        { id: 'two', width: 600, height: 900 },
      ],
    },
  ],
};

beforeEach(() => {
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => `blob:${(blob as Blob).size}`);
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => {});
});
afterEach(() => {
  vi.restoreAllMocks();
  sessionStorage.clear();
});

/** A ticket's page, and what it asked. */
function page(answer: (count: number) => Response) {
  const asked = { uploads: [] as (string | null)[], wanted: [] as object[], replies: [] as Record<string, unknown>[] };
  server.use(
    http.post(`${API}/ticketStatus`, () => HttpResponse.json(TICKET)),
    http.post(`${API}/ticketPicture`, async ({ request }) => {
      asked.wanted.push((await request.json()) as object);
      return HttpResponse.arrayBuffer(PNG.buffer, { headers: { 'content-type': 'image/webp' } });
    }),
    http.post(`${API}/ticketPictures`, ({ request }) => {
      asked.uploads.push(request.headers.get('Splitline-Ticket'));
      return answer(asked.uploads.length);
    }),
    http.post(`${API}/ticketReply`, async ({ request }) => {
      asked.replies.push((await request.json()) as Record<string, unknown>);
      return HttpResponse.json({ message: 'We have your reply.' }, { status: 201 });
    }),
  );
  openSite('/ticket/T-1042#token');
  return asked;
}

const stored = (count: number) => HttpResponse.json({ id: `new${count}`, width: 1, height: 1 }, { status: 201 });
const input = () => screen.findByLabelText<HTMLInputElement>('Add pictures', {}, { timeout: 10_000 });
const chosen = async () => within(await screen.findByRole('list', { name: 'Chosen pictures' }));

test('pictures are sent as soon as they are chosen, and named by the reply', async () => {
  const asked = page(stored);
  await userEvent.upload(await input(), [file('a.png'), file('b.png')]);
  expect(await (await chosen()).findByRole('button', { name: 'Remove a.png' })).toBeTruthy();
  await waitFor(() => expect(asked.uploads).toEqual(['T-1042#token', 'T-1042#token']));
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
  await userEvent.click((await chosen()).getByRole('button', { name: 'Remove b.png' }));
  expect(document.activeElement).toBe(await input());
  await userEvent.type(screen.getByRole('textbox', { name: 'Your reply' }), 'Here it is.');
  await userEvent.click(screen.getByRole('button', { name: 'Send reply' }));
  expect(await screen.findByText('We have your reply.')).toBeTruthy();
  expect(asked.replies[0]?.text).toBe('Here it is.');
  expect(asked.replies[0]?.pictures).toHaveLength(1);
  expect(screen.queryByRole('list', { name: 'Chosen pictures' })).toBeNull();
});

test('a picture that is refused says why, and is in no reply', async () => {
  const asked = page(() =>
    HttpResponse.json(
      { code: 'ticket_pictures_full', message: 'This ticket has very many pictures already.' },
      { status: 400 },
    ),
  );
  await userEvent.upload(await input(), file('a.png'));
  expect(await screen.findByText('This ticket has very many pictures already.')).toBeTruthy();
  await userEvent.type(screen.getByRole('textbox', { name: 'Your reply' }), 'Without it.');
  await userEvent.click(screen.getByRole('button', { name: 'Send reply' }));
  await waitFor(() => expect(asked.replies).toHaveLength(1));
  expect(asked.replies[0]).not.toHaveProperty('pictures');
});

test('a lost upload is told, and a fifth picture is refused before it is sent', async () => {
  const asked = page((count) => (count === 1 ? HttpResponse.error() : stored(count)));
  await userEvent.upload(await input(), file('lost.png'));
  expect(await screen.findByText(/The picture did not arrive/)).toBeTruthy();
  await userEvent.upload(
    await input(),
    ['a', 'b', 'c', 'd', 'e'].map((name) => file(`${name}.png`)),
  );
  expect(await screen.findByText('A message has at most 4 pictures.')).toBeTruthy();
  expect(screen.queryByText(/The picture did not arrive/)).toBeNull();
  await waitFor(() => expect(asked.uploads).toHaveLength(5));
});

test('chosen pictures survive a reload', async () => {
  sessionStorage.setItem(
    'splitline.tab:reply:T-1042',
    JSON.stringify({
      text: 'Typed before',
      key: 'k',
      pictures: [{ id: 'kept', width: 9, height: 9, name: 'kept.png' }],
    }),
  );
  const asked = page(stored);
  expect((await chosen()).getByRole('button', { name: 'Remove kept.png' })).toBeTruthy();
  await waitFor(() =>
    expect(asked.wanted).toContainEqual({ ticketId: 'T-1042', token: 'token', picture: 'kept', width: 480 }),
  );
});

test('the thread shows pictures, what was left out, and the quoted text behind a press', async () => {
  const asked = page(stored);
  const strip = within(await screen.findByRole('list', { name: 'Pictures of this message' }, { timeout: 10_000 }));
  await waitFor(() => expect(strip.getAllByRole('img')).toHaveLength(2));
  expect(screen.getByText(/Left out.*a\.pdf/)).toBeTruthy();
  expect(screen.getByText('Quoted text').closest('details')?.open).toBe(false);
  await userEvent.click(strip.getByRole('button', { name: /Picture 2/ }));
  expect(await screen.findByRole('dialog', { name: 'Picture 2 of 2' })).toBeTruthy();
  await waitFor(() =>
    expect(asked.wanted).toContainEqual({ ticketId: 'T-1042', token: 'token', picture: 'two', width: 2560 }),
  );
});
