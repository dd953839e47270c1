import { Link } from '@tanstack/react-router';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { buttonStyle } from '@/ui';
import type { Leaderboard } from './api';
import type { ResultsSearch } from './search';

/** Which lines are shown of how many, and the ways to the pages before and after. */
export function Pages({ board, search }: { board: Leaderboard; search: ResultsSearch }) {
  const { page, pageSize, total, items } = board;
  const first = (page - 1) * pageSize + 1;
  const shown = `${first.toLocaleString('en-US')}–${(first + items.length - 1).toLocaleString('en-US')} of ${total.toLocaleString('en-US')}`;
  const to = (number: number, label: string, icon: React.ReactNode) => (
    <Link
      to="/results"
      search={{ ...search, page: number > 1 ? String(number) : undefined } as ResultsSearch}
      aria-label={label}
      className={buttonStyle()}
    >
      {icon}
    </Link>
  );
  return (
    <nav aria-label="Pages of results" className="mt-4 flex items-center gap-3 print:hidden">
      {page > 1 && to(page - 1, 'Page before', <ChevronLeft size={18} aria-hidden="true" />)}
      <p role="status" className="tabular text-sm text-ink-2">
        {shown}
      </p>
      {page * pageSize < total && to(page + 1, 'Next page', <ChevronRight size={18} aria-hidden="true" />)}
    </nav>
  );
}
