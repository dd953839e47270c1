import { Button, LineProgress, LogInLink, Notice } from '@/ui';
import { visibleProblems } from '../kit/form';
import { UploadList } from '../pictures/UploadList';
import { DraftStatus } from './DraftNotice';
import type { DraftSync } from './DraftSync';
import { formSections } from './rules';
import { readySections } from './sections';
import type { Progress } from './send';
import { useCreate } from './useCreateForm';
import type { SendResult } from './useSend';

/** The footer of the form: its progress, the error of the last attempt to send, and the button. Sticky on wide screens. */
export function SubmitBar({
  progress,
  result,
  draft,
  onSubmit,
  onCancel,
}: {
  /** The progress of sending; undefined when nothing is being sent. */
  progress: Progress | undefined;
  result: SendResult | undefined;
  draft: DraftSync;
  onSubmit: () => void;
  onCancel: () => void;
}) {
  const problems = useCreate((form) => visibleProblems(form).length);
  return (
    <div className="z-10 mt-8 flex flex-col gap-3 desk:sticky desk:bottom-4">
      {result && result.notice.tone !== 'success' && !progress && (
        <div className="rounded-control desk:shadow-float">
          <Notice tone={result.notice.tone}>
            <p className="label text-live">
              {result.loggedOut ? (
                <LogInLink className="underline">{result.notice.text}</LogInLink>
              ) : (
                result.notice.text
              )}
            </p>
            {result.maybeCreated !== undefined && <MaybeCreated race={result.maybeCreated} />}
            <p className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-ink-2">
              Everything you entered is still here, pictures too.
              {/* With a visible problem the same form would be refused again. */}
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
          {progress ? <Sending progress={progress} /> : <FormStatus draft={draft} problems={problems} />}
        </div>
        <div className="flex flex-wrap justify-end gap-3 max-sm:flex-col">
          {/* Once the whole request was sent, the race may already be created, so there is nothing to cancel. */}
          {progress && progress.sent < 1 && <Button onPress={onCancel}>Cancel</Button>}
          <Button tone="ink" pending={progress !== undefined} onPress={onSubmit} className="sm:min-w-44">
            {progress ? 'Creating Race...' : 'Create Race'}
          </Button>
        </div>
      </div>
    </div>
  );
}

/** Warns that an earlier attempt, whose response was lost, may have created the race; another name would create it twice. */
function MaybeCreated({ race }: { race: string }) {
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

function Sending({ progress: { sent, uploads } }: { progress: Progress }) {
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

function FormStatus({ draft, problems }: { draft: DraftSync; problems: number }) {
  const ready = useCreate(readySections);
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
