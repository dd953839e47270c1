import { Link } from '@tanstack/react-router';
import { deskCore } from '@/core';
import type { Tickets } from './api';
import type { DeskSearch } from './search';

type List = keyof Tickets['counts'];

/** The lists of tickets, each with how many it has. */
export function DeskTabs({ search, counts }: { search: DeskSearch; counts: Tickets['counts'] | undefined }) {
  const shown = search.status ?? 'open';
  return (
    <nav aria-label="Lists of tickets" className="relative mt-6 overflow-x-auto print:hidden">
      <ul className="flex min-w-max gap-1 border-b border-rule">
        {deskCore()
          .ticketTabs()
          .map(({ id, label }) => (
            <li key={id}>
              <Link
                to="/ResolveTickets"
                search={
                  { ...search, status: id === 'open' ? undefined : id, page: undefined, ticket: undefined } as never
                }
                // The router calls a link the current one when the address has its parameters and others.
                activeOptions={{ exact: true }}
                aria-current={id === shown ? 'page' : undefined}
                className="label -mb-px inline-flex min-h-11 items-center gap-2 border-b-4 border-transparent px-3 text-ink-2 no-underline hover:text-ink aria-[current]:border-line aria-[current]:text-ink"
              >
                {label}
                {counts && (
                  <span className="tabular rounded-chip bg-sunk px-1.5 text-sm">
                    {counts[id as List].toLocaleString('en-US')}
                    <span className="sr-only"> {counts[id as List] === 1 ? 'ticket' : 'tickets'}</span>
                  </span>
                )}
              </Link>
            </li>
          ))}
      </ul>
    </nav>
  );
}
