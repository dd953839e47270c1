import type { ReactNode } from 'react';

/** Leads to the login in a tab of its own, so that every word and every chosen file stays where it is. */
export function LogInLink({ className, children }: { className: string; children: ReactNode }) {
  return (
    <a href="/login" target="_blank" rel="noreferrer" className={className}>
      {children}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}
