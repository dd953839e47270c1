import type { ReactNode } from 'react';
import { core } from '@/core';
import { Prose } from '@/ui';
import { dayAndTime } from './when';

/** Who wrote a message: the runner, the team, or the team for itself. */
export type MessageKind = 'runner' | 'staff' | 'note';

/** The messages of a ticket, the first one first. One that comes while the page is open is announced. */
export function Thread({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ol aria-label={label} aria-live="polite" aria-relevant="additions" className="flex flex-col gap-4">
      {children}
    </ol>
  );
}

// The team's messages hang on the blue line; a note looks like what it is, a slip of paper for the team alone.
const looks: Record<MessageKind, string> = {
  runner: 'border-rule bg-card',
  staff: 'border-rule border-l-4 border-l-line bg-card',
  note: 'border-dashed border-control bg-sunk',
};

/** A message: who wrote it and when, its text, and below it what became of its mail. */
export function Message({
  kind,
  author,
  at,
  text,
  children,
}: {
  kind: MessageKind;
  /** Who wrote it; the team by default. */
  author?: string | undefined;
  at: number;
  text: string;
  children?: ReactNode;
}) {
  return (
    <li className={`rounded-control border p-4 print:break-inside-avoid ${looks[kind]}`}>
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 text-sm text-ink-2">
        <span className="label wrap-anywhere text-ink">
          {author ?? core().ticketTeam()}
          {kind === 'note' && <span className="font-normal text-ink-2"> · internal note</span>}
        </span>
        <time className="tabular" dateTime={new Date(at).toISOString()}>
          {dayAndTime(at)}
        </time>
      </p>
      <Prose text={text} className="mt-2 wrap-anywhere" />
      {children}
    </li>
  );
}
