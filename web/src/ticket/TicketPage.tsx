import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { type ReactNode, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { Outcome } from '@/account/Outcome';
import { useTabForm } from '@/account/tabText';
import { CallError, callWords, isLost, raceDatesQuery, sessionQuery } from '@/api';
import { core, type TicketOutcome } from '@/core';
import { Notice, newKey } from '@/ui';
import { type Created, useCreateTicket, useCreating } from './api';
import { type Draft, fill, freshDraft, isBlank } from './form';
import { KeptBeside, KeptNotice } from './KeptNotice';
import { dropTicket, keepTicket, useKeptTicket, useSendKept } from './kept';
import { Sent } from './Sent';
import type { TicketSearch } from './search';
import { TicketForm } from './TicketForm';
import { WhatWeKnow } from './WhatWeKnow';

/** A ticket that the server has, and what is said about it. */
interface Done {
  outcome: TicketOutcome;
  ticketId: string;
  requestType: string;
}

/** A ticket that the server has refused; `attempt` tells a repeated refusal from the last one. */
interface Refusal {
  outcome: TicketOutcome;
  error: unknown;
  attempt: number;
}

/** The page `/tickets`: the form of a support ticket, and what became of it. */
export function TicketPage() {
  const search = useSearch({ strict: false }) as TicketSearch;
  const [draft, change] = useTabForm<Draft>('tickets', freshDraft());
  usePrefilled(search, draft.key, change);
  const [done, setDone] = useState<Done>();
  const [refusal, setRefusal] = useState<Refusal>();
  const create = useCreateTicket();
  const { isPending, created } = useCreating(draft.key);
  const kept = useKeptTicket();
  const [isStored, setStored] = useState(true);
  const [isReturned, setReturned] = useState(false);
  const attempts = useRef(0);
  // Another tab may have kept it, while another ticket is written here or the number of one is read.
  const isFree = !done && (isBlank(draft) || draft.key === kept?.key);
  const [beside, setBeside] = useState<{ ticket: Draft; outcome: TicketOutcome; isKept: boolean }>();

  const onSent = (ticket: Draft, { ticketId, emailSent, message }: Created, isInPlace = true) => {
    const outcome = core().ticketOutcome(201, message, ticketId, emailSent);
    if (!isInPlace) return setBeside({ ticket, outcome, isKept: false });
    setRefusal(undefined);
    setDone({ outcome, ticketId, requestType: ticket.requestType });
    change((now) => (now.key === ticket.key ? freshDraft() : now));
  };
  const onRefused = (ticket: Draft, error: unknown, isInPlace = true) => {
    if (!isInPlace) return setBeside({ ticket, outcome: outcomeOf(error), isKept: true });
    const status = error instanceof CallError ? error.status : undefined;
    attempts.current += 1;
    setRefusal({ outcome: outcomeOf(error), error, attempt: attempts.current });
    // Nothing was stored under the key of a refused ticket, or another form: what is sent next is another ticket.
    const isDefinite = status !== undefined && status >= 400 && status < 500;
    change(() => (isDefinite ? { ...ticket, key: newKey() } : ticket));
  };
  const { sending, tryNow } = useSendKept(
    kept,
    isFree,
    (ticket, answer) => onSent(ticket, answer, isFree),
    (ticket, error) => onRefused(ticket, error, isFree),
  );
  // It may have been sent by an earlier visit of the page. The form is another ticket then.
  if (created) onSent(draft, created);

  const race = useRaceOf((isFree ? kept : undefined) ?? draft, search.race);

  const submit = () => {
    if (isPending) return;
    // What was filled in is its author's own text once it is sent.
    const ticket = { ...draft, filled: {} };
    create.mutate(ticket, {
      onError: (error) => {
        if (!isLost(error)) return onRefused(ticket, error);
        setRefusal(undefined);
        setStored(keepTicket(ticket));
        change(freshDraft);
      },
    });
  };
  const changeKept = (ticket: Draft) => {
    dropTicket(ticket);
    change(() => ticket);
    setReturned(true);
  };
  const another = () => {
    setDone(undefined);
    setBeside(undefined);
    setReturned(true);
  };

  const besideIt = beside ? <KeptBeside {...beside} /> : kept && !isFree && <KeptBeside ticket={kept} isKept />;
  if (done) {
    return (
      <Frame race={search.race} requestType={done.requestType}>
        {besideIt}
        <Outcome>
          <Sent {...done} onAnother={another} />
        </Outcome>
      </Frame>
    );
  }
  if (kept && isFree) {
    return (
      <Frame race={race} requestType={kept.requestType}>
        <KeptNotice
          ticket={kept}
          isStored={isStored}
          sending={sending}
          onTry={tryNow}
          onChange={() => changeKept(kept)}
        />
      </Frame>
    );
  }
  return (
    <Frame race={race} requestType={draft.requestType}>
      {besideIt}
      {refusal && <Refused key={refusal.attempt} {...refusal} />}
      <TicketForm
        draft={draft}
        change={change}
        onSubmit={submit}
        pending={isPending}
        error={refusal?.error}
        autoFocus={isReturned}
      />
    </Frame>
  );
}

/** What is said about a refusal. A ticket that came twice, changed in between, is none of the spec's outcomes: the server says more. */
function outcomeOf(error: unknown): TicketOutcome {
  const refused = error instanceof CallError ? error : undefined;
  const outcome = core().ticketOutcome(refused?.status, refused?.message ?? '', '', false);
  return refused?.status === 409 ? { ...outcome, text: callWords(error) } : outcome;
}

/** Why the ticket was refused. It takes the focus, unless a field is wrong: then the field has it, and this is announced. */
function Refused({ outcome: { tone, title, text }, error }: Refusal) {
  const notice = (
    <Notice tone={tone} title={title}>
      {text}
    </Notice>
  );
  const hasField = error instanceof CallError && Object.keys(error.fields).length > 0;
  return <div className="mb-6">{hasField ? notice : <Outcome>{notice}</Outcome>}</div>;
}

/** The page around the form: its heading, and beside it what may help without a ticket. */
function Frame({
  race,
  requestType,
  children,
}: {
  race: string | undefined;
  requestType: string;
  children: ReactNode;
}) {
  return (
    <div className="column pt-8 pb-16 desk:pt-12">
      <h1 className="display text-3xl desk:text-4xl">Support Ticket Request</h1>
      <p className="mt-3 max-w-[60ch] text-lg text-ink-2">
        Something is wrong, or you need an answer before race day? Write to us. You get a number, and a mail with a link
        that shows what became of it.
      </p>
      <div className="mt-8 grid items-start gap-8 desk:grid-cols-[minmax(0,1fr)_22rem] desk:gap-12">
        <div className="rounded-bib border border-rule bg-card p-6 sm:p-8">{children}</div>
        <WhatWeKnow
          race={race}
          isRefund={core().ticketIsRefund(requestType)}
          isAboutRace={core().ticketNeedsRace(requestType)}
        />
      </div>
    </div>
  );
}

/** The race that the details of a ticket name, or else the one of the link to this page. */
function useRaceOf({ requestType, raceDetails }: Draft, linked: string | undefined): string | undefined {
  const { data } = useQuery(raceDatesQuery);
  const typed = useDeferredValue(core().ticketNeedsRace(requestType) ? raceDetails : '');
  return useMemo(() => {
    const named =
      typed.trim() && data
        ? core().ticketRace(
            typed,
            data.map(({ Race }) => Race),
          )
        : '';
    return named || linked;
  }, [typed, data, linked]);
}

/** Fills each draft with what is known and was not typed: who is logged in, and what the link to this page says. */
function usePrefilled({ race, type }: TicketSearch, key: string, change: (next: (now: Draft) => Draft) => void): void {
  const session = useQuery(sessionQuery).data;
  const profile = session?.loggedIn ? session.profile : undefined;
  const isUnknown = session === undefined;
  const name = profile ? `${profile.FirstName} ${profile.LastName}`.trim() : '';
  const contact = profile?.Email ?? '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: another key is another draft.
  useEffect(() => {
    const isType = type !== undefined && core().ticketTypes().includes(type);
    change((now) =>
      fill(now, {
        ...(isUnknown ? {} : { name, contact }),
        // Of what an address does not say, a ticket that somebody is writing stays as it is.
        ...(isType || isBlank(now) ? { requestType: isType ? type : '' } : {}),
        ...(race !== undefined || isBlank(now) ? { raceDetails: race ?? '' } : {}),
      }),
    );
  }, [isUnknown, name, contact, type, race, key, change]);
}
