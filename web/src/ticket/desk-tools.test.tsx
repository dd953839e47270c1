import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { afterEach, expect, test } from 'vitest';
import { API, openSite, withServer } from '@/test/app';
import { deskOf, line, opened } from '@/test/ticketDesk';

const server = withServer();

afterEach(() => sessionStorage.clear());

const reply = (id: string, title: string, text: string) => ({ id, title, text, version: 1 });

/** A server with these saved replies, which it adds to. */
function saved(...replies: ReturnType<typeof reply>[]) {
  server.use(
    http.get(`${API}/savedReplies`, () => HttpResponse.json({ replies })),
    http.post(`${API}/savedReplies`, async ({ request }) => {
      const made = { ...((await request.json()) as { title: string; text: string }), id: 'new', version: 1 };
      replies.push(made);
      return HttpResponse.json(made, { status: 201 });
    }),
  );
  return replies;
}

test('a saved reply is inserted at the cursor, filled in for the ticket', async () => {
  deskOf(server, line(1042, 'My bib'));
  saved(reply('a', 'Look', 'Hello {name}, {ticket}.'));
  openSite('/ResolveTickets?ticket=T-1042');
  await opened();
  const answer = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Answer' });
  await userEvent.type(answer, 'Before. After.');
  answer.setSelectionRange(8, 8);
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Saved reply' }), 'Look');
  await userEvent.click(screen.getByRole('button', { name: 'Insert' }));
  expect(answer.value).toBe('Before. Hello Zoë O’Brien, T-1042.After.');
  await waitFor(() => expect(document.activeElement).toBe(answer));
  expect(answer.selectionStart).toBe('Before. Hello Zoë O’Brien, T-1042.'.length);
});

test('a saved reply whose answer was lost is there once, and one that somebody has changed is compared', async () => {
  deskOf(server, line(1042, 'My bib'));
  const replies = saved(reply('a', 'Look', 'We look at it.'));
  let answers = 0;
  server.use(
    http.post(`${API}/tickets/:id/replies`, () => {
      answers += 1;
      return HttpResponse.json({ message: 'Sent.', version: 2 }, { status: 201 });
    }),
  );
  openSite('/ResolveTickets?ticket=T-1042');
  await opened();
  await userEvent.type(screen.getByRole('textbox', { name: 'Answer' }), 'Half an answer');
  await userEvent.click(await screen.findByRole('button', { name: 'Edit saved replies' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Saved replies' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Write a new one' }));
  await userEvent.type(dialog.getByRole('textbox', { name: 'Title' }), 'Refund');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(dialog.getByText('Write the text of the reply.')).toBeTruthy();
  await userEvent.type(dialog.getByRole('textbox', { name: 'Text' }), 'It is on its way.');
  server.use(
    http.post(`${API}/savedReplies`, () => {
      replies.push(reply('b', 'Refund', 'It is on its way.'));
      return HttpResponse.error();
    }),
  );
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText('Saved.')).toBeTruthy();
  expect(await dialog.findByText('Refund')).toBeTruthy();

  await userEvent.click(dialog.getByRole('button', { name: 'Edit Look' }));
  const sent: number[] = [];
  server.use(
    http.put(`${API}/savedReplies/:id`, async ({ request }) => {
      const { version } = (await request.json()) as { version: number };
      sent.push(version);
      if (version === 2) return HttpResponse.json({ ...reply('a', 'Look', 'Mine.'), version: 3 });
      const theirs = { ...reply('a', 'Look', 'Theirs.'), version: 2 };
      return HttpResponse.json({ code: 'SAVED_REPLY_CHANGED', message: 'Changed.', reply: theirs }, { status: 409 });
    }),
  );
  await userEvent.clear(dialog.getByRole('textbox', { name: 'Text' }));
  await userEvent.type(dialog.getByRole('textbox', { name: 'Text' }), 'Mine.');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText('Theirs.')).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Keep mine instead' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent).toEqual([1, 2]));
  expect(answers).toBe(0);
});

