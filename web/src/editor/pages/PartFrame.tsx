import { useMutation } from '@tanstack/react-query';
import { History, Pencil } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button, LineProgress, Notice, whenPicturesReady } from '@/ui';
import { FormContext } from '../kit/form';
import { ConflictDialog } from './ConflictDialog';
import { FailureReason } from './FailureReason';
import { HistoryDialog } from './HistoryDialog';
import type { PartHandle } from './part';
import { RestoreDialog } from './RestoreDialog';
import { words } from './rules';
import { moment } from './when';

/** The properties of {@link PartFrame}. */
export interface PartFrameProps {
  // biome-ignore lint/suspicious/noExplicitAny: only the section uses the input outside the record.
  part: PartHandle<any>;
  /** The saved part, as the page shows it. */
  view: ReactNode;
  /** Its fields; missing for a part without an edit mode. */
  edit?: ReactNode;
  /** Whether this part is the only one in its section, whose heading already says the title. */
  alone?: boolean;
}

/** A part of the race's page: its saved state or its edit mode, the button for its history, and the result of its last save. */
export function PartFrame({ part, view, edit, alone = false }: PartFrameProps) {
  const [history, setHistory] = useState(false);
  const box = useRef<HTMLElement>(null);
  useFocusOnModeChange(part.editing, box);
  return (
    <FormContext value={part.form}>
      <section
        ref={box}
        data-part={part.part}
        className={`rounded-bib border bg-card p-4 sm:p-6 ${part.editing ? 'border-control' : 'border-rule'}`}
      >
        <header className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          {!alone && <h3 className="display text-lg">{part.title}</h3>}
          {part.editing && alone && (
            <span className="label text-sm text-ink-2" aria-hidden="true">
              Editing
            </span>
          )}
          <div className="ml-auto flex gap-2">
            {!part.editing && (
              <Button size="sm" tone="quiet" onPress={() => setHistory(true)}>
                <History size={16} aria-hidden="true" />
                History<span className="sr-only"> of {part.title}</span>
              </Button>
            )}
            {!part.editing && edit !== undefined && part.storedAt === undefined && (
              <Button size="sm" data-edit pending={part.sent !== undefined} onPress={part.edit}>
                <Pencil size={16} aria-hidden="true" />
                Edit<span className="sr-only"> {part.title}</span>
              </Button>
            )}
          </div>
        </header>
        {part.storedAt !== undefined && <StoredChangesNotice part={part} at={part.storedAt} />}
        {part.canUndo && (
          <p className="mb-4 flex flex-wrap items-center gap-x-3 text-sm text-ink-2" role="status">
            Your changes were put away.
            <Button size="sm" tone="quiet" onPress={part.undoCancel}>
              Bring them back
            </Button>
          </p>
        )}
        {/* Always rendered, because a screen reader does not read a live region that appears together with its text. */}
        <div aria-live="polite" className="not-empty:mb-4">
          {!part.editing && <Message part={part} />}
        </div>
        {part.editing ? <EditForm part={part}>{edit}</EditForm> : view}
      </section>
      {part.conflict && <ConflictDialog part={part} conflict={part.conflict} />}
      {history && <HistoryDialog part={part} onClose={() => setHistory(false)} />}
    </FormContext>
  );
}

/** Moves the focus when the edit mode starts (to the first field) and when it ends (to the Edit button). */
function useFocusOnModeChange(editing: boolean, box: { current: HTMLElement | null }) {
  const before = useRef(editing);
  useEffect(() => {
    if (before.current === editing) return;
    before.current = editing;
    // Does not take the focus from another part that the user has moved to while this one was saved.
    const focused = document.activeElement;
    if (focused && focused !== document.body && !box.current?.contains(focused)) return;
    const selector = editing ? 'form input, form textarea, form button' : '[data-edit]';
    box.current?.querySelector<HTMLElement>(selector)?.focus();
  }, [editing, box]);
}

