import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Table, useMedia, WIDE_SCREEN } from '@/ui';
import type { AuditLine } from './api';
import { Changes } from './Changes';
import type { AuditSearch } from './search';

/** The rows of a page: a table, on a narrow screen cards. */
export function AuditList({ lines, search }: { lines: readonly AuditLine[]; search: AuditSearch }) {
  const wide = useMedia(WIDE_SCREEN);
  if (wide)
    return (
      <Table
        caption="Changes"
        rows={lines}
        rowKey={(line) => String(line.id)}
        columns={[
          { key: 'when', head: 'When', rowHead: true, cell: (line) => <When line={line} className="block w-36" /> },
          { key: 'who', head: 'Who', cell: (line) => <Who line={line} search={search} /> },
          { key: 'what', head: 'Action', cell: (line) => <div className="w-36">{line.actionText}</div> },
          { key: 'object', head: 'What', cell: (line) => <About line={line} search={search} /> },
          { key: 'change', head: 'Old and new', cell: (line) => <Changes line={line} /> },
          { key: 'from', head: 'From', cell: (line) => <From line={line} /> },
        ]}
      />
    );
  return (
    <ul aria-label="Changes" className="flex flex-col gap-4">
      {lines.map((line) => (
        <li
          key={line.id}
          className="flex flex-col gap-2 rounded-bib border border-rule bg-card p-4 print:break-inside-avoid"
        >
          <p className="label">{line.actionText}</p>
          <div className="grid grid-cols-2 gap-3">
            <About line={line} search={search} />
            <Who line={line} search={search} />
          </div>
          <Changes line={line} />
          <p className="text-sm text-ink-2">
            <When line={line} />
            {line.network && `, from ${line.network}`}
          </p>
        </li>
      ))}
    </ul>
  );
}

function When({ line, className = '' }: { line: AuditLine; className?: string }) {
  return (
    <time dateTime={new Date(line.at).toISOString()} className={`tabular font-normal ${className}`}>
      {line.when}
    </time>
  );
}

/** A link that filters by one value, from the first page on. */
function Filter({ search, values, children }: { search: AuditSearch; values: AuditSearch; children: ReactNode }) {
  const { page: _page, before: _before, after: _after, ...filters } = search;
  return (
    <Link
      to="/AuditLog"
      search={{ ...filters, ...values } as never}
      // The router calls a link the current one when the address has its parameters and others.
      activeOptions={{ exact: true }}
      className="link wrap-anywhere [unicode-bidi:plaintext]"
    >
      {children}
    </Link>
  );
}

/** A link to the page that the core names; the router's types know only its own routes. */
function PageLink({ address, children }: { address: string; children: ReactNode }) {
  const [path = '', query = ''] = address.split('?');
  return (
    <Link
      to={path as never}
      search={Object.fromEntries(new URLSearchParams(query)) as never}
      className="link wrap-anywhere [unicode-bidi:plaintext]"
    >
      {children}
    </Link>
  );
}

function Who({ line, search }: { line: AuditLine; search: AuditSearch }) {
  return (
    <div className="min-w-0">
      <Filter search={search} values={{ actor: line.actorFilter }}>
        <span className="sr-only">Only by </span>
        {line.actorText}
      </Filter>
      {line.role && <p className="text-sm text-ink-2">{line.role}</p>}
    </div>
  );
}

function About({ line, search }: { line: AuditLine; search: AuditSearch }) {
  return (
    <div className="min-w-0">
      {line.page ? (
        <PageLink address={line.page}>{line.objectText}</PageLink>
      ) : (
        <span className="wrap-anywhere [unicode-bidi:plaintext]">{line.objectText}</span>
      )}
      <p className="text-sm print:hidden">
        <Filter search={search} values={{ object: line.objectFilter }}>
          Only this <span className="sr-only">{line.objectText}</span>
        </Filter>
      </p>
    </div>
  );
}

function From({ line }: { line: AuditLine }) {
  return (
    <div className="tabular w-32 text-sm">
      <p>{line.network ?? '–'}</p>
      {line.request && <p className="text-ink-3 wrap-anywhere">request {line.request}</p>}
    </div>
  );
}
