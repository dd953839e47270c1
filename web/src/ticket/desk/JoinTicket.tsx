import { useState } from 'react';
import { callFailure } from '@/api';
import { Button, CallNotice, ConfirmDialog, toast } from '@/ui';
import { type Ticket, useJoin } from './api';

/** Makes the open ticket a part of another one of the same contact, after a question: it can't be undone. */
export function JoinTicket({
  ticket,
  into,
  onJoined,
  onLost,
}: {
  ticket: Ticket;
  into: string;
  onJoined: () => void;
  /** Called when no answer came: it may be joined or not. */
  onLost: () => void;
}) {
  const [isOpen, setIsOpen] = useState(false);
  const join = useJoin(ticket.ticketId, {
    onMade: onJoined,
    onLost,
    // Somebody else has joined it: the question goes with its button when the ticket is read again.
    onRefused: (words) => toast.error(`Not joined into ${into}: ${words}`),
  });
  const confirm = () => join.isPending || join.mutate({ into, version: ticket.version });
  return (
    <>
      <Button
        size="sm"
        tone="quiet"
        aria-label={`Join into ${into}`}
        className="print:hidden"
        onPress={() => setIsOpen(true)}
      >
        Join
      </Button>
      {isOpen && (
        <ConfirmDialog
          title={`Join ${ticket.ticketId} into ${into}?`}
          isOpen
          onClose={() => setIsOpen(false)}
          pending={join.isPending}
          confirmLabel="Join"
          onConfirm={confirm}
        >
          <p>
            Everything that is written in {ticket.ticketId} stands in {into} then, and its link opens {into}. It can't
            be undone.
          </p>
          {join.error && (
            <div className="mt-4">
              <CallNotice {...callFailure(join.error)} />
            </div>
          )}
        </ConfirmDialog>
      )}
    </>
  );
}
