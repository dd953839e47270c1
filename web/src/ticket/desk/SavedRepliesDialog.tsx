import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { FormFailure } from '@/account/FormFailure';
import { useProblems } from '@/account/problems';
import { CallError, callFailure } from '@/api';
import { deskCore } from '@/core';
import {
  Button,
  CallNotice,
  ConfirmDialog,
  DelayedSkeleton,
  Dialog,
  EmptyState,
  Notice,
  Skeleton,
  TextAreaField,
  TextField,
} from '@/ui';
import { type SavedReply, savedRepliesQuery, useDeleteReply, useSaveReply } from './savedReplies';

/** The saved replies: lists them, writes new ones, changes and deletes them. */
export function SavedRepliesDialog({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = useQuery(savedRepliesQuery);
  const [written, setWritten] = useState<SavedReply | 'new'>();
  const [toDelete, setToDelete] = useState<SavedReply>();
  const [said, setSaid] = useState<{ text: string }>();
  const status = useRef<HTMLParagraphElement>(null);
  // What had the focus is gone with the form or the row.
  useEffect(() => {
    if (said) status.current?.focus();
  }, [said]);
  const done = (text: string) => {
    setSaid({ text });
    setWritten(undefined);
    setToDelete(undefined);
  };
  return (
    <Dialog title="Saved replies" isOpen onClose={onClose} dismissable={written === undefined}>
      <p ref={status} role="status" tabIndex={-1} className="text-success outline-none empty:hidden">
        {said?.text}
      </p>
      {written ? (
        <ReplyEditor
          key={written === 'new' ? 'new' : written.id}
          reply={written === 'new' ? undefined : written}
          onCancel={() => setWritten(undefined)}
          onSaved={() => done('Saved.')}
        />
      ) : (
        <div className="flex flex-col gap-4">
          {error && <CallNotice {...callFailure(error)} onRetry={() => void refetch()} />}
          {!data && !error && (
            <DelayedSkeleton label="Loading the saved replies">
              <Skeleton className="h-24 w-full" />
            </DelayedSkeleton>
          )}
          {data?.length === 0 && (
            <EmptyState title="No saved replies yet">Write what you answer again and again once, here.</EmptyState>
          )}
          {data && data.length > 0 && (
            <ul aria-label="Saved replies" className="flex flex-col rounded-bib border border-rule">
              {data.map((reply) => (
                <li
                  key={reply.id}
                  className="flex flex-wrap items-center gap-2 border-b border-rule py-2 pr-2 pl-4 last:border-0"
                >
                  <span className="label min-w-0 flex-1 basis-32 wrap-anywhere">{reply.title}</span>
                  <Button size="sm" tone="quiet" aria-label={`Edit ${reply.title}`} onPress={() => setWritten(reply)}>
                    Edit
                  </Button>
                  <Button
                    size="sm"
                    tone="quiet"
                    aria-label={`Delete ${reply.title}`}
                    onPress={() => setToDelete(reply)}
                  >
                    Delete
                  </Button>
                </li>
              ))}
            </ul>
          )}
          {data && (
            <Button className="self-start" onPress={() => setWritten('new')}>
              Write a new one
            </Button>
          )}
        </div>
      )}
      {toDelete && (
        <Deletion reply={toDelete} onClose={() => setToDelete(undefined)} onDone={() => done('Saved reply deleted.')} />
      )}
    </Dialog>
  );
}

function ReplyEditor({
  reply,
  onCancel,
  onSaved,
}: {
  reply: SavedReply | undefined;
  onCancel: () => void;
  onSaved: () => void;
}) {
  const [form, setForm] = useState({ title: reply?.title ?? '', text: reply?.text ?? '' });
  const [seen, setSeen] = useState(reply);
  const save = useSaveReply(seen);
  const problems = useProblems();
  const hint = useId();
  // In the refusal of a change that somebody else has overtaken.
  const present = overtaking(save.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // React hands it on to the form of the answer, in which the dialog was opened: that one is not to be sent.
    event.stopPropagation();
    if (save.isPending || problems.showFound(deskCore().savedReplyCheck(form))) return;
    save.mutate(form, { onSuccess: onSaved, onError: problems.showRefused });
  };
  const change = (field: 'title' | 'text') => (text: string) => {
    problems.field(field).onChange();
    setForm((now) => ({ ...now, [field]: text }));
  };
  return (
    <form {...problems.form} onSubmit={submit} className="flex flex-col gap-4" aria-label="Saved reply">
      {present ? (
        <Notice tone="error" title="Somebody has changed this saved reply meanwhile">
          <p className="mt-1 wrap-anywhere whitespace-pre-line">{present.text}</p>
          <Button
            size="sm"
            className="mt-2"
            onPress={() => {
              setSeen(present);
              save.reset();
            }}
          >
            Keep mine instead
          </Button>
        </Notice>
      ) : (
        <FormFailure error={save.error} />
      )}
      <TextField
        {...problems.field('title')}
        name="title"
        label="Title"
        autoFocus
        value={form.title}
        onChange={change('title')}
      />
      <TextAreaField
        name="text"
        label="Text"
        rows={8}
        error={problems.field('text').error}
        value={form.text}
        onChange={change('text')}
      />
      <dl id={hint} className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm text-ink-2">
        {deskCore()
          .ticketPlaceholders()
          .map(({ typed, label }) => (
            <div key={typed} className="contents">
              <dt className="tabular text-ink">{typed}</dt>
              <dd>{label}</dd>
            </div>
          ))}
      </dl>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" tone="ink" pending={save.isPending}>
          Save
        </Button>
        <Button isDisabled={save.isPending} onPress={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

function overtaking(error: Error | null): SavedReply | undefined {
  if (!(error instanceof CallError) || error.refusal?.code !== 'SAVED_REPLY_CHANGED') return undefined;
  return (error.refusal as { reply?: SavedReply }).reply;
}

function Deletion({ reply, onClose, onDone }: { reply: SavedReply; onClose: () => void; onDone: () => void }) {
  const remove = useDeleteReply();
  return (
    <ConfirmDialog
      title="Delete this saved reply?"
      isOpen
      onClose={onClose}
      pending={remove.isPending}
      confirmLabel="Delete"
      onConfirm={() => remove.isPending || remove.mutate(reply, { onSuccess: onDone })}
    >
      <p className="wrap-anywhere">
        <span className="label">{reply.title}</span> is gone for everybody then. Answers that were sent with it stay.
      </p>
      {remove.error && (
        <div className="mt-4">
          <CallNotice {...callFailure(remove.error)} />
        </div>
      )}
    </ConfirmDialog>
  );
}
