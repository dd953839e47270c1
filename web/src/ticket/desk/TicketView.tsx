import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { ArrowLeft, Printer } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { callFailure, callWords, isMissing } from '@/api';
import { core, deskCore } from '@/core';
import { Button, CallNotice, DelayedSkeleton, focusHome, Notice, Skeleton, toast } from '@/ui';
import { MessageParts } from '../MailParts';
import { Message, Thread } from '../Thread';
import { dayAndTime } from '../when';
import { AnswerForm } from './AnswerForm';
import { type Ticket, ticketQuery } from './api';
import { Entries, Results } from './Beside';
import { Delivery } from './Delivery';
import { JoinTicket } from './JoinTicket';
import { MailOrigin } from './MailOrigin';
import type { DeskSearch } from './search';
import { TicketActions } from './TicketActions';
import { useAnswer } from './useAnswer';

/** The ticket that is open: its thread, what is known of the runner, and what can be done. */
export function TicketView({ ticketId, search }: { ticketId: string; search: DeskSearch }) {
  const { data, error, refetch } = useQuery(ticketQuery(ticketId));
  const heading = useRef<HTMLHeadingElement>(null);
  // Whoever chose it reads it next; the number is there before the ticket is.
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <article aria-labelledby="ticket-title" className="min-w-0" {...focusHome('ticket-title')}>
      <Link
        to="/ResolveTickets"
        search={{ ...search, ticket: undefined } as never}
        className="link inline-flex min-h-11 items-center gap-2 desk:hidden print:hidden"
      >
        <ArrowLeft size={18} aria-hidden="true" />
        All tickets
      </Link>
      <p className="label text-ink-2">
        {ticketId}
        {data && ` · ${data.requestType} · ${core().ticketStatusLabel(data.status)}`}
      </p>
      <h2
        id="ticket-title"
        ref={heading}
        tabIndex={-1}
        className="display mt-1 text-2xl wrap-anywhere outline-none [unicode-bidi:plaintext]"
      >
        {data?.title || 'Ticket'}
      </h2>
      <div className="mt-4 flex flex-col gap-6">
        {isMissing(error) ? (
          <Notice tone="info">{callWords(error)}</Notice>
        ) : (
          error && (
            <CallNotice {...callFailure(error)} onRetry={() => void refetch()}>
              {data ? 'What you see is from the last answer.' : undefined}
            </CallNotice>
          )
        )}
        {!data && !error && (
          <DelayedSkeleton label="Loading the ticket">
            <Skeleton className="h-24 w-full" />
            <Skeleton className="mt-6 h-48 w-full" />
          </DelayedSkeleton>
        )}
        {data && !isMissing(error) && <Opened ticket={data} search={search} />}
      </div>
    </article>
  );
}

function Opened({ ticket, search }: { ticket: Ticket; search: DeskSearch }) {
  const answer = useAnswer(ticket);
  const navigate = useNavigate();
  const whole = ticket.joinedInto;
  // A join of which no answer came: the ticket itself tells whether it was made.
  const lostJoin = useRef<string>(undefined);
  const openWhole = (into: string) => {
    if (!answer.moveTo(into)) {
      toast.error(`${into} has a text of yours that is not sent yet. Send that first; this one is kept here.`);
      return;
    }
    void navigate({ to: '/ResolveTickets', search: { ...search, ticket: into } as never });
  };
  const joined = (into: string) => {
    toast.success(`${ticket.ticketId} is a part of ${into} now.`);
    openWhole(into);
  };
  useEffect(() => {
    if (whole === undefined || whole !== lostJoin.current) return;
    lostJoin.current = undefined;
    joined(whole);
  });
  return (
    <>
      {whole ? (
        <Notice tone="info">
          This ticket is a part of{' '}
          <Link to="/ResolveTickets" search={{ ...search, ticket: whole } as never} className="link">
            {whole}
          </Link>
          : its texts stand there.
        </Notice>
      ) : (
        <TicketActions ticket={ticket} onChanged={answer.sawOwnChange} />
      )}
      <Facts ticket={ticket} search={search} onJoined={joined} onLost={(into) => (lostJoin.current = into)} />
      <Thread label="Messages">
        <Message kind="runner" author={ticket.name || 'Runner'} at={ticket.createdAt} text={ticket.description}>
          <Parts of={ticket} ticket={ticket} />
          {ticket.confirmation && <Delivery state={ticket.confirmation} what="Confirmation" />}
        </Message>
        {ticket.messages.map(({ id, at, kind, author, text, delivery, mail, pictures }) => (
          <Message
            key={id}
            kind={kind}
            author={kind === 'runner' ? ticket.name || 'Runner' : author}
            at={at}
            text={text}
          >
            <Parts of={{ mail, pictures }} ticket={ticket} />
            {delivery && <Delivery state={delivery} what="Mail" />}
          </Message>
        ))}
      </Thread>
      <p role="status" className="label text-ink-2 empty:hidden print:hidden">
        {!whole && deskCore().ticketWriters(ticket.writers)}
      </p>
      {(!whole || answer.isBegun) && <AnswerForm ticket={ticket} answer={answer} onTake={openWhole} />}
      <Button size="sm" tone="quiet" onPress={() => print()} className="self-start print:hidden">
        <Printer size={18} aria-hidden="true" />
        Print
      </Button>
    </>
  );
}

