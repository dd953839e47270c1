import { Button, LineProgress, LogInLink, Notice } from '@/ui';
import { visibleProblems } from '../kit/form';
import { UploadList } from '../pictures/UploadList';
import type { DraftKeeper } from './DraftKeeper';
import { DraftStatus } from './DraftNotice';
import { formSections } from './rules';
import { sectionState } from './sections';
import type { Progress } from './send';
import { useCreate } from './useCreateForm';
import type { Ended } from './useSend';

/** The form's foot: how far it is, what went wrong with sending, and the button. On wide screens it stays in sight. */
export function SubmitBar({
  going,
  ended,
  draft,
  onSubmit,
  onCancel,
}: {
  /** How far sending is, while it lasts. */
  going: Progress | undefined;
  ended: Ended | undefined;
  draft: DraftKeeper;
  onSubmit: () => void;
  onCancel: () => void;
}) {
  const problems = useCreate((form) => visibleProblems(form).length);
  return (
    <div className="z-10 mt-8 flex flex-col gap-3 desk:sticky desk:bottom-4">
      {ended && ended.notice.tone !== 'success' && !going && (
        <div className="rounded-control desk:shadow-float">
          <Notice tone={ended.notice.tone}>
            <p className="label text-live">
              {ended.loggedOut ? <LogInLink className="underline">{ended.notice.text}</LogInLink> : ended.notice.text}
            </p>
            {ended.perhaps !== undefined && <PerhapsMade race={ended.perhaps} />}
            <p className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-ink-2">
              Everything you entered is still here, pictures too.
              {/* As it stands it would only be refused again. */}
              {problems === 0 && (
                <Button size="sm" onPress={onSubmit}>
                  Retry
                </Button>
              )}
            </p>
          </Notice>
        </div>
      )}
      <div className="flex flex-col gap-4 rounded-control border border-control bg-card p-4 sm:flex-row sm:items-center desk:py-2 desk:pr-2 desk:pl-6 desk:shadow-float">
        <div className="min-w-0 flex-1">
          {going ? <Sending going={going} /> : <Standing draft={draft} problems={problems} />}
        </div>
        <div className="flex flex-wrap justify-end gap-3 max-sm:flex-col">
          {/* Once everything has left, the race may be made already. */}
          {going && going.sent < 1 && <Button onPress={onCancel}>Cancel</Button>}
          <Button tone="ink" pending={going !== undefined} onPress={onSubmit} className="sm:min-w-44">
            {going ? 'Creating Race...' : 'Create Race'}
          </Button>
        </div>
      </div>
    </div>
  );
}

/** An attempt whose answer was lost may have made the race: a second one under another name would be one too many. */
function PerhapsMade({ race }: { race: string }) {
  return (
    <p className="mt-2 text-sm">
      The attempt before may have made this race, although its answer did not come back.{' '}
      <a href={`/EditRaces?race=${encodeURIComponent(race)}`} target="_blank" rel="noreferrer" className="link">
        Look at it in Edit Pages<span className="sr-only"> (opens in a new tab)</span>
      </a>{' '}
      before you choose another name.
    </p>
  );
}

function Sending({ going: { sent, uploads } }: { going: Progress }) {
  return (
    <div className="py-2">
      <LineProgress value={sent} label="Upload" />
      <p className="tabular mt-2 text-sm text-ink-2">
        {sent < 1 ? `${Math.round(sent * 100)} % sent` : 'Sent; the server is working on it'}
      </p>
      {uploads.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
        <section className="mt-2 max-h-48 overflow-y-auto pr-2" tabIndex={0} aria-label="Pictures on their way">
          <UploadList uploads={uploads} label="Pictures" />
        </section>
      )}
    </div>
  );
}

function Standing({ draft, problems }: { draft: DraftKeeper; problems: number }) {
  const ready = useCreate(
    (form) => formSections().filter((section) => sectionState(form, section).state === 'ready').length,
  );
  return (
    <p className="text-sm text-ink-2">
      <span className="label text-ink">
        {ready} of {formSections().length} sections ready
      </span>
      {problems > 0 && (
        <span className="font-medium text-live"> · {problems === 1 ? '1 problem' : `${problems} problems`}</span>
      )}
      <br />
      <DraftStatus draft={draft} />
    </p>
  );
}
