import { Link } from '@tanstack/react-router';
import type { TicketOutcome } from '@/core';
import { Bib } from '@/racekit';
import { Button, buttonStyle, Notice } from '@/ui';

/** A ticket that has been created: its number as a bib, and what comes next. */
export function Sent({
  outcome: { tone, title, text },
  ticketId,
  requestType,
  onAnother,
}: {
  outcome: TicketOutcome;
  ticketId: string;
  requestType: string;
  onAnother: () => void;
}) {
  return (
    <>
      <Notice tone={tone} title={title}>
        {text}
      </Notice>
      <Bib
        name={`Ticket ${ticketId}`}
        numerals={ticketId.replace(/\D/g, '')}
        distances={[requestType]}
        tone="d10k"
        className="w-full max-w-xs"
      />
      <div className="flex flex-wrap gap-3 print:hidden">
        <Link to="/races" className={buttonStyle({ tone: 'ink' })}>
          Races
        </Link>
        <Button onPress={onAnother}>Write another ticket</Button>
      </div>
    </>
  );
}
