import { Outcome } from '@/account/Outcome';
import type { TicketOutcome } from '@/core';
import { Button, Notice } from '@/ui';
import type { Draft } from './form';

const KEPT = 'Kept, and sent when you are back online';

/** A kept ticket while another one is in the form: that it waits, or what became of it. The focus stays in the form. */
export function KeptBeside({ ticket, outcome, isKept }: { ticket: Draft; outcome?: TicketOutcome; isKept: boolean }) {
  return (
    <div className="mb-6">
      <Notice tone={outcome?.tone ?? 'info'} title={outcome?.title ?? KEPT}>
        {outcome && <p>{outcome.text}</p>}
        <p className="wrap-anywhere">
          Title: <bdi>{ticket.title}</bdi>
        </p>
        {outcome && isKept && <p>This browser keeps it: you can change it after the ticket below.</p>}
      </Notice>
    </div>
  );
}

/** A ticket that could not be sent yet, in place of the form. */
export function KeptNotice({
  ticket,
  isStored,
  sending,
  onTry,
  onChange,
}: {
  ticket: Draft;
  /** Whether it outlives the page. */
  isStored: boolean;
  sending: boolean;
  onTry: () => void;
  onChange: () => void;
}) {
  return (
    <Outcome>
      <Notice tone="info" title={KEPT}>
        <p>
          The site cannot be reached.{' '}
          {isStored
            ? 'This browser keeps your ticket, also when you reload or close the page, and sends it as soon as this page is open and the connection is back.'
            : 'This browser cannot store it: leave this page open, and it is sent as soon as the connection is back.'}
        </p>
      </Notice>
      <dl className="flex flex-col gap-1 border-t border-rule pt-4">
        <dt className="text-sm text-ink-3">{ticket.requestType}</dt>
        <dd className="label wrap-anywhere [unicode-bidi:plaintext]">{ticket.title}</dd>
      </dl>
      <div className="flex flex-wrap gap-3">
        <Button tone="ink" pending={sending} onPress={onTry}>
          Send now
        </Button>
        <Button isDisabled={sending} focusable onPress={onChange}>
          Change it
        </Button>
      </div>
    </Outcome>
  );
}
