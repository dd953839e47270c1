import { Button, Notice, type NoticeTone } from '@/ui';

/** What is to be said about a race's live field: that the race is canceled, and why the last request failed. */
export function FieldNotices({
  calledOff,
  failure,
  isShown,
  onRetry,
}: {
  /** The core's notice; undefined when the race is not canceled. */
  calledOff: { tone: NoticeTone; text: string } | undefined;
  /** The core's message; undefined when the request did not fail. */
  failure: { text: string; shown: string } | undefined;
  /** Whether an older state of the field is shown; else there is a button to try again. */
  isShown: boolean;
  onRetry: () => void;
}) {
  return (
    <>
      {calledOff && (
        <Notice tone={calledOff.tone}>
          <p>{calledOff.text}</p>
        </Notice>
      )}
      {failure && (
        <Notice tone="error">
          <p>{failure.text}</p>
          {isShown ? (
            <p className="text-sm text-ink-2">{failure.shown}</p>
          ) : (
            <Button size="sm" className="mt-2" onPress={onRetry}>
              Try again
            </Button>
          )}
        </Notice>
      )}
    </>
  );
}
