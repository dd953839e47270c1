import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** A link that opens a runner's page at the desk. */
export function RunnerLink({ bib, children }: { bib: string; children: ReactNode }) {
  return (
    <Link
      from="/Timing"
      to="."
      search={(before) => ({ ...before, runner: bib })}
      resetScroll={false}
      className="link inline-flex min-h-6 items-center"
    >
      {children}
    </Link>
  );
}
