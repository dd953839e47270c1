import type { ReactNode } from 'react';

/** Shown in place of an empty list: why it is empty and what to do next, with a short piece of the blue line as decoration. */
export function EmptyState({ title, children, actions }: { title: string; children?: ReactNode; actions?: ReactNode }) {
  return (
    <div className="flex flex-col items-start gap-3 rounded-bib border border-dashed border-control p-6 sm:p-8">
      <svg width="72" height="16" viewBox="0 0 72 16" fill="none" aria-hidden="true">
        <path d="M2 11C14 1 24 3 34 8s20 7 36-3" stroke="var(--color-line)" strokeWidth="4" strokeLinecap="round" />
        <path d="M44 3.500l-2 10" stroke="var(--color-page)" strokeWidth="2.5" />
      </svg>
      <p className="display text-lg">{title}</p>
      {children && <div className="max-w-prose text-ink-2">{children}</div>}
      {actions && <div className="mt-2 flex flex-wrap gap-3">{actions}</div>}
    </div>
  );
}
