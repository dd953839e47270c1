import type { ReactNode } from 'react';

/** A link to the login in a new tab, so that this page keeps all typed text and chosen files. */
export function LogInLink({ className, children }: { className: string; children: ReactNode }) {
  return (
    <a href="/login" target="_blank" rel="noreferrer" className={className}>
      {children}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}