test('who writes is told, and who has stopped too', async () => {
  const desk = deskOf(server, line(1042, 'My bib'));
  desk.ticket.writers = ['tom', 'eve'];
  saved();
  const told: boolean[] = [];
  server.use(
    http.put(`${API}/tickets/:id/writing`, async ({ request }) => {
      told.push(((await request.json()) as { writing: boolean }).writing);
      return new HttpResponse(null, { status: 204 });
    }),
  );
  openSite('/ResolveTickets?ticket=T-1042');
  await opened();
  expect(screen.getByText('tom and eve are writing answers.')).toBeTruthy();
  const answer = screen.getByRole('textbox', { name: 'Answer' });
  await userEvent.type(answer, 'Ye');
  await waitFor(() => expect(told).toEqual([true]));
  await userEvent.clear(answer);
  await waitFor(() => expect(told).toEqual([true, false]));
});

test('many tickets are chosen and solved with the versions that are shown', async () => {
  deskOf(server, line(1042, 'My bib'), { ...line(1041, 'My shirt'), version: 4 });
  saved();
  const sent: unknown[] = [];
  server.use(
    http.post(`${API}/ticketsStatus`, async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({ message: '2 tickets are solved.', changed: ['T-1041', 'T-1042'], overtaken: [] });
    }),
  );
  openSite('/ResolveTickets');
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Choose T-1041' }, { timeout: 10_000 }));
  expect(screen.getByText('1 ticket chosen')).toBeTruthy();
  await userEvent.click(screen.getByRole('checkbox', { name: 'Choose all' }));
  expect(screen.getByText('2 tickets chosen')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Solve' }));
  expect(await screen.findByText('2 tickets are solved.')).toBeTruthy();
  expect(sent).toEqual([
    {
      status: 'solved',
      tickets: [
        { ticketId: 'T-1042', version: 1 },
        { ticketId: 'T-1041', version: 4 },
      ],
    },
  ]);
  expect(screen.queryByText('2 tickets chosen')).toBeNull();
});

test('a ticket is joined into another one after a question, and a part only leads to the whole', async () => {
  const desk = deskOf(server, line(1042, 'My bib'));
  saved();
  const sent: unknown[] = [];
  server.use(
    http.post(`${API}/tickets/:id/join`, async ({ request, params }) => {
      sent.push([params.id, await request.json()]);
      return HttpResponse.json({ ...desk.ticket, ticketId: 'T-1001', parts: ['T-1042'] });
    }),
  );
  const { router } = openSite('/ResolveTickets?ticket=T-1042');
  await opened();
  await userEvent.click(screen.getByRole('button', { name: 'Join into T-1001' }));
  const question = within(await screen.findByRole('alertdialog'));
  await userEvent.click(question.getByRole('button', { name: 'Join' }));
  await waitFor(() => expect(router.state.location.search).toEqual({ ticket: 'T-1001' }));
  expect(sent).toEqual([['T-1042', { into: 'T-1001', version: 1 }]]);
});

test('an answer to a ticket that somebody joins meanwhile is kept, and taken to the whole', async () => {
  const desk = deskOf(server, line(1042, 'My bib'));
  saved();
  const part = { ...desk.ticket, version: 2, joinedInto: 'T-1001' };
  const whole = { ...desk.ticket, ticketId: 'T-1001', version: 4 };
  const sent: unknown[] = [];
  server.use(
    http.post(`${API}/tickets/:id/replies`, async ({ request, params }) => {
      sent.push([params.id, await request.json()]);
      desk.ticket = part;
      const refusal = { code: 'TICKET_JOINED', message: 'T-1042 is a part of T-1001 now.' };
      return params.id === 'T-1042'
        ? HttpResponse.json(refusal, { status: 409 })
        : HttpResponse.json({ message: 'The answer is on its way.', version: 5 }, { status: 201 });
    }),
  );
  const { router } = openSite('/ResolveTickets?ticket=T-1042');
  await opened();
  await userEvent.type(screen.getByRole('textbox', { name: 'Answer' }), 'At table A.');
  await userEvent.click(screen.getByRole('button', { name: 'Send answer' }));
  expect(await screen.findByText(/^T-1042 is a part of T-1001 now. Your text was not sent/)).toBeTruthy();
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Answer' }).value).toBe('At table A.');
  expect(screen.queryByRole('button', { name: 'Send answer' })).toBeNull();

  desk.ticket = whole;
  await userEvent.click(screen.getByRole('button', { name: 'Take it to T-1001' }));
  await waitFor(() => expect(router.state.location.search).toEqual({ ticket: 'T-1001' }));
  // What stands in the whole has to be read first.
  await userEvent.click(await screen.findByRole('button', { name: 'I have read it' }));
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Answer' }).value).toBe('At table A.');
  expect(sessionStorage.getItem('splitline.tab:answer:T-1042')).not.toContain('At table A.');
  await userEvent.click(screen.getByRole('button', { name: 'Send answer' }));
  await waitFor(() => expect(sent[1]).toEqual(['T-1001', { text: 'At table A.', kind: 'staff', version: 4 }]));
});

