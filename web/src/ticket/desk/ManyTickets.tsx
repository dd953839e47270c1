import { callFailure } from '@/api';
import { deskCore } from '@/core';
import { Button, CallNotice, toast } from '@/ui';
import { type TicketLine, useChangeMany } from './api';

/** What can be done with the tickets that are chosen in the list. */
export function ManyTickets({ chosen, onDone }: { chosen: readonly TicketLine[]; onDone: () => void }) {
  const change = useChangeMany();
  const most = deskCore().ticketsAtOnce();
  const act = (status: 'solved' | 'spam' | 'open') => {
    if (change.isPending) return;
    const tickets = chosen.slice(0, most).map(({ ticketId, version }) => ({ ticketId, version }));
    change.mutate(
      { status, tickets },
      {
        onSuccess: ({ message, overtaken }) => {
          if (overtaken.length > 0) toast.error(message);
          else toast.success(message);
          onDone();
        },
      },
    );
  };
  return (
    <div className="sticky bottom-[calc(4rem+env(safe-area-inset-bottom))] short:bottom-0 desk:bottom-0 z-10 flex flex-col gap-3 rounded-bib border border-rule bg-card p-3 shadow-float print:hidden">
      <div className="flex flex-wrap items-center gap-2">
        <p role="status" className="label mr-auto">
          {chosen.length === 1 ? '1 ticket chosen' : `${chosen.length} tickets chosen`}
        </p>
        <Button size="sm" tone="ink" isDisabled={change.isPending} focusable onPress={() => act('solved')}>
          Solve
        </Button>
        <Button size="sm" isDisabled={change.isPending} focusable onPress={() => act('spam')}>
          Spam
        </Button>
        <Button size="sm" isDisabled={change.isPending} focusable onPress={() => act('open')}>
          Reopen
        </Button>
        <Button size="sm" tone="quiet" onPress={onDone}>
          Choose none
        </Button>
      </div>
      {change.error && <CallNotice {...callFailure(change.error)} />}
    </div>
  );
}
