import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { afterEach, expect, test } from 'vitest';
import { API, openSite, withServer } from '@/test/app';
import { aRace } from '@/test/race';

const server = withServer();

afterEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

/** Records the tickets that are sent, with their keys, and answers each with one of these; the last one again. */
function takeTickets(...answers: (() => Response)[]) {
  const sent: { body: Record<string, string>; key: string | null }[] = [];
  server.use(
    http.post(`${API}/createTicket`, async ({ request }) => {
      sent.push({
        body: (await request.json()) as Record<string, string>,
        key: request.headers.get('Idempotency-Key'),
      });
      return (answers[sent.length - 1] ?? answers.at(-1))?.();
    }),
  );
  return sent;
}

const created = (emailSent = true) =>
  HttpResponse.json({ ticketId: 'T-1042', emailSent, message: 'Created' }, { status: 201 });
const refused = (status: number, message: string, fields: object[] = []) =>
  HttpResponse.json({ code: 'REFUSED', message, fields }, { status });

const field = (name: string) => screen.findByRole('textbox', { name }, { timeout: 10_000 });

async function choose(type: string) {
  await userEvent.click(screen.getByRole('button', { name: /Request type/ }));
  await userEvent.click(within(await screen.findByRole('listbox')).getByRole('option', { name: type }));
}

async function fill(type = 'Website Bug') {
  await userEvent.type(await field('Name'), 'Zoë O’Brien');
  await userEvent.type(await field('E-mail or phone'), 'zoe@example.test');
  await choose(type);
  await userEvent.type(await field('Title'), 'My bib');
  await userEvent.type(await field('Description'), 'I cannot find it.');
}

const submit = () => userEvent.click(screen.getByRole('button', { name: 'Submit ticket' }));

test('nothing is wrong until the first submit; then each field says what is missing while it is edited', async () => {
  const sent = takeTickets(created);
  openSite('/tickets');
  const name = await field('Name');
  await userEvent.type(name, 'Z');
  await userEvent.clear(name);
  expect(screen.queryByText('Name is required')).toBeNull();
  await submit();
  for (const words of ['Name', 'Contact information', 'Request type', 'Title', 'Description'])
    expect(screen.getByText(`${words} is required`)).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(name));
  await userEvent.type(name, 'Zoë');
  expect(screen.queryByText('Name is required')).toBeNull();
  await userEvent.clear(name);
  expect(screen.getByText('Name is required')).toBeTruthy();
  expect(sent).toEqual([]);
});

test('a ticket is sent, the notice takes the focus, and the form is empty', async () => {
  const sent = takeTickets(created);
  openSite('/tickets');
  await fill();
  await submit();
  expect(await screen.findByText('Ticket Submitted Successfully!')).toBeTruthy();
  expect(screen.getByText(/Your ticket is T-1042/)).toBeTruthy();
  await waitFor(() => expect(document.activeElement?.textContent).toContain('T-1042'));
  expect(sent.map(({ body }) => body)).toEqual([
    {
      name: 'Zoë O’Brien',
      contact: 'zoe@example.test',
      requestType: 'Website Bug',
      title: 'My bib',
      description: 'I cannot find it.',
    },
  ]);
  expect(sent[0]?.key).toMatch(/^[0-9a-f]{32}$/);
  await userEvent.click(screen.getByRole('button', { name: 'Write another ticket' }));
  const name = await field('Name');
  expect((name as HTMLInputElement).value).toBe('');
  await waitFor(() => expect(document.activeElement).toBe(name));
});

test('the details of a race are asked for, and sent, only where they are needed', async () => {
  const sent = takeTickets(created);
  server.use(
    http.get(`${API}/race/:name`, () =>
      HttpResponse.json({ race: aRace({ Race: 'Fall Half', Refund: 'Until two days before the start.' }) }),
    ),
  );
  openSite('/tickets?race=Fall+Half&type=Refund');
  const details = await field('Race details');
  await waitFor(() => expect((details as HTMLTextAreaElement).value).toBe('Fall Half'));
  expect(await screen.findByText('Until two days before the start.')).toBeTruthy();
  await fill('Other');
  expect(screen.queryByRole('textbox', { name: 'Race details' })).toBeNull();
  await choose('Race Day Incident');
  await userEvent.clear(await field('Race details'));
  await submit();
  expect(await screen.findByText('Race details are required')).toBeTruthy();
  await userEvent.type(await field('Race details'), 'Fall Half, bib 12');
  await submit();
  await screen.findByText('Ticket Submitted Successfully!');
  expect(sent[0]?.body.raceDetails).toBe('Fall Half, bib 12');
});