test('a text for a ticket that is joined is kept there while another one is written to the whole', async () => {
  const desk = deskOf(server, line(1042, 'My bib'));
  saved();
  const kept = { text: 'You get it back.', kind: 'staff', key: 'k', version: 3, pictures: [] };
  sessionStorage.setItem('splitline.tab:answer:T-1001', JSON.stringify(kept));
  server.use(
    http.post(`${API}/tickets/:id/join`, () => {
      desk.ticket = { ...desk.ticket, version: 2, ...{ joinedInto: 'T-1001' } };
      return HttpResponse.json({ ...desk.ticket, ticketId: 'T-1001', joinedInto: undefined });
    }),
  );
  openSite('/ResolveTickets?ticket=T-1042');
  await opened();
  await userEvent.click(screen.getByRole('radio', { name: 'Internal note' }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Internal note' }), 'Called her.');
  await userEvent.click(screen.getByRole('button', { name: 'Join into T-1001' }));
  await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Join' }));
  expect(await screen.findByText(/^T-1001 has a text of yours that is not sent yet/)).toBeTruthy();
  expect(await screen.findByRole('button', { name: 'Take it to T-1001' })).toBeTruthy();
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Internal note' }).value).toBe('Called her.');
  expect(sessionStorage.getItem('splitline.tab:answer:T-1001')).toContain('You get it back.');
});

test('a join whose answer is lost is told, and the whole opened, once the ticket says it', async () => {
  const desk = deskOf(server, line(1042, 'My bib'));
  saved();
  server.use(
    http.post(`${API}/tickets/:id/join`, () => {
      desk.ticket = { ...desk.ticket, version: 2, ...{ joinedInto: 'T-1001' } };
      return HttpResponse.error();
    }),
  );
  const { router } = openSite('/ResolveTickets?ticket=T-1042');
  await opened();
  await userEvent.click(screen.getByRole('button', { name: 'Join into T-1001' }));
  await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Join' }));
  expect(await screen.findByText('T-1042 is a part of T-1001 now.')).toBeTruthy();
  expect(router.state.location.search).toEqual({ ticket: 'T-1001' });
});

test('a part of another ticket is not answered, and entries and results stand beside', async () => {
  const desk = deskOf(server, line(1042, 'My bib'));
  saved();
  desk.ticket = {
    ...desk.ticket,
    entries: [{ race: 'Spring 10K', raceID: 'r1', bib: '7', contest: '10K', sameAddress: true }],
    results: [
      { resultId: 'x', race: 'Fall 5K', raceID: 'r2', date: '2025-10-04', contest: '5K', bib: '9', time: '22:10' },
    ],
    ...{ joinedInto: 'T-1001' },
  };
  openSite('/ResolveTickets?ticket=T-1042');
  await opened();
  expect(screen.getByText(/This ticket is a part of/)).toBeTruthy();
  expect(screen.queryByRole('textbox', { name: 'Answer' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Solve' })).toBeNull();
  expect(screen.getByText('same address')).toBeTruthy();
  expect(screen.getByText(/bib 9 · 22:10/)).toBeTruthy();
});
