import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import { useCallback } from 'react';
import { callFailure } from '@/api';
import { deskCore } from '@/core';
import {
  buttonStyle,
  CallNotice,
  DelayedSkeleton,
  EmptyState,
  focusHome,
  ShareButton,
  Skeleton,
  useFocusHomes,
} from '@/ui';
import { AuditFilters } from './AuditFilters';
import { AuditList } from './AuditList';
import { AuditPages } from './AuditPages';
import { auditQuery, fileAddress } from './api';
import { SealCard } from './SealCard';
import { type AuditChange, type AuditSearch, auditSearch } from './search';

/** The page `/AuditLog`: who changed what, when and from where, and whether the record of it is whole. */
export function AuditPage() {
  const search = auditSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  useFocusHomes();
  const change = useCallback(
    (values: AuditChange) =>
      void navigate({
        to: '/AuditLog',
        // Another filter begins at its first page.
        search: ((before: AuditSearch) => ({
          ...before,
          page: undefined,
          before: undefined,
          after: undefined,
          ...values,
        })) as never,
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  );
  const found = deskCore().auditCheck(search);
  const problems = Object.fromEntries(found.map(({ field, message }) => [field, message]));
  const isReadable = found.length === 0;
  const { data, error, refetch, isPlaceholderData } = useQuery({ ...auditQuery(search), enabled: isReadable });
  // A problem of a page's place has no field of its own.
  const elsewhere = found.filter(({ field }) => !['actor', 'object', 'from', 'to'].includes(field));
  return (
    <div className="column pt-8 pb-16 desk:pt-12" {...focusHome('audit-title')}>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <h1 id="audit-title" tabIndex={-1} className="display text-3xl outline-none desk:text-4xl">
          Audit log
        </h1>
        <div className="flex gap-2 print:hidden">
          {isReadable && (
            <a href={fileAddress(search)} download className={buttonStyle()}>
              <Download size={18} aria-hidden="true" />
              CSV
              <span className="sr-only"> of all rows that fit the filters</span>
            </a>
          )}
          <ShareButton title="Audit log" />
        </div>
      </div>
      <p className="mt-2 mb-6 max-w-[65ch] text-ink-2">
        Every change by anybody, the newest first. Nobody can change or delete a row. Of personal data the names of the
        fields are recorded, not their values; of an address, its network.
      </p>
      <SealCard />
      <AuditFilters search={search} problems={problems} onChange={change} />
      <div className="mt-6">
        {isReadable && error && (
          <CallNotice {...callFailure(error)} onRetry={() => void refetch()}>
            {data ? 'What you see is from the last answer.' : undefined}
          </CallNotice>
        )}
        {!isReadable && (
          <EmptyState title="These filters can’t be read" actions={<ShowAll />}>
            {elsewhere.length > 0 ? elsewhere.map(({ message }) => message).join(' ') : 'Correct the marked field.'}
          </EmptyState>
        )}
        {isReadable && !data && !error && (
          <DelayedSkeleton label="Loading the record">
            <Skeleton className="h-96 w-full" />
          </DelayedSkeleton>
        )}
        {isReadable && data && data.items.length === 0 && <Nothing search={search} />}
        {isReadable && data && data.items.length > 0 && (
          <div aria-busy={isPlaceholderData} className={error ? 'mt-4' : ''}>
            <AuditList lines={data.items} search={search} />
            <AuditPages shown={data} search={search} />
          </div>
        )}
      </div>
    </div>
  );
}

/** Why no row is listed. */
function Nothing({ search }: { search: AuditSearch }) {
  const { title, text, filtered } = deskCore().auditNothing(search);
  return (
    <EmptyState title={title} actions={filtered ? <ShowAll /> : undefined}>
      {text}
    </EmptyState>
  );
}

function ShowAll() {
  return (
    <Link to="/AuditLog" search={{} as never} className={buttonStyle({ tone: 'ink' })}>
      Show every change
    </Link>
  );
}