/** What a message has below its text. */
function Parts({ of: { mail, pictures }, ticket }: { of: Pick<Ticket, 'mail' | 'pictures'>; ticket: Ticket }) {
  return (
    <>
      <MessageParts
        side={{ ticketId: ticket.ticketId }}
        pictures={pictures}
        quoted={mail?.quoted}
        leftOut={mail?.leftOut}
      />
      <MailOrigin mail={mail} contact={ticket.contact} />
    </>
  );
}

/** Who wrote the ticket, about which race, and the person's other tickets. */
function Facts({
  ticket,
  search,
  onJoined,
  onLost,
}: {
  ticket: Ticket;
  search: DeskSearch;
  onJoined: (into: string) => void;
  onLost: (into: string) => void;
}) {
  const { name, contact, account, raceDetails, createdAt, others, parts, entries, results, joinedInto } = ticket;
  const way = deskCore().ticketContactWay(contact);
  return (
    <dl className="grid gap-x-6 gap-y-3 border-y border-rule py-4 sm:grid-cols-[8rem_minmax(0,1fr)]">
      <Fact term="From">{name || '–'}</Fact>
      <Fact term="Contact">
        {way ? (
          <a href={way.href} className={way.byMail ? 'link' : 'link tabular'}>
            {contact}
          </a>
        ) : (
          contact || '–'
        )}
      </Fact>
      {account && (
        <Fact term="Account">
          <Link to="/profile/$Username" params={{ Username: account }} className="link">
            {account}
          </Link>
        </Fact>
      )}
      <Fact term="Written">
        <span className="tabular">{dayAndTime(createdAt)}</span>
      </Fact>
      {raceDetails && (
        <Fact term="Race details">
          <span className="whitespace-pre-line [unicode-bidi:plaintext]">{raceDetails}</span>
        </Fact>
      )}
      {parts.length > 0 && <Fact term="Parts">{parts.join(', ')}</Fact>}
      {entries.length > 0 && (
        <Fact term="Entries">
          <Entries entries={entries} />
        </Fact>
      )}
      {results.length > 0 && (
        <Fact term="Results">
          <Results results={results} />
        </Fact>
      )}
      {others.length > 0 && (
        <Fact term="Other tickets">
          <ul className="flex flex-col">
            {others.map((other) => (
              <li key={other.ticketId}>
                <Link
                  to="/ResolveTickets"
                  search={{ ...search, ticket: other.ticketId } as never}
                  className="link inline-flex min-h-6 items-center [unicode-bidi:plaintext]"
                >
                  {other.ticketId} · {other.title}
                </Link>{' '}
                <span className="text-sm text-ink-2">{core().ticketStatusLabel(other.status)}</span>
                {!joinedInto && (
                  <JoinTicket
                    ticket={ticket}
                    into={other.ticketId}
                    onJoined={() => onJoined(other.ticketId)}
                    onLost={() => onLost(other.ticketId)}
                  />
                )}
              </li>
            ))}
          </ul>
        </Fact>
      )}
    </dl>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-sm text-ink-3 sm:pt-0.5">{term}</dt>
      <dd className="min-w-0 wrap-anywhere max-sm:-mt-3">{children}</dd>
    </>
  );
}
