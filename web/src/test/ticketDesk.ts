/** The desk for tickets as its tests see it. */
import { screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { API, beLoggedIn, setWidth, type withServer } from './app';

/** A ticket in the list. */
export const line = (number: number, title: string) => ({
  ticketId: `T-${number}`,
  title,
  name: 'Zoë O’Brien',
  requestType: 'Refund',
  status: 'open',
  createdAt: Date.now() - 7_200_000,
  updatedAt: Date.now() - 3_600_000,
  messages: 1,
  version: 1,
});
const COUNTS = { open: 2, mine: 0, waiting: 1, solved: 5, spam: 0 };

/** A desk of the administrator ada with these tickets; `ticket` is what the open one is now. */
export function deskOf(server: ReturnType<typeof withServer>, ...lines: ReturnType<typeof line>[]) {
  setWidth(1280);
  beLoggedIn('admin');
  const desk = {
    asked: [] as string[],
    /** Mails that were set aside. */
    aside: [] as object[],
    ticket: {
      ...line(1042, 'My bib'),
      contact: 'zoe@example.test',
      description: 'I cannot find it.',
      messages: [] as object[],
      writers: [] as string[],
      parts: [] as string[],
      entries: [] as object[],
      results: [] as object[],
      others: [{ ticketId: 'T-1001', title: 'An older one', status: 'solved' }],
      confirmation: 'sent',
      pictures: [] as object[],
      version: 1,
    },
  };
  server.use(
    http.get(`${API}/checkLogin`, () => HttpResponse.json({ message: 'Logged in', role: 'admin' })),
    http.get(`${API}/profile`, () => HttpResponse.json({ UserID: 'u1', Username: 'ada', role: 'admin' })),
    http.get(`${API}/getAllPageRaces`, () => HttpResponse.json({ races: [] })),
    http.get(`${API}/tickets`, ({ request }) => {
      desk.asked.push(new URL(request.url).search);
      return HttpResponse.json({ items: lines, page: 1, pageSize: 25, total: lines.length, counts: COUNTS });
    }),
    http.get(`${API}/tickets/:id`, () => HttpResponse.json(desk.ticket)),
    http.put(`${API}/tickets/:id/writing`, () => new HttpResponse(null, { status: 204 })),
    http.get(`${API}/ticketMails`, () => HttpResponse.json({ items: desk.aside })),
    http.get(`${API}/savedReplies`, () => HttpResponse.json({ replies: [] })),
  );
  return desk;
}

/** The open ticket, once it is shown. */
export const opened = () => screen.findByRole('heading', { name: 'My bib' }, { timeout: 10_000 });
