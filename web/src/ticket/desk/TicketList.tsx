import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useClock } from '@/api';
import { Check } from '@/ui';
import { ago } from '../when';
import type { TicketLine } from './api';
import { ManyTickets } from './ManyTickets';
import type { DeskSearch } from './search';

/** The tickets of a page of the list, of which many can be chosen and changed at once. */
export function TicketList({ tickets, search }: { tickets: readonly TicketLine[]; search: DeskSearch }) {
  const now = useClock();
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  // What has left the list is not chosen any more.
  const chosen = tickets.filter(({ ticketId }) => ids.has(ticketId));
  const choose = (ticketId: string, on: boolean) =>
    setIds((now) => new Set(on ? [...now, ticketId] : [...now].filter((one) => one !== ticketId)));
  const open = tickets.filter(({ joinedInto }) => !joinedInto);
  return (
    <div className="flex flex-col gap-2">
      <Check
        label="Choose all"
        checked={open.length > 0 && chosen.length === open.length}
        onChange={(on) => setIds(new Set(on ? open.map(({ ticketId }) => ticketId) : []))}
        className="self-start pr-3 print:hidden"
      >
        Choose all
      </Check>
      <ul aria-label="Tickets" className="flex flex-col rounded-bib border border-rule bg-card">
        {tickets.map((ticket) => (
          <li key={ticket.ticketId} className="flex border-b border-rule last:border-0">
            <Check
              label={`Choose ${ticket.ticketId}`}
              checked={ids.has(ticket.ticketId)}
              isDisabled={ticket.joinedInto !== undefined}
              onChange={(on) => choose(ticket.ticketId, on)}
              className="print:hidden"
            />
            <Line ticket={ticket} search={search} now={now} />
          </li>
        ))}
      </ul>
      {chosen.length > 0 && <ManyTickets chosen={chosen} onDone={() => setIds(new Set())} />}
    </div>
  );
}

function Line({ ticket, search, now }: { ticket: TicketLine; search: DeskSearch; now: number }) {
  const { ticketId, title, name, requestType, assignee, updatedAt, messages, joinedInto } = ticket;
  return (
    <Link
      to="/ResolveTickets"
      search={{ ...search, ticket: ticketId } as never}
      resetScroll={false}
      activeOptions={{ exact: true }}
      aria-current={search.ticket === ticketId ? 'true' : undefined}
      className="block min-w-0 flex-1 border-l-4 border-transparent py-3 pr-4 pl-3 text-ink no-underline hover:bg-sunk aria-[current]:border-line aria-[current]:bg-sunk"
    >
      <span className="flex items-baseline justify-between gap-3 text-sm text-ink-2">
        <span className="tabular">
          {ticketId} · {requestType}
        </span>
        <span className="tabular shrink-0">{ago(updatedAt, now)}</span>
      </span>
      <span className="label mt-0.5 line-clamp-2 wrap-anywhere [unicode-bidi:plaintext]">
        {title || 'Emptied ticket'}
      </span>
      <span className="mt-0.5 flex flex-wrap gap-x-3 text-sm text-ink-2">
        <span className="wrap-anywhere [unicode-bidi:plaintext]">{name}</span>
        <span>{messages === 1 ? '1 message' : `${messages} messages`}</span>
        {joinedInto ? (
          <span>part of {joinedInto}</span>
        ) : (
          assignee && <span className="wrap-anywhere">with {assignee}</span>
        )}
      </span>
    </Link>
  );
}