test('the race that is typed into the details brings its texts, over the one of the link', async () => {
  server.use(
    http.get(`${API}/getRaceDates`, () =>
      HttpResponse.json(
        ['Fall Half', 'Spring 10K'].map((Race) => ({
          Race,
          Date: 'May 1, 2027',
          DistanceStartTimes: [],
          TimeZone: 'UTC',
        })),
      ),
    ),
    http.get(`${API}/race/:name`, ({ params }) =>
      HttpResponse.json({ race: aRace({ Race: String(params.name), Refund: `Refunds of the ${params.name}.` }) }),
    ),
  );
  openSite('/tickets?race=Fall+Half');
  await field('Name');
  expect(await screen.findByText('Refunds of the Fall Half.')).toBeTruthy();
  await choose('Refund');
  const details = await field('Race details');
  await userEvent.clear(details);
  await userEvent.type(details, 'I am ill and cannot run the spring 10k');
  expect(await screen.findByText('Refunds of the Spring 10K.')).toBeTruthy();
  expect(screen.queryByText('Refunds of the Fall Half.')).toBeNull();
  await userEvent.clear(details);
  expect(await screen.findByText('Refunds of the Fall Half.')).toBeTruthy();
});

test.each([
  [429, 'Too many', 'Submission Limit Reached'],
  [400, 'Invalid email format', 'Invalid Email Format'],
  [500, '', 'Submission Failed'],
])('a refusal with %s and "%s" says %s and keeps what was typed', async (status, message, title) => {
  const sent = takeTickets(
    () => refused(status, message),
    () => created(false),
  );
  openSite('/tickets');
  await fill();
  await submit();
  expect(await screen.findByText(title)).toBeTruthy();
  await waitFor(() => expect(document.activeElement?.textContent).toContain(title));
  expect(((await field('Title')) as HTMLInputElement).value).toBe('My bib');
  await submit();
  expect(await screen.findByText('Ticket Created - Email Not Sent')).toBeTruthy();
  // Only a definite refusal makes the next press another ticket.
  expect(sent[0]?.key === sent[1]?.key).toBe(status === 500);
});

test('a refused field has the focus', async () => {
  takeTickets(() =>
    refused(400, 'Invalid email format', [
      { field: 'contact', code: 'invalid_email', message: 'Invalid email format' },
    ]),
  );
  openSite('/tickets');
  await fill();
  await submit();
  expect(await screen.findByText('Invalid Email Format')).toBeTruthy();
  const contact = await field('E-mail or phone');
  await waitFor(() => expect(document.activeElement).toBe(contact));
});

test('two presses are one request', async () => {
  let answer = (_: Response) => {};
  const slow = new Promise<Response>((done) => {
    answer = done;
  });
  let requests = 0;
  server.use(
    http.post(`${API}/createTicket`, () => {
      requests += 1;
      return slow as never;
    }),
  );
  openSite('/tickets');
  await fill();
  await userEvent.dblClick(screen.getByRole('button', { name: 'Submit ticket' }));
  answer(created());
  await screen.findByText('Ticket Submitted Successfully!');
  expect(requests).toBe(1);
});

test('without a connection the ticket is kept, and sent once with the same key', async () => {
  const lost = () => HttpResponse.error();
  const sent = takeTickets(lost, lost, created);
  openSite('/tickets');
  await fill();
  await submit();
  expect(await screen.findByText('Kept, and sent when you are back online')).toBeTruthy();
  expect(Object.keys(localStorage).filter((key) => key.startsWith('ticket-kept:')).length).toBe(1);
  expect(await screen.findByText('Ticket Submitted Successfully!', {}, { timeout: 10_000 })).toBeTruthy();
  expect(Object.keys(localStorage).filter((key) => key.startsWith('ticket-kept:'))).toEqual([]);
  expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
});

test('a draft outlives the page', async () => {
  openSite('/tickets');
  await userEvent.type(await field('Title'), 'Half a sentence');
  await waitFor(() => expect(sessionStorage.getItem('splitline.tab:tickets')).toContain('Half a sentence'));
});

const TICKET = {
  ticketId: 'T-1042',
  title: 'My bib',
  requestType: 'Refund',
  status: 'waiting',
  createdAt: Date.now() - 60_000,
  parts: [],
  messages: [
    { at: Date.now() - 60_000, from: 'runner', text: 'Where is it?', pictures: [] },
    { at: Date.now() - 30_000, from: 'staff', text: 'At table A.', pictures: [] },
  ],
};

