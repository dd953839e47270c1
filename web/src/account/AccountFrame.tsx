import type { ReactNode } from 'react';
import { Bib } from '@/racekit';
import { LineWave } from '@/ui';

/** The layout of the account pages: one form on one card, with a decorative line across the page behind it. */
export function AccountFrame({
  title,
  lead,
  bib,
  children,
}: {
  title: string;
  lead?: ReactNode;
  bib: string;
  children: ReactNode;
}) {
  return (
    <div className="relative isolate overflow-x-clip">
      <LineWave className="absolute bottom-[12%] left-0 -z-10 h-56 w-full max-sm:hidden" />
      <div className="column grid items-center gap-12 py-8 desk:grid-cols-[minmax(0,1fr)_28rem] desk:py-18">
        <div className="hidden desk:block">
          <Bib
            name="Number pickup"
            numerals={bib}
            distances={['Runners', 'Volunteers', 'Crew']}
            tone="d10k"
            className="max-w-md"
          />
        </div>
        <div className="rounded-bib border border-rule bg-card p-6 sm:p-8">
          <h1 className="display text-2xl">{title}</h1>
          {lead && <div className="mt-2 text-ink-2">{lead}</div>}
          <div className="mt-6">{children}</div>
        </div>
      </div>
    </div>
  );
}
