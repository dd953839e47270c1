import { type FormEvent, type KeyboardEvent, useRef } from 'react';
import { useProblems } from '@/account/problems';
import { CallError, callFailure, isLost } from '@/api';
import { core, deskCore } from '@/core';
import { Button, CallNotice, Notice, Segmented, TextAreaField } from '@/ui';
import { PicturesOfMessage, usePictures } from '../Pictures';
import { type Ticket, useWrite } from './api';
import { KeptText } from './KeptText';
import { SavedReplies } from './SavedReplies';
import type { Answering } from './useAnswer';
import { useWriting } from './useWriting';

const KINDS = [
  { id: 'staff', label: 'Answer' },
  { id: 'note', label: 'Internal note' },
] as const;

/** The answer to the runner, or a note that only the team sees. Ctrl and Enter send it. */
export function AnswerForm({
  ticket,
  answer,
  onTake,
}: {
  ticket: Ticket;
  answer: Answering;
  /** Called for what was written before the ticket was joined into another one: takes it there. */
  onTake: (whole: string) => void;
}) {
  const { draft, seen } = answer;
  const write = useWrite(ticket.ticketId);
  const problems = useProblems();
  const form = useRef<HTMLFormElement>(null);
  const side = { ticketId: ticket.ticketId };
  const pictures = usePictures(side, draft.pictures, answer.setPictures);
  const isNote = draft.kind === 'note';
  const label = isNote ? 'Internal note' : 'Answer';
  const whole = ticket.joinedInto;
  useWriting(ticket.ticketId, draft.text !== '' && !whole);
  const way = deskCore().ticketContactWay(ticket.contact);

  const send = (status?: 'solved') => {
    if (write.isPending || pictures.busy || problems.showFound(core().ticketReplyCheck(draft.text))) return;
    const { text, kind, key } = draft;
    write.mutate(
      {
        json: {
          text,
          kind,
          version: seen,
          ...(status ? { status } : {}),
          ...(draft.pictures.length > 0 ? { pictures: draft.pictures.map(({ id }) => id) } : {}),
        },
        key,
      },
      {
        onSuccess: answer.sent,
        onError: (error) => {
          problems.showRefused(error);
          if (error instanceof CallError && error.refusal?.code === 'KEY_REUSED') answer.renewKey();
        },
      },
    );
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send();
  };
  const read = () => {
    answer.sawAll(ticket.version);
    write.reset();
    form.current?.querySelector('textarea')?.focus();
  };
  /** Inserts a text where the cursor is, and goes on behind it. */
  const insert = (text: string) => {
    const area = form.current?.querySelector('textarea');
    const [from, to] = [area?.selectionStart ?? draft.text.length, area?.selectionEnd ?? draft.text.length];
    problems.field('text').onChange();
    answer.write(draft.text.slice(0, from) + text + draft.text.slice(to));
    requestAnimationFrame(() => {
      area?.focus();
      area?.setSelectionRange(from + text.length, from + text.length);
    });
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    form.current?.requestSubmit();
  };
  const isRefusedByField = write.error instanceof CallError && Object.keys(write.error.fields).length > 0;
  const wasChanged = write.error instanceof CallError && write.error.refusal?.code === 'TICKET_CHANGED';
  // Of a lost answer only the server knows whether it is the change: sent again, it is the same one or is refused.
  const isLostNow = isLost(write.error);

  if (whole) {
    const refusal = write.error && !isLostNow ? callFailure(write.error).words : '';
    const names = draft.pictures.map(({ name }) => name);
    const kept = { text: draft.text, pictures: names, isSending: pictures.busy, label, refusal, whole };
    return <KeptText {...kept} onTake={() => onTake(whole)} />;
  }

  return (
    <form
      {...problems.form}
      ref={(element) => {
        form.current = element;
        problems.form.ref(element);
      }}
      onSubmit={submit}
      aria-label={label}
      className="flex flex-col gap-4 rounded-bib border border-rule bg-card p-4 sm:p-6 print:hidden"
    >
      <div>
        <Segmented label="What you write" options={KINDS} value={draft.kind} onChange={answer.choose} />
      </div>
      <p className="text-sm text-ink-2">
        {isNote
          ? 'Only the team sees a note.'
          : way === undefined
            ? 'The contact was removed: nothing is sent. The answer is shown under the link of the ticket.'
            : way.byMail
              ? 'Sent to the runner by mail, and shown under the link of the ticket.'
              : 'The contact is a phone number: nothing is sent. Call, and write down here what was said.'}
      </p>
      {answer.isOvertaken && !isLostNow ? (
        <Notice tone="error" title="This ticket has changed since you began to write">
          <p>Read what is new above. Your text is kept here.</p>
          <Button size="sm" className="mt-2" onPress={read}>
            I have read it
          </Button>
        </Notice>
      ) : (
        write.error &&
        !isRefusedByField && (
          <CallNotice {...callFailure(write.error)}>
            {isLostNow && 'Your text is kept here: send it again.'}
            {wasChanged && 'Your text is kept here.'}
          </CallNotice>
        )
      )}
      <SavedReplies ticket={ticket} onInsert={insert} />
      <TextAreaField
        name="text"
        label={label}
        rows={5}
        error={problems.field('text').error}
        value={draft.text}
        onKeyDown={press}
        onChange={(text) => {
          problems.field('text').onChange();
          answer.write(text);
        }}
      />
      <PicturesOfMessage side={side} pictures={pictures} />
      <div className="flex flex-wrap items-center gap-3">
        <Button
          type="submit"
          tone="ink"
          pending={write.isPending}
          isDisabled={pictures.busy}
          focusable
          aria-keyshortcuts="Control+Enter"
        >
          {isNote ? 'Add note' : 'Send answer'}
        </Button>
        {!isNote && ticket.status !== 'solved' && (
          <Button isDisabled={write.isPending || pictures.busy} focusable onPress={() => send('solved')}>
            Send and solve
          </Button>
        )}
        <span className="hidden text-sm text-ink-3 pointer-fine:inline">Ctrl + Enter sends</span>
      </div>
      <p role="status" className="text-success empty:hidden">
        {write.isSuccess && draft.text === '' && write.data.message}
      </p>
    </form>
  );
}