test('the link of the mail shows the ticket, and its token leaves the address', async () => {
  const asked: unknown[] = [];
  const replies: unknown[] = [];
  server.use(
    http.post(`${API}/ticketStatus`, async ({ request }) => {
      asked.push(await request.json());
      return HttpResponse.json(TICKET);
    }),
    http.post(`${API}/ticketReply`, async ({ request }) => {
      replies.push([await request.json(), request.headers.get('Idempotency-Key')]);
      return replies.length === 1
        ? HttpResponse.error()
        : HttpResponse.json({ message: 'Your reply is in the ticket.' }, { status: 201 });
    }),
  );
  const { router } = openSite('/ticket/T-1042#SECRET');
  expect(await screen.findByRole('heading', { name: 'My bib' }, { timeout: 10_000 })).toBeTruthy();
  await waitFor(() => expect(router.state.location.href).toBe('/ticket/T-1042'));
  expect(asked[0]).toEqual({ ticketId: 'T-1042', token: 'SECRET' });
  expect(screen.getByText('At table A.')).toBeTruthy();
  const send = screen.getByRole('button', { name: 'Send reply' });
  await userEvent.click(send);
  const reply = await field('Your reply');
  await waitFor(() => expect(document.activeElement).toBe(reply));
  await userEvent.type(reply, 'Thank you');
  await userEvent.click(send);
  expect(await screen.findByText('Not sent yet')).toBeTruthy();
  expect((reply as HTMLTextAreaElement).value).toBe('Thank you');
  await userEvent.click(send);
  expect(await screen.findByText('Your reply is in the ticket.')).toBeTruthy();
  expect((reply as HTMLTextAreaElement).value).toBe('');
  const [[first, key], [second, again]] = replies as [[unknown, string], [unknown, string]];
  expect([second, again]).toEqual([first, key]);
});

test('the link of a ticket that was joined into another one shows the whole and replies by its own number', async () => {
  const replies: { ticketId: string; token: string }[] = [];
  server.use(
    http.post(`${API}/ticketStatus`, () => HttpResponse.json({ ...TICKET, ticketId: 'T-1041', parts: ['T-1042'] })),
    http.post(`${API}/ticketReply`, async ({ request }) => {
      replies.push((await request.json()) as { ticketId: string; token: string });
      return HttpResponse.json({ message: 'Your reply is in the ticket.' }, { status: 201 });
    }),
  );
  openSite('/ticket/T-1042#SECRET');
  expect(await screen.findByText(/joined with T-1042/, {}, { timeout: 10_000 })).toBeTruthy();
  await userEvent.type(await field('Your reply'), 'Thank you');
  await userEvent.click(screen.getByRole('button', { name: 'Send reply' }));
  expect(await screen.findByText('Your reply is in the ticket.')).toBeTruthy();
  expect(replies[0]).toMatchObject({ ticketId: 'T-1042', token: 'SECRET' });
});

test('a ticket whose texts are removed takes no reply and leads to a new one', async () => {
  server.use(http.post(`${API}/ticketStatus`, () => HttpResponse.json({ ...TICKET, title: '', messages: [] })));
  openSite('/ticket/T-1042#SECRET');
  expect(await screen.findByRole('link', { name: 'Write a new ticket' }, { timeout: 10_000 })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Send reply' })).toBeNull();
});

test('a ticket that another tab keeps does not replace what is typed here', async () => {
  openSite('/tickets');
  await fill('Website Bug');
  server.use(http.post(`${API}/createTicket`, () => HttpResponse.error()));
  localStorage.setItem(
    'ticket-kept:other',
    JSON.stringify({
      key: 'other',
      name: 'A',
      contact: 'x',
      requestType: 'Other',
      title: 'Of tab A',
      description: 'A',
      raceDetails: '',
    }),
  );
  window.dispatchEvent(new StorageEvent('storage', { key: 'ticket-kept:other' }));
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(((await field('Title')) as HTMLInputElement).value).toBe('My bib');
});

test('without its token, and with a wrong one, nothing is shown of a ticket', async () => {
  openSite('/ticket/T-7');
  expect(await screen.findByText(/Open the link of the mail again/, {}, { timeout: 10_000 })).toBeTruthy();
  server.use(
    http.post(`${API}/ticketStatus`, () =>
      HttpResponse.json({ code: 'NO_TICKET', message: 'There is no such ticket.' }, { status: 404 }),
    ),
  );
  openSite('/ticket/T-7#WRONG');
  expect(await screen.findByText('There is no such ticket.')).toBeTruthy();
});
