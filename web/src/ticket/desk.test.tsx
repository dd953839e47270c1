import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { afterEach, expect, test } from 'vitest';
import { API, openSite, withServer } from '@/test/app';
import { deskOf, line, opened } from '@/test/ticketDesk';

const server = withServer();

afterEach(() => sessionStorage.clear());

test('lists, search and filters are in the address', async () => {
  const desk = deskOf(server);
  const { router } = openSite('/ResolveTickets?status=waiting&page=3');
  expect(await screen.findByText('No more tickets', {}, { timeout: 10_000 })).toBeTruthy();
  expect(desk.asked[0]).toBe('?status=waiting&page=3');
  expect(screen.getByRole('link', { name: 'Waiting 1 ticket' }).getAttribute('aria-current')).toBe('page');
  expect(screen.getByRole('link', { name: 'Open 2 tickets' }).getAttribute('aria-current')).toBeNull();
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Request type' }), 'Refund');
  await waitFor(() => expect(router.state.location.search).toEqual({ status: 'waiting', type: 'Refund' }));
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search tickets' }), 'bib');
  await waitFor(() => expect(router.state.location.search).toEqual({ status: 'waiting', type: 'Refund', q: 'bib' }));
});

test('j and k go through the list, and the ticket has the focus', async () => {
  deskOf(server, line(1042, 'My bib'), line(1041, 'My shirt'));
  const { router } = openSite('/ResolveTickets');
  await screen.findByRole('link', { name: /My shirt/ }, { timeout: 10_000 });
  await userEvent.keyboard('j');
  expect(await opened()).toBeTruthy();
  expect(router.state.location.search).toEqual({ ticket: 'T-1042' });
  await waitFor(() => expect(document.activeElement?.id).toBe('ticket-title'));
  await userEvent.keyboard('j');
  await waitFor(() => expect(router.state.location.search).toEqual({ ticket: 'T-1041' }));
  await userEvent.keyboard('k');
  await waitFor(() => expect(router.state.location.search).toEqual({ ticket: 'T-1042' }));
  expect(screen.getByText('Confirmation: sent')).toBeTruthy();
  expect(screen.getByRole('link', { name: /An older one/ })).toBeTruthy();
});

test('an answer that was overtaken is kept, and sent once the news was read', async () => {
  const desk = deskOf(server, line(1042, 'My bib'));
  const sent: { text: string; version: number; key: string | null }[] = [];
  server.use(
    http.post(`${API}/tickets/:id/replies`, async ({ request }) => {
      const body = (await request.json()) as { text: string; version: number };
      sent.push({ ...body, key: request.headers.get('Idempotency-Key') });
      if (body.version === desk.ticket.version)
        return HttpResponse.json({ ...desk.ticket, message: 'Your answer is sent.' }, { status: 201 });
      return HttpResponse.json({ code: 'TICKET_CHANGED', message: 'Somebody was faster.' }, { status: 409 });
    }),
  );
  openSite('/ResolveTickets?ticket=T-1042');
  await opened();
  const answer = screen.getByRole('textbox', { name: 'Answer' });
  await userEvent.type(answer, 'At table A.');
  desk.ticket = {
    ...desk.ticket,
    version: 2,
    messages: [
      { id: 1, at: Date.now(), kind: 'staff', author: 'tom', text: 'At table B.', delivery: 'waiting', pictures: [] },
    ],
  };
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  expect(await screen.findByText('This ticket has changed since you began to write')).toBeTruthy();
  expect(screen.getByText('At table B.')).toBeTruthy();
  expect((answer as HTMLTextAreaElement).value).toBe('At table A.');
  await userEvent.click(screen.getByRole('button', { name: 'I have read it' }));
  await waitFor(() => expect(document.activeElement).toBe(answer));
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  expect(await screen.findByText('Your answer is sent.')).toBeTruthy();
  expect((answer as HTMLTextAreaElement).value).toBe('');
  expect(sent.map(({ text, version }) => [text, version])).toEqual([
    ['At table A.', 1],
    ['At table A.', 2],
  ]);
});

