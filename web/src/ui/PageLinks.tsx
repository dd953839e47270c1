import { Link } from '@tanstack/react-router';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { buttonStyle } from './buttonStyle';

/** A page of a list, as the server sends it. */
interface Page {
  /** From 1. */
  page: number;
  pageSize: number;
  /** How many there are on all pages. */
  total: number;
  items: readonly unknown[];
}

/**
 * Which part of a list is shown, and the links to the pages before and after. The page is the search parameter `page` of the address `to`,
 * absent for the first one; `search` has the others.
 */
export function PageLinks({
  of,
  list: { page, pageSize, total, items },
  to,
  search,
}: {
  /** What is listed, in the plural: people. */
  of: string;
  list: Page;
  to: string;
  search: object;
}) {
  const first = (page - 1) * pageSize + 1;
  const link = (number: number, label: string, icon: ReactNode) => (
    <Link
      to={to as never}
      search={{ ...search, page: number > 1 ? String(number) : undefined } as never}
      aria-label={label}
      className={buttonStyle()}
    >
      {icon}
    </Link>
  );
  return (
    <nav aria-label={`Pages of ${of}`} className="mt-4 flex items-center gap-3 print:hidden">
      {page > 1 && link(page - 1, 'Page before', <ChevronLeft size={18} aria-hidden="true" />)}
      <p role="status" className="tabular text-sm text-ink-2">
        {first.toLocaleString('en-US')}–{(first + items.length - 1).toLocaleString('en-US')} of{' '}
        {total.toLocaleString('en-US')}
      </p>
      {page * pageSize < total && link(page + 1, 'Next page', <ChevronRight size={18} aria-hidden="true" />)}
    </nav>
  );
}
