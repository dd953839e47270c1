import { Link } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Race } from '@/core';
import { Button, buttonStyle, ConfirmDialog, Notice, Segmented, toast } from '@/ui';
import { CONTENTS } from './create/contents';
import { DraftNotice } from './create/DraftNotice';
import { LeaveGuard, type Loss } from './create/LeaveGuard';
import { ProblemSummary, type SummaryHandle } from './create/ProblemSummary';
import { FormRail, useOpenSections } from './create/Rail';
import { visibilityWords } from './create/rules';
import { SubmitBar } from './create/SubmitBar';
import { CreateContext, useCreateForm } from './create/useCreateForm';
import { type Ended, TOAST_MS, useSend } from './create/useSend';
import { previewOf, toForm } from './create/values';
import { chosenFiles } from './kit/chosen';
import { FormContext } from './kit/form';
import { RacePreview } from './preview/RacePreview';

const NOTHING: Loss = { files: 0, words: false, sending: false };

/** Create Race: one long form, checked at every keystroke, kept as a draft, sent once. */
export function CreateRacePage() {
  const handle = useCreateForm();
  const { form, state, draft, clear } = handle;
  const sections = useOpenSections();
  // What is previewed, as it was when the view was switched; nothing while editing.
  const [previewed, setPreviewed] = useState<Race>();
  const [clearing, setClearing] = useState(false);
  const summary = useRef<SummaryHandle>(null);
  const toSummary = useCallback(() => {
    setPreviewed(undefined);
    // The list is on the page after this event.
    setTimeout(() => summary.current?.focus());
  }, []);
  const success = useRef<HTMLDivElement>(null);
  const { submit, cancel, going, made, ended, dismiss } = useSend(handle, toSummary, () =>
    setTimeout(() => success.current?.focus()),
  );
  // Asked when somebody leaves, so that no keystroke waits for it.
  const loss = (words: boolean): Loss =>
    made() ? NOTHING : { files: chosenFiles(form.draft).length, words, sending: going !== undefined };

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
            {ended?.race !== undefined && <Success ended={ended} race={ended.race} />}
          </div>

          {/* Hidden rather than gone while previewing, so that open sections and the place in them stay. */}
          <div hidden={previewed !== undefined}>
            {ended?.race === undefined && (
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
            <ProblemSummary ref={summary} onGo={(section) => sections.set(section, true)} />
            <form
              noValidate
              autoComplete="off"
              // What the focus comes to is not left behind the foot, which stays in sight.
              className="desk:[&_:is(input,textarea,button)]:scroll-mb-32"
              onSubmit={(event) => event.preventDefault()}
            >
              <FormRail
                sections={sections}
                contents={CONTENTS}
                foot={<SubmitBar going={going} ended={ended} draft={draft} onSubmit={submit} onCancel={cancel} />}
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
            toast('Form cleared', { duration: TOAST_MS });
          }}
        >
          <p>
            Everything you entered, its draft on this device and on the server, and the chosen images are removed. This
            cannot be undone.
          </p>
        </ConfirmDialog>
        <LeaveGuard moving={() => loss(draft.unkept)} closing={() => loss(draft.atRisk)} />
      </CreateContext>
    </FormContext>
  );
}

/** The race is made: where to go from here, which stays when the banner goes. */
function Success({ ended, race }: { ended: Ended; race: string }) {
  const { notice } = ended;
  const [passed, setPassed] = useState<Ended>();
  useEffect(() => {
    const timer = setTimeout(() => setPassed(ended), notice.clearAfterMs);
    return () => clearTimeout(timer);
  }, [ended, notice]);
  const said = passed !== ended;
  return (
    <div className="mb-8 max-w-prose">
      <Notice tone={said ? notice.tone : 'info'} title={said && <span className="text-success">{notice.text}</span>}>
        {ended.hidden && <p className="mt-1">{visibilityWords().createdHidden}</p>}
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