function EditForm({ part, children }: { part: PartHandle; children: ReactNode }) {
  const form = useRef<HTMLFormElement>(null);
  const sending = part.sent !== undefined;
  const count = part.problems;
  return (
    <form
      ref={form}
      noValidate
      autoComplete="off"
      // Keeps a focused input from being covered by the sticky footer.
      className="desk:[&_:is(input,textarea,button)]:scroll-mb-28"
      aria-label={`Edit ${part.title}`}
      onSubmit={(event) => {
        event.preventDefault();
        // In React's tree the forms of dialogs are inside this one, so their submit events bubble to it; in the DOM they are not.
        if (event.target !== event.currentTarget || sending) return;
        whenPicturesReady(() => {
          if (part.save()) return;
          // The problems are rendered after this event.
          setTimeout(() =>
            form.current?.querySelector<HTMLElement>('[data-invalid] :is(input, textarea, button)')?.focus(),
          );
        });
      }}
    >
      <div className="flex flex-col gap-6">{children}</div>
      <div className="z-10 mt-6 flex flex-wrap items-center justify-end gap-3 border-t border-rule bg-card pt-4 desk:sticky desk:bottom-0 desk:pb-4">
        <div className="w-full empty:hidden">
          <Message part={part} />
        </div>
        <div className="min-w-0 flex-1 basis-full text-sm sm:basis-40">
          {sending && part.sent !== undefined && part.sent > 0 ? (
            <>
              <LineProgress value={part.sent} label="Upload" />
              <p className="tabular mt-2 text-ink-2">
                {part.sent < 1 ? `${Math.round(part.sent * 100)} % sent` : 'Sent; the server is working on it'}
              </p>
            </>
          ) : count > 0 ? (
            <p className="font-medium text-live">
              {count === 1 ? 'One field needs attention' : `${count} fields need attention`}
            </p>
          ) : (
            <p className="text-ink-2">{part.dirty ? 'Not saved yet' : 'No changes yet'}</p>
          )}
        </div>
        {sending && part.sent !== undefined && part.sent > 0 ? (
          <Button onPress={part.stop}>Stop</Button>
        ) : (
          <Button isDisabled={sending} onPress={part.cancel}>
            Cancel<span className="sr-only"> editing {part.title}</span>
          </Button>
        )}
        <Button
          tone="ink"
          type="submit"
          pending={sending}
          // Only the card cannot be saved without a change (SPEC §4); for the other parts the server reports it.
          isDisabled={part.part === 'card' && !part.dirty}
          className="min-w-28"
        >
          {sending ? 'Saving…' : part.part === 'card' ? 'Save Changes' : 'Save'}
        </Button>
      </div>
    </form>
  );
}

/** The result of the last save. */
function Message({ part }: { part: PartHandle }) {
  const { reason } = part;
  const notice = part.lastSave?.notice;
  // Whether another race has the deleted race's name now, so that a new name must be typed.
  const [renaming, setRenaming] = useState(false);
  const restore = useMutation({
    mutationFn: (name: string | undefined) => part.restoreDeletedRace(name),
    networkMode: 'always',
    onSuccess: () => setRenaming(false),
    onError: () => setRenaming(true),
  });
  if (!notice && !reason) return null;
  return (
    <Notice tone={notice?.tone ?? 'error'}>
      {notice && <p>{notice.text}</p>}
      {reason && (
        <FailureReason
          reason={reason}
          onRetry={part.retry}
          onRestore={() => restore.mutateAsync(undefined).catch(() => undefined)}
        />
      )}
      {renaming && (
        <RestoreDialog
          race={{ name: part.race.Race, date: part.race.Date }}
          sentName={restore.variables}
          pending={restore.isPending}
          error={restore.error}
          onConfirm={restore.mutate}
          onClose={() => setRenaming(false)}
        />
      )}
    </Notice>
  );
}

function StoredChangesNotice({ part, at }: { part: PartHandle; at: number }) {
  return (
    <div className="mb-4">
      <Notice tone="info" title={words().unsavedFound}>
        <p className="text-sm text-ink-2">
          Kept in this browser on {moment(at)}.{part.multipart && ' Files must be chosen again.'}
        </p>
        <p className="mt-2 flex flex-wrap gap-2">
          <Button size="sm" onPress={part.resume}>
            Continue editing<span className="sr-only"> {part.title}</span>
          </Button>
          <Button size="sm" tone="quiet" onPress={part.discard}>
            Discard them
          </Button>
        </p>
      </Notice>
    </div>
  );
}