test('an answer whose response was lost is repeated as the same one, and is no change by somebody else', async () => {
  const desk = deskOf(server, line(1042, 'My bib'));
  const sent: { version: number; key: string | null }[] = [];
  const mine = {
    id: 1,
    at: Date.now(),
    kind: 'staff',
    author: 'ada',
    text: 'At table A.',
    delivery: 'sent',
    pictures: [],
  };
  server.use(
    http.post(`${API}/tickets/:id/replies`, async ({ request }) => {
      const { version } = (await request.json()) as { version: number };
      sent.push({ version, key: request.headers.get('Idempotency-Key') });
      desk.ticket = { ...desk.ticket, version: 2, messages: [mine] };
      if (sent.length < 3) return HttpResponse.error();
      return HttpResponse.json({ message: 'The answer is on its way.', version: 2 }, { status: 201 });
    }),
  );
  const { queries } = openSite('/ResolveTickets?ticket=T-1042');
  await opened();
  const answer = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Answer' });
  await userEvent.type(answer, 'At table A.');
  await userEvent.click(screen.getByRole('button', { name: 'Send answer' }));
  expect(await screen.findByText(/^Network error/)).toBeTruthy();
  await queries.invalidateQueries();
  const messages = screen.getByRole('list', { name: 'Messages' });
  expect(await within(messages).findByText('At table A.')).toBeTruthy();
  expect(screen.queryByText('This ticket has changed since you began to write')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Send answer' }));
  expect(await screen.findByText('The answer is on its way.')).toBeTruthy();
  expect(answer.value).toBe('');
  expect(sent.map(({ version }) => version)).toEqual([1, 1, 1]);
  expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
});

test('a ticket is taken, and solved, with the version that is shown', async () => {
  const desk = deskOf(server, line(1042, 'My bib'));
  const sent: unknown[] = [];
  server.use(
    http.put(`${API}/tickets/:id`, async ({ request }) => {
      const body = (await request.json()) as { version: number };
      sent.push(body);
      desk.ticket = { ...desk.ticket, version: body.version + 1, ...{ assignee: 'ada' } };
      return HttpResponse.json(desk.ticket);
    }),
  );
  openSite('/ResolveTickets?ticket=T-1042');
  await opened();
  const take = await screen.findByRole('button', { name: 'Assign to me' });
  take.focus();
  await userEvent.keyboard('{Enter}');
  expect(await screen.findByText('You take care of it.')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).not.toBe(document.body));
  await userEvent.click(await screen.findByRole('button', { name: 'Solve' }));
  await waitFor(() =>
    expect(sent).toEqual([
      { assignee: 'u1', version: 1 },
      { status: 'solved', version: 2 },
    ]),
  );
});

test('a note is sent as a note, and nothing empty is', async () => {
  deskOf(server, line(1042, 'My bib'));
  const sent: unknown[] = [];
  server.use(
    http.post(`${API}/tickets/:id/replies`, async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({ message: 'Noted.' }, { status: 201 });
    }),
  );
  openSite('/ResolveTickets?ticket=T-1042');
  await opened();
  await userEvent.click(screen.getByRole('radio', { name: 'Internal note' }));
  await userEvent.click(screen.getByRole('button', { name: 'Add note' }));
  const form = screen.getByRole('form', { name: 'Internal note' });
  expect(within(form).getByText('Write an answer first.')).toBeTruthy();
  await userEvent.type(screen.getByRole('textbox', { name: 'Internal note' }), 'Called her.');
  await userEvent.click(screen.getByRole('button', { name: 'Add note' }));
  await waitFor(() => expect(sent).toEqual([{ kind: 'note', text: 'Called her.', version: 1 }]));
});

test('a change whose answer was lost is told when the ticket shows it, and else stays a failure', async () => {
  const desk = deskOf(server, line(1042, 'My bib'));
  let isDone = false;
  server.use(
    http.put(`${API}/tickets/:id`, () => {
      if (isDone) desk.ticket = { ...desk.ticket, version: desk.ticket.version + 1, ...{ assignee: 'ada' } };
      return HttpResponse.error();
    }),
  );
  openSite('/ResolveTickets?ticket=T-1042');
  await opened();
  await userEvent.click(await screen.findByRole('button', { name: 'Assign to me' }));
  expect(await screen.findByText(/^Network error/, {}, { timeout: 5000 })).toBeTruthy();
  isDone = true;
  await userEvent.click(screen.getByRole('button', { name: 'Assign to me' }));
  expect(await screen.findByText('You take care of it.')).toBeTruthy();
  expect(screen.queryByText(/^Network error/)).toBeNull();
});

