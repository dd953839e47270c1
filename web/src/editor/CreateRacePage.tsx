import { Link } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Race } from '@/core';
import { Button, buttonStyle, ConfirmDialog, EDITOR_TOAST_MS, Notice, Segmented, toast } from '@/ui';
import { CONTENTS } from './create/contents';
import { DraftNotice } from './create/DraftNotice';
import { LeaveGuard, type Loss } from './create/LeaveGuard';
import { ProblemSummary, type SummaryHandle } from './create/ProblemSummary';
import { FormRail, useOpenSections } from './create/Rail';
import { SubmitBar } from './create/SubmitBar';
import { CreateContext, useCreateForm } from './create/useCreateForm';
import { type SendResult, useSend } from './create/useSend';
import { previewOf, toForm } from './create/values';
import { chosenFiles } from './kit/chosen';
import { FormContext } from './kit/form';
import { visibilityWords } from './kit/rules';
import { RacePreview } from './preview/RacePreview';

const NOTHING: Loss = { files: 0, text: false, sending: false };

/** Create Race: one long form that is checked at every keystroke, saved as a draft, and sent as one request. */
export function CreateRacePage() {
  const handle = useCreateForm();
  const { form, state, draft, clear } = handle;
  const sections = useOpenSections();
  // The race as it was when the preview was opened; undefined while editing.
  const [previewed, setPreviewed] = useState<Race>();
  const [clearing, setClearing] = useState(false);
  const summary = useRef<SummaryHandle>(null);
  const toSummary = useCallback(() => {
    setPreviewed(undefined);
    // The list is rendered after this event.
    setTimeout(() => summary.current?.focus());
  }, []);
  const success = useRef<HTMLDivElement>(null);
  const { submit, cancel, progress, created, result, dismiss } = useSend(handle, toSummary, () =>
    setTimeout(() => success.current?.focus()),
  );
  // Computed only when somebody leaves the page, so that it costs nothing at a keystroke.
  const loss = (text: boolean): Loss =>
    created() ? NOTHING : { files: chosenFiles(form.draft).length, text, sending: progress !== undefined };

  return (
    <FormContext value={form}>
      <CreateContext value={state}>
        <div className={`column pt-8 desk:pt-12 ${previewed ? '' : 'pb-18'}`}>
          <header className="mb-8 flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
            <h1 className="display text-2xl sm:text-3xl">Create New Race</h1>
            <div className="flex flex-wrap items-center gap-3">
              <Button onPress={() => setClearing(true)}>Clear Form</Button>
              <Segmented
                label="View"
                options={[
                  { id: 'edit', label: 'Edit' },
                  { id: 'preview', label: 'Preview' },
                ]}
                value={previewed ? 'preview' : 'edit'}
                onChange={(view) => setPreviewed(view === 'preview' ? previewOf(form.draft) : undefined)}
              />
            </div>
          </header>

          <div ref={success} tabIndex={-1} className="scroll-mt-24 outline-none">
            {result?.race !== undefined && <Success result={result} race={result.race} />}
          </div>

          {/* Hidden instead of removed during the preview, so that the open sections and their scroll position are preserved. */}
          <div hidden={previewed !== undefined}>
            {result?.race === undefined && (
              <div className="mb-8 max-w-2xl">
                <Notice tone="info">
                  <p>
                    Form data persists across refresh, but images must be re-selected. What you write is kept on the
                    server too, so that you can go on elsewhere.
                  </p>
                </Notice>
              </div>
            )}
            <div className="mb-8 max-w-2xl empty:hidden">
              <DraftNotice draft={draft} form={() => toForm(form.draft)} />
            </div>
            <ProblemSummary ref={summary} openSection={(section) => sections.set(section, true)} />
            <form
              noValidate
              autoComplete="off"
              // Keeps a focused input from being covered by the sticky footer.
              className="desk:[&_:is(input,textarea,button)]:scroll-mb-32"
              onSubmit={(event) => event.preventDefault()}
            >
              <FormRail
                sections={sections}
                contents={CONTENTS}
                foot={
                  <SubmitBar progress={progress} result={result} draft={draft} onSubmit={submit} onCancel={cancel} />
                }
              />
            </form>
          </div>
        </div>
        {previewed && (
          <div className="px-4 pb-18 sm:px-6">
            <RacePreview race={previewed} />
          </div>
        )}

        <ConfirmDialog
          title="Clear Form"
          isOpen={clearing}
          onClose={() => setClearing(false)}
          confirmLabel="Clear Form"
          onConfirm={() => {
            clear();
            dismiss();
            setClearing(false);
            toast('Form cleared', { duration: EDITOR_TOAST_MS });
          }}
        >
          <p>
            Everything you entered, its draft on this device and on the server, and the chosen images are removed. This
            cannot be undone.
          </p>
        </ConfirmDialog>
        <LeaveGuard lossOnNavigation={() => loss(draft.lostOnNavigation)} lossOnClose={() => loss(draft.lostOnClose)} />
      </CreateContext>
    </FormContext>
  );
}

/** Shown once the race is created: the success message, which disappears, and links to the next steps, which stay. */
function Success({ result, race }: { result: SendResult; race: string }) {
  const { notice } = result;
  const [expired, setExpired] = useState<SendResult>();
  useEffect(() => {
    const timer = setTimeout(() => setExpired(result), notice.clearAfterMs);
    return () => clearTimeout(timer);
  }, [result, notice]);
  const showsMessage = expired !== result;
  return (
    <div className="mb-8 max-w-prose">
      <Notice
        tone={showsMessage ? notice.tone : 'info'}
        title={showsMessage && <span className="text-success">{notice.text}</span>}
      >
        {result.hidden && <p className="mt-1">{visibilityWords().createdHidden}</p>}
        <p className="mt-1">{race} has its page now. Its contests, timing points and entrants come next.</p>
        <p className="mt-3 flex flex-wrap gap-3">
          <Link to="/race/$RaceName" params={{ RaceName: race }} className={buttonStyle({ tone: 'ink', size: 'sm' })}>
            Open its page
          </Link>
          <Link to="/Timing" search={{ race }} className={buttonStyle({ size: 'sm' })}>
            Set up its timing
          </Link>
          <Link to="/EditRaces" search={{ race }} className={buttonStyle({ size: 'sm' })}>
            Edit this page
          </Link>
        </p>
      </Notice>
    </div>
  );
}
