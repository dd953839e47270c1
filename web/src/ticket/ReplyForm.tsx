import type { FormEvent } from 'react';
import { FormFailure } from '@/account/FormFailure';
import { useProblems } from '@/account/problems';
import { useTabForm } from '@/account/tabText';
import { CallError, isLost } from '@/api';
import { core } from '@/core';
import { Button, Notice, newKey, TextAreaField } from '@/ui';
import { useReply } from './api';
import { type ChosenPicture, PicturesOfMessage, usePictures } from './Pictures';

const blank = () => ({ text: '', key: newKey(), pictures: [] as ChosenPicture[] });

/** The runner's reply. Its text stays in this tab until the server has it; its key makes a repetition the same reply. */
export function ReplyForm({ ticketId, token }: { ticketId: string; token: string }) {
  const [draft, change] = useTabForm(`reply:${ticketId}`, blank());
  const problems = useProblems();
  const reply = useReply(ticketId, token);
  const side = { ticketId, token };
  const pictures = usePictures(side, draft.pictures, (next) =>
    change((now) => ({ ...now, pictures: next(now.pictures) })),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (reply.isPending || pictures.busy || problems.showFound(core().ticketReplyCheck(draft.text))) return;
    reply.mutate(draft, {
      onSuccess: () => change(blank),
      onError: (error) => {
        problems.showRefused(error);
        // A changed text is then another reply.
        if (error instanceof CallError && error.status === 409) change((now) => ({ ...now, key: newKey() }));
      },
    });
  };
  return (
    <form {...problems.form} onSubmit={submit} aria-label="Reply" className="flex flex-col gap-4 print:hidden">
      {isLost(reply.error) ? (
        <Notice tone="error" title="Not sent yet">
          The site cannot be reached. Your text stays here: send it again once you are back online.
        </Notice>
      ) : (
        <FormFailure error={reply.error} />
      )}
      <TextAreaField
        name="text"
        label="Your reply"
        rows={4}
        error={problems.field('text').error}
        value={draft.text}
        onChange={(text) => {
          problems.field('text').onChange();
          change((now) => ({ ...now, text }));
        }}
      />
      <PicturesOfMessage side={side} pictures={pictures} />
      <Button
        type="submit"
        tone="ink"
        pending={reply.isPending}
        isDisabled={pictures.busy}
        focusable
        className="self-start"
      >
        Send reply
      </Button>
      <p role="status" className="text-success empty:hidden">
        {reply.isSuccess && draft.text === '' && reply.data.message}
      </p>
    </form>
  );
}
