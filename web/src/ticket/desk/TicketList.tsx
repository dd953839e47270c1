import { Link } from '@tanstack/react-router';
import { useClock } from '@/api';
import { ago } from '../when';
import type { TicketLine } from './api';
import type { DeskSearch } from './search';

/** The tickets of a page of the list. */
export function TicketList({ tickets, search }: { tickets: readonly TicketLine[]; search: DeskSearch }) {
  const now = useClock();
  return (
    <ul aria-label="Tickets" className="flex flex-col rounded-bib border border-rule bg-card">
      {tickets.map((ticket) => (
        <li key={ticket.ticketId} className="border-b border-rule last:border-0">
          <Line ticket={ticket} search={search} now={now} />
        </li>
      ))}
    </ul>
  );
}

function Line({ ticket, search, now }: { ticket: TicketLine; search: DeskSearch; now: number }) {
  const { ticketId, title, name, requestType, assignee, updatedAt, messages } = ticket;
  return (
    <Link
      to="/ResolveTickets"
      search={{ ...search, ticket: ticketId } as never}
      resetScroll={false}
      activeOptions={{ exact: true }}
      aria-current={search.ticket === ticketId ? 'true' : undefined}
      className="block border-l-4 border-transparent py-3 pr-4 pl-3 text-ink no-underline hover:bg-sunk aria-[current]:border-line aria-[current]:bg-sunk"
    >
      <span className="flex items-baseline justify-between gap-3 text-sm text-ink-2">
        <span className="tabular">
          {ticketId} · {requestType}
        </span>
        <span className="tabular shrink-0">{ago(updatedAt, now)}</span>
      </span>
      <span className="label mt-0.5 line-clamp-2 wrap-anywhere [unicode-bidi:plaintext]">{title}</span>
      <span className="mt-0.5 flex flex-wrap gap-x-3 text-sm text-ink-2">
        <span className="wrap-anywhere [unicode-bidi:plaintext]">{name}</span>
        <span>{messages === 1 ? '1 message' : `${messages} messages`}</span>
        {assignee && <span className="wrap-anywhere">with {assignee}</span>}
      </span>
    </Link>
  );
}
