import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { afterEach, expect, test } from 'vitest';
import { API, beLoggedIn, openSite, withServer } from '@/test/app';
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

/** A ticket that another tab has kept, while this one is open. */
function keepInAnotherTab() {
  const kept = { name: 'A', contact: 'x', requestType: 'Other', title: 'Of tab A', description: 'A', raceDetails: '' };
  localStorage.setItem('ticket-kept:other', JSON.stringify({ ...kept, key: 'other' }));
  window.dispatchEvent(new StorageEvent('storage', { key: 'ticket-kept:other' }));
}

const title = async () => ((await field('Title')) as HTMLInputElement).value;

test('a ticket that another tab keeps is sent and told beside the one that is typed here', async () => {
  const sent = takeTickets(created);
  openSite('/tickets');
  await fill();
  keepInAnotherTab();
  expect(await screen.findByText('Ticket Submitted Successfully!')).toBeTruthy();
  expect(screen.getByText('Of tab A')).toBeTruthy();
  expect(localStorage.getItem('ticket-kept:other')).toBeNull();
  expect(await title()).toBe('My bib');
  expect(document.activeElement).toBe(await field('Description'));
  await submit();
  expect(await screen.findByRole('button', { name: 'Write another ticket' })).toBeTruthy();
  expect(sent.map(({ body }) => body.title)).toEqual(['Of tab A', 'My bib']);
});

test('a ticket of another tab that is refused stays kept, and comes into the form after the one that is typed here', async () => {
  const sent = takeTickets(
    () => refused(429, 'Too many'),
    created,
    () => refused(429, 'Too many'),
  );
  openSite('/tickets');
  await fill();
  keepInAnotherTab();
  expect(await screen.findByText('Submission Limit Reached')).toBeTruthy();
  expect(screen.getByText(/^This browser keeps it/)).toBeTruthy();
  expect(await title()).toBe('My bib');
  await submit();
  await userEvent.click(await screen.findByRole('button', { name: 'Write another ticket' }));
  await waitFor(async () => expect(await title()).toBe('Of tab A'));
  expect(screen.getByText('Submission Limit Reached')).toBeTruthy();
  expect(localStorage.getItem('ticket-kept:other')).toBeNull();
  expect(sent.map(({ key }) => key === 'other')).toEqual([true, false, true]);
});

test('a ticket whose page was left while it was sent has its number when the page is opened again', async () => {
  let answer = (_: Response) => {};
  const slow = new Promise<Response>((done) => {
    answer = done;
  });
  const sent = takeTickets(() => slow as never);
  const { router } = openSite('/tickets');
  await fill();
  await submit();
  await waitFor(() => expect(sent.length).toBe(1));
  await router.navigate({ to: '/refundtransfer' });
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Title' })).toBeNull());
  answer(created());
  await router.navigate({ to: '/tickets', search: {} as never });
  expect(await screen.findByText(/Your ticket is T-1042/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Write another ticket' }));
  expect(await title()).toBe('');
  expect(sent.length).toBe(1);
});

test('the next link replaces what the one before has filled in, and nothing that was chosen or typed', async () => {
  server.use(
    http.get(`${API}/race/:name`, ({ params }) => HttpResponse.json({ race: aRace({ Race: String(params.name) }) })),
  );
  const { router } = openSite('/tickets?race=Fall+Half&type=Refund');
  const follow = (search: object) => router.navigate({ to: '/tickets', search: search as never });
  const details = async () => ((await field('Race details')) as HTMLTextAreaElement).value;
  await waitFor(async () => expect(await details()).toBe('Fall Half'));
  await router.navigate({ to: '/refundtransfer' });
  await follow({ race: 'Spring 10K', type: 'Refund' });
  await waitFor(async () => expect(await details()).toBe('Spring 10K'));

  // Nobody has chosen the type.
  await follow({ race: 'Fall Half' });
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Race details' })).toBeNull());
  await choose('Race Day Incident');
  expect(await details()).toBe('Fall Half');
  await userEvent.type(await field('Race details'), ', bib 12');
  await follow({ race: 'Spring 10K', type: 'Refund' });
  expect(await screen.findByText('Spring 10K')).toBeTruthy();
  expect(await details()).toBe('Fall Half, bib 12');
  expect(screen.getByRole('button', { name: /Request type/ }).textContent).toContain('Race Day Incident');
});

test('an address without a race empties a form in which nothing was typed, and no other', async () => {
  server.use(http.get(`${API}/race/:name`, () => HttpResponse.json({ race: aRace({ Race: 'Fall Half' }) })));
  const { router } = openSite('/tickets?race=Fall+Half&type=Refund');
  const follow = (search: object) => router.navigate({ to: '/tickets', search: search as never });
  await field('Race details');
  await follow({});
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Race details' })).toBeNull());
  await follow({ race: 'Fall Half', type: 'Refund' });
  await field('Race details');
  await userEvent.type(await field('Title'), 'Injured');
  await follow({});
  await waitFor(() => expect(router.state.location.search).toEqual({}));
  expect(((await field('Race details')) as HTMLTextAreaElement).value).toBe('Fall Half');
});

test('a contact that an account has filled in goes with its session, and what was typed stays', async () => {
  beLoggedIn('user');
  const zoe = {
    UserID: 'u1',
    Username: 'zoe',
    role: 'user',
    FirstName: 'Zoë',
    LastName: 'Berg',
    Email: 'zoe@example.test',
  };
  server.use(
    http.get(`${API}/checkLogin`, () => HttpResponse.json({})),
    http.get(`${API}/profile`, () => HttpResponse.json(zoe)),
  );
  openSite('/tickets');
  const contact = async () => ((await field('E-mail or phone')) as HTMLInputElement).value;
  await waitFor(async () => expect(await contact()).toBe('zoe@example.test'));
  await userEvent.clear(await field('Name'));
  await userEvent.type(await field('Name'), 'Tom');
  await userEvent.type(await field('Title'), 'My bib');
  // The session ends without a logout, and the page is opened again.
  cleanup();
  // biome-ignore lint/suspicious/noDocumentCookie: happy-dom has no cookie store.
  document.cookie = 'token=; expires=Thu, 01 Jan 1970 00:00:00 GMT';
  openSite('/tickets');
  expect(await title()).toBe('My bib');
  await waitFor(async () => expect(await contact()).toBe(''));
  expect(((await field('Name')) as HTMLInputElement).value).toBe('Tom');
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
