import { Link } from '@tanstack/react-router';
import { ChevronLeft, ChevronRight, ChevronsLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { deskCore } from '@/core';
import { buttonStyle } from '@/ui';
import type { AuditPageOf } from './api';
import type { AuditSearch } from './search';

/**
 * Which rows are shown of how many, and the ways to newer and older ones. They begin at a row, not at a number of rows: what is recorded
 * meanwhile moves nothing.
 */
export function AuditPages({ shown, search }: { shown: AuditPageOf; search: AuditSearch }) {
  const { page, pageSize, total, more, items, older, newer } = shown;
  const { page: _page, before: _before, after: _after, ...filters } = search;
  const to = (place: AuditSearch, label: string, icon: ReactNode) => (
    <Link to="/AuditLog" search={{ ...filters, ...place } as never} aria-label={label} className={buttonStyle()}>
      {icon}
    </Link>
  );
  const [first, last] = [items[0], items.at(-1)];
  return (
    <nav aria-label="Pages of the record" className="mt-4 flex flex-wrap items-center gap-3 print:hidden">
      {newer && to({}, 'Newest', <ChevronsLeft size={18} aria-hidden="true" />)}
      {newer &&
        first &&
        to(
          page > 2 ? { page: String(page - 1), after: String(first.id) } : {},
          'Newer',
          <ChevronLeft size={18} aria-hidden="true" />,
        )}
      <p role="status" className="tabular text-sm text-ink-2">
        {deskCore().auditCounted(page, pageSize, items.length, total, more)}
      </p>
      {older &&
        last &&
        to({ page: String(page + 1), before: String(last.id) }, 'Older', <ChevronRight size={18} aria-hidden="true" />)}
    </nav>
  );
}
