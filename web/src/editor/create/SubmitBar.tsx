import { Button, LineProgress, Notice } from '@/ui';
import { useReadyCount, useVisibleProblems } from './problems';
import { SECTIONS } from './sections';
import type { Ended } from './useSend';

/** The form's foot: how far it is, what went wrong with sending, and the button. On wide screens it stays in sight. */
export function SubmitBar({
  sent,
  ended,
  savedAt,
  onSubmit,
}: {
  /** What has left, 0 to 1, while sending. */
  sent: number | undefined;
  ended: Ended | undefined;
  savedAt: Date | undefined;
  onSubmit: () => void;
}) {
  const ready = useReadyCount();
  const problems = useVisibleProblems().length;
  const sending = sent !== undefined;
  return (
    <div className="z-10 mt-8 flex flex-col gap-3 desk:sticky desk:bottom-4">
      {ended && ended.notice.tone !== 'success' && (
        <div className="rounded-control desk:shadow-float">
          <Notice tone={ended.notice.tone}>
            <p>{ended.notice.text}</p>
          </Notice>
        </div>
      )}
      <div className="flex flex-col gap-4 rounded-control border border-control bg-card p-4 sm:flex-row sm:items-center desk:py-2 desk:pr-2 desk:pl-6 desk:shadow-float">
        <div className="min-w-0 flex-1">
          {sending ? (
            <>
              <LineProgress value={sent} label="Upload" />
              <p className="tabular mt-2 text-sm text-ink-2">
                {sent < 1 ? `${Math.round(sent * 100)} % sent` : 'Sent; the server is working on it'}
              </p>
            </>
          ) : (
            <p className="text-sm text-ink-2">
              <span className="label text-ink">
                {ready} of {SECTIONS.length} sections ready
              </span>
              {problems > 0 && (
                <span className="font-medium text-live">
                  {' '}
                  · {problems === 1 ? '1 problem' : `${problems} problems`}
                </span>
              )}
              {savedAt && (
                <span>
                  {' '}
                  · Draft kept at {savedAt.toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit' })}
                </span>
              )}
            </p>
          )}
        </div>
        <Button tone="ink" size="md" pending={sending} onPress={onSubmit} className="sm:min-w-44">
          {sending ? 'Creating Race...' : 'Create Race'}
        </Button>
      </div>
    </div>
  );
}
