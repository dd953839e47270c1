import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { useLinkToken } from '@/account/tabText';
import { callFailure, callWords, isMissing } from '@/api';
import { core } from '@/core';
import {
  buttonStyle,
  CallNotice,
  DelayedSkeleton,
  EmptyState,
  NO_PAGE_NAME,
  Notice,
  Skeleton,
  usePageName,
} from '@/ui';
import { statusQuery, type TicketOfRunner } from './api';
import { MessageParts } from './MailParts';
import { ReplyForm } from './ReplyForm';
import { Message, Thread } from './Thread';
import { dayAndTime } from './when';

/** The page `/ticket/T-1042` of a mail's link: what became of a ticket, and the runner's reply. */
export function TicketStatusPage() {
  const { ticketId = '' } = useParams({ strict: false }) as { ticketId?: string };
  const [token] = useLinkToken(`/ticket/${encodeURIComponent(ticketId)}`);
  return (
    <div className="column max-w-3xl pt-8 pb-16 desk:pt-12">
      {token === undefined ? (
        <NoTicket title="Ticket">
          Open the link of the mail again: this address alone does not say that the ticket is yours.
        </NoTicket>
      ) : (
        <Ticket key={`${ticketId} ${token}`} ticketId={ticketId} token={token} />
      )}
    </div>
  );
}

function Ticket({ ticketId, token }: { ticketId: string; token: string }) {
  const { data, error, refetch } = useQuery(statusQuery(ticketId, token));
  usePageName(isMissing(error) ? NO_PAGE_NAME : undefined);
  if (isMissing(error)) return <NoTicket title="Ticket not found">{callWords(error)}</NoTicket>;
  const failure = error && (
    <CallNotice {...callFailure(error)} onRetry={() => void refetch()}>
      {data ? 'What you see is from the last answer.' : undefined}
    </CallNotice>
  );
  if (data) return <Found ticket={data} side={{ ticketId, token }} failure={failure} />;
  return (
    <>
      <Heading kicker={ticketId}>Ticket</Heading>
      <div className="mt-6">
        {failure ?? (
          <DelayedSkeleton label="Loading the ticket">
            <Skeleton className="h-16 w-full" />
            <Skeleton className="mt-6 h-40 w-full" />
          </DelayedSkeleton>
        )}
      </div>
    </>
  );
}

function Found({
  ticket,
  side,
  failure,
}: {
  ticket: TicketOfRunner;
  /** The ticket of the link, with its token. The ticket that is shown is another one, if that one was joined into it. */
  side: { ticketId: string; token: string };
  failure: ReactNode;
}) {
  const { ticketId, title, requestType, status, createdAt, messages, parts } = ticket;
  return (
    <>
      <Heading kicker={`${ticketId} · ${requestType}`}>{title || 'Ticket'}</Heading>
      <p className="tabular mt-2 text-ink-2">
        Written on {dayAndTime(createdAt)}
        {parts.length > 0 && ` · joined with ${parts.join(', ')}`}
      </p>
      <div className="mt-6 flex flex-col gap-6">
        {failure}
        <Notice tone={status === 'solved' ? 'success' : 'info'} title={core().ticketStatusLabel(status)}>
          {core().ticketStatusText(status)}
        </Notice>
        {messages.length === 0 ? (
          <EmptyState title="Nothing is written here any more">
            <p>The texts of this ticket were removed with the account.</p>
            <Link to="/tickets" search={{}} className="link mt-2 inline-flex min-h-11 items-center">
              Write a new ticket
            </Link>
          </EmptyState>
        ) : (
          <Thread label="Messages">
            {messages.map(({ at, from, text, pictures, quoted, leftOut }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: messages are only added at the end.
              <Message key={index} kind={from} author={from === 'runner' ? 'You' : undefined} at={at} text={text}>
                <MessageParts side={side} pictures={pictures} quoted={quoted} leftOut={leftOut} />
              </Message>
            ))}
          </Thread>
        )}
        {messages.length > 0 && <ReplyForm {...side} />}
      </div>
    </>
  );
}

function Heading({ kicker, children }: { kicker: string; children: ReactNode }) {
  return (
    <>
      <p className="label text-ink-2">{kicker}</p>
      <h1 className="display mt-1 text-2xl wrap-anywhere [unicode-bidi:plaintext] desk:text-3xl">{children}</h1>
    </>
  );
}

/** Why there is nothing to see, and the way to a new ticket. */
function NoTicket({ title, children }: { title: string; children: ReactNode }) {
  useEffect(() => {
    // What had the focus, such as the reply, is gone with a ticket that is gone.
    if (document.activeElement === document.body) document.getElementById('main')?.focus({ preventScroll: true });
  }, []);
  return (
    <>
      <h1 className="display text-2xl desk:text-3xl">{title}</h1>
      <div className="mt-6 flex flex-col items-start gap-5">
        <Notice tone="info">{children}</Notice>
        <Link to="/tickets" search={{}} className={buttonStyle({ tone: 'ink' })}>
          Write a new ticket
        </Link>
      </div>
    </>
  );
}