test('that the ticket was changed is said also when it cannot be read again', async () => {
  const desk = deskOf(server, line(1042, 'My bib'));
  const refused = { code: 'TICKET_CHANGED', message: 'Somebody has changed this ticket meanwhile.' };
  const theirs = {
    id: 1,
    at: Date.now(),
    kind: 'staff',
    author: 'tom',
    text: 'At table B.',
    delivery: 'sent',
    pictures: [],
  };
  let ticket: object | undefined;
  server.use(
    http.post(`${API}/tickets/:id/replies`, () => {
      server.use(
        http.get(`${API}/tickets/:id`, () => HttpResponse.json({ code: 'BUSY', message: 'Busy.' }, { status: 503 })),
      );
      return HttpResponse.json({ ...refused, ...(ticket ? { ticket } : {}) }, { status: 409 });
    }),
  );
  openSite('/ResolveTickets?ticket=T-1042');
  await opened();
  await userEvent.type(screen.getByRole('textbox', { name: 'Answer' }), 'At table A.');
  await userEvent.click(screen.getByRole('button', { name: 'Send answer' }));
  expect(await screen.findByText(/^Somebody has changed this ticket meanwhile/)).toBeTruthy();
  // The refusal itself has the ticket as it is.
  ticket = { ...desk.ticket, version: 2, messages: [theirs] };
  await userEvent.click(screen.getByRole('button', { name: 'Send answer' }));
  expect(await screen.findByText('This ticket has changed since you began to write')).toBeTruthy();
  expect(screen.getByText('At table B.')).toBeTruthy();
});

test('a telephone number is called, and nothing is mailed to a contact that was removed', async () => {
  const desk = deskOf(server, line(1042, 'My bib'));
  desk.ticket.contact = '(555) 123-4567';
  const { queries } = openSite('/ResolveTickets?ticket=T-1042');
  await opened();
  expect(screen.getByRole('link', { name: '(555) 123-4567' }).getAttribute('href')).toBe('tel:5551234567');
  expect(screen.getByText(/^The contact is a phone number/)).toBeTruthy();
  desk.ticket = { ...desk.ticket, contact: '' };
  await queries.invalidateQueries();
  expect(await screen.findByText(/^The contact was removed/)).toBeTruthy();
});

test('a message that came by mail says so, and from whom if that is another address', async () => {
  const desk = deskOf(server, line(1042, 'My bib'));
  const mail = {
    sender: 'zoe@work.test',
    automatic: false,
    quoted: 'You get the money back.',
    leftOut: 'Left out: a.pdf.',
  };
  const machine = { sender: 'zoe@example.test', automatic: true };
  const message = { at: Date.now(), pictures: [] };
  desk.ticket = {
    ...desk.ticket,
    messages: [
      { ...message, id: 1, kind: 'runner', text: 'From work.', mail, pictures: [{ id: 'p1', width: 9, height: 6 }] },
      { ...message, id: 2, kind: 'note', text: 'I am away.', mail: machine },
    ],
  };
  openSite('/ResolveTickets?ticket=T-1042');
  await opened();
  expect(await screen.findByText('By mail from zoe@work.test')).toBeTruthy();
  expect(screen.getByText('Written by a machine, by mail')).toBeTruthy();
  expect(screen.getByText('Left out: a.pdf.')).toBeTruthy();
  expect(screen.getByText('Quoted text')).toBeTruthy();
  const picture = screen.getByRole('img', { name: 'Picture 1: show it larger' });
  expect(picture.getAttribute('src')).toBe('/api/tickets/T-1042/pictures/p1/480');
});

test('mails that were set aside are listed, and taken off the list one by one', async () => {
  const desk = deskOf(server);
  desk.aside = [
    {
      id: 7,
      why: 'This mail could not be read.',
      sender: 'a@b.test',
      subject: 'Odd',
      bytes: 9,
      receivedAt: Date.now(),
    },
  ];
  server.use(
    http.delete(`${API}/ticketMails/:id`, ({ params }) => {
      desk.aside = desk.aside.filter((one) => String((one as { id: number }).id) !== params.id);
      return HttpResponse.json({ message: 'Done' });
    }),
  );
  openSite('/ResolveTickets');
  await userEvent.click(await screen.findByText('1 mail was set aside', {}, { timeout: 10_000 }));
  expect(screen.getByText(/This mail could not be read/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Done with Odd' }));
  await waitFor(() => expect(screen.queryByText('1 mail was set aside')).toBeNull());
});
