import { CircleAlert, CircleCheck, Clock } from 'lucide-react';
import { deskCore } from '@/core';

/** What became of a message's mail. */
export function Delivery({ state, what }: { state: 'waiting' | 'sent' | 'failed'; what: string }) {
  const Icon = { waiting: Clock, sent: CircleCheck, failed: CircleAlert }[state];
  const ink = { waiting: 'text-ink-2', sent: 'text-success', failed: 'text-live' }[state];
  return (
    <p className={`mt-3 flex items-center gap-1.5 text-sm ${ink}`}>
      <Icon size={16} className="shrink-0" aria-hidden="true" />
      {what}: {deskCore().ticketMailText(state)}
    </p>
  );
}
