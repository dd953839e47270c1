import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { callFailure } from '@/api';
import {
  CallNotice,
  DelayedSkeleton,
  EmptyState,
  focusHome,
  PageLinks,
  Skeleton,
  useFocusHomes,
  useShortcut,
} from '@/ui';
import { span } from '../when';
import { type Tickets, ticketsQuery } from './api';
import { DeskFilters } from './DeskFilters';
import { DeskTabs } from './DeskTabs';
import { MailsAside } from './MailsAside';
import type { DeskChange, DeskSearch } from './search';
import { TicketList } from './TicketList';
import { TicketView } from './TicketView';

/** The page `/ResolveTickets`: the list of tickets beside the one that is open; on a narrow screen one after the other. */
export function TicketDeskPage() {
  const search = useSearch({ strict: false }) as DeskSearch;
  const navigate = useNavigate();
  useFocusHomes();
  const change = useCallback(
    (values: DeskChange, replace = true) =>
      void navigate({
        to: '/ResolveTickets',
        search: ((before: DeskSearch) => ({ ...before, ...values })) as never,
        replace,
        resetScroll: false,
      }),
    [navigate],
  );
  // Another choice begins at its first page.
  const filter = useCallback((values: DeskChange) => change({ page: undefined, ...values }), [change]);
  const { data, error, refetch, isPlaceholderData } = useQuery(ticketsQuery(search));
  useNeighbours(data, search.ticket, (ticket) => change({ ticket }));
  const median = data?.medianFirstAnswerMs;
  return (
    <div className="column pt-8 pb-16 desk:pt-12" {...focusHome('tickets-title')}>
      {/* On a narrow screen an open ticket takes the whole page; its name for screen readers stays. */}
      {search.ticket && <h1 className="sr-only desk:hidden">Tickets</h1>}
      <div className={search.ticket ? 'hidden desk:block print:hidden!' : ''}>
        <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
          <h1 id="tickets-title" tabIndex={-1} className="display text-3xl outline-none desk:text-4xl">
            Tickets
          </h1>
          {median != null && <p className="text-ink-2">Half of the first answers within {span(median)}</p>}
        </div>
        <MailsAside />
        <DeskTabs search={search} counts={data?.counts} />
        <DeskFilters search={search} onChange={filter} />
      </div>
      <div className="mt-6 grid items-start gap-8 desk:grid-cols-[24rem_minmax(0,1fr)] print:block">
        <div className={`min-w-0 ${search.ticket ? 'hidden desk:block print:hidden!' : ''}`}>
          {error && (
            <CallNotice {...callFailure(error)} onRetry={() => void refetch()}>
              {data ? 'What you see is from the last answer.' : undefined}
            </CallNotice>
          )}
          {!data && !error && (
            <DelayedSkeleton label="Loading the tickets">
              <Skeleton className="h-96 w-full" />
            </DelayedSkeleton>
          )}
          {data && data.items.length === 0 && <NoTickets search={search} />}
          {data && data.items.length > 0 && (
            <div aria-busy={isPlaceholderData} className={error ? 'mt-4' : ''}>
              <TicketList tickets={data.items} search={search} />
              <PageLinks of="tickets" list={data} to="/ResolveTickets" search={search} />
            </div>
          )}
        </div>
        {search.ticket ? (
          <TicketView key={search.ticket} ticketId={search.ticket} search={search} />
        ) : (
          <p className="hidden rounded-bib border border-dashed border-control p-8 text-ink-2 desk:block print:hidden!">
            Choose a ticket, or press <kbd className="label">j</kbd> for the first one.
          </p>
        )}
      </div>
    </div>
  );
}

/** `j` opens the next ticket of the list and `k` the one before. */
function useNeighbours(tickets: Tickets | undefined, open: string | undefined, show: (ticket: string) => void) {
  const go = (by: number) => () => {
    const items = tickets?.items ?? [];
    const at = items.findIndex(({ ticketId }) => ticketId === open);
    const next = items[at < 0 ? 0 : at + by];
    if (!next) return false;
    show(next.ticketId);
    return true;
  };
  useShortcut('j', go(1));
  useShortcut('k', go(-1));
}

/** Why no ticket is listed. */
function NoTickets({ search: { q, type, race, age, status, page } }: { search: DeskSearch }) {
  if (page !== undefined && page !== '1')
    return <EmptyState title="No more tickets">The list has become shorter. Go back to its first page.</EmptyState>;
  if (q || type || race || age)
    return <EmptyState title="Nothing fits">Search for less, or choose another filter.</EmptyState>;
  if (status === undefined || status === 'open')
    return <EmptyState title="Everybody has an answer">New tickets are listed here as they come.</EmptyState>;
  return <EmptyState title="No ticket is here">The other lists may have some.</EmptyState>;
}
