import { callFailure, useSession } from '@/api';
import { Button, CallNotice, toast } from '@/ui';
import { type Ticket, useChangeTicket } from './api';

/** Who takes care of a ticket, and its status. */
export function TicketActions({ ticket, onChanged }: { ticket: Ticket; onChanged: (version: number) => void }) {
  const { ticketId, status, assignee, version } = ticket;
  const session = useSession();
  const me = session.loggedIn ? session.profile : undefined;
  const change = useChangeTicket(ticketId);
  const act = (values: { status?: Ticket['status']; assignee?: string | null }, said: string) => {
    if (change.isPending) return;
    change.mutate(
      { ...values, version },
      {
        onSuccess: (changed) => {
          onChanged(changed.version);
          toast.success(said);
        },
      },
    );
  };
  const button = (label: string, press: () => void) => (
    <Button key={label} size="sm" isDisabled={change.isPending} focusable onPress={press}>
      {label}
    </Button>
  );
  const isMine = me !== undefined && assignee === me.Username;
  return (
    <div className="flex flex-col gap-3 print:hidden">
      <div className="flex flex-wrap items-center gap-2">
        {me && !isMine && button('Assign to me', () => act({ assignee: me.UserID }, `${ticketId} is yours now.`))}
        {assignee &&
          button(isMine ? 'Give it back' : 'Assign to nobody', () =>
            act({ assignee: null }, `Nobody has ${ticketId} now.`),
          )}
        {status !== 'solved' &&
          status !== 'spam' &&
          button('Solve', () => act({ status: 'solved' }, `${ticketId} is solved.`))}
        {status !== 'open' && button('Reopen', () => act({ status: 'open' }, `${ticketId} is open again.`))}
        {status !== 'spam' && button('Spam', () => act({ status: 'spam' }, `${ticketId} is spam.`))}
        <p className="text-sm wrap-anywhere text-ink-2">
          {isMine
            ? 'You take care of it.'
            : assignee
              ? `${assignee} takes care of it.`
              : 'Nobody takes care of it yet.'}
        </p>
      </div>
      {change.error && <CallNotice {...callFailure(change.error)} />}
    </div>
  );
}
