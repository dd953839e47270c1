import { Link } from '@tanstack/react-router';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { buttonStyle } from '@/ui';

/** Which lines are shown of how many, and the ways to the pages before and after. */
export function Pages({
  page,
  pageSize,
  total,
  items,
  label,
  to: address,
  search,
}: {
  page: number;
  pageSize: number;
  total: number;
  items: readonly unknown[];
  label: string;
  to: '/results' | '/raceleague';
  /** The parameters of this page of the list. */
  search: Record<string, string>;
}) {
  const first = (page - 1) * pageSize + 1;
  const shown = `${first.toLocaleString('en-US')}–${(first + items.length - 1).toLocaleString('en-US')} of ${total.toLocaleString('en-US')}`;
  const to = (number: number, label: string, icon: React.ReactNode) => (
    <Link
      to={address}
      search={{ ...search, page: number > 1 ? String(number) : undefined } as never}
      aria-label={label}
      className={buttonStyle()}
    >
      {icon}
    </Link>
  );
  return (
    <nav aria-label={label} className="mt-4 flex items-center gap-3 print:hidden">
      {page > 1 && to(page - 1, 'Page before', <ChevronLeft size={18} aria-hidden="true" />)}
      <p role="status" className="tabular text-sm text-ink-2">
        {shown}
      </p>
      {page * pageSize < total && to(page + 1, 'Next page', <ChevronRight size={18} aria-hidden="true" />)}
    </nav>
  );
}
