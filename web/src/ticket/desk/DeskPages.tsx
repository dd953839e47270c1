import { Link } from '@tanstack/react-router';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { buttonStyle } from '@/ui';
import type { Tickets } from './api';
import type { DeskSearch } from './search';

/** Which tickets are shown of how many, and the ways to the pages before and after. */
export function DeskPages({ tickets, search }: { tickets: Tickets; search: DeskSearch }) {
  const { page, pageSize, total, items } = tickets;
  const first = (page - 1) * pageSize + 1;
  const to = (number: number, label: string, icon: ReactNode) => (
    <Link
      to="/ResolveTickets"
      search={{ ...search, page: number > 1 ? String(number) : undefined } as never}
      aria-label={label}
      className={buttonStyle()}
    >
      {icon}
    </Link>
  );
  return (
    <nav aria-label="Pages of tickets" className="mt-4 flex items-center gap-3 print:hidden">
      {page > 1 && to(page - 1, 'Page before', <ChevronLeft size={18} aria-hidden="true" />)}
      <p role="status" className="tabular text-sm text-ink-2">
        {first.toLocaleString('en-US')}–{(first + items.length - 1).toLocaleString('en-US')} of{' '}
        {total.toLocaleString('en-US')}
      </p>
      {page * pageSize < total && to(page + 1, 'Next page', <ChevronRight size={18} aria-hidden="true" />)}
    </nav>
  );
}
