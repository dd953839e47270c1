import { useBlocker } from '@tanstack/react-router';
import { ConfirmDialog } from '@/ui';

/** What leaving would lose. */
export interface Loss {
  /** Chosen pictures, which no draft holds. */
  files: number;
  /** Words that no draft could be given. */
  words: boolean;
  /** The race is on its way. */
  sending: boolean;
}

/**
 * Asks before leaving, and only when something would be lost: `moving` on to another page of the site keeps what this device
 * has, `closing` the window does not.
 */
export function LeaveGuard({ moving, closing }: { moving: () => Loss; closing: () => Loss }) {
  const { status, proceed, reset } = useBlocker({
    // A jump to a section stays on the page.
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && any(moving()),
    enableBeforeUnload: () => any(closing()),
    withResolver: true,
  });
  const loss = moving();
  return (
    <ConfirmDialog
      title={loss.sending ? 'The race is still being sent' : 'Leave this page?'}
      isOpen={status === 'blocked'}
      onClose={() => reset?.()}
      confirmLabel="Leave"
      onConfirm={() => proceed?.()}
    >
      {loss.sending && <p>Leaving stops it, and the race is not created.</p>}
      {loss.files > 0 && (
        <p>
          {loss.files === 1 ? 'The picture that you chose is' : `The ${loss.files} pictures that you chose are`} in no
          draft and would have to be chosen again.
        </p>
      )}
      <p>
        {loss.words ? 'Your last words could not be saved and would be lost.' : 'What you wrote stays in the draft.'}
      </p>
    </ConfirmDialog>
  );
}

function any({ files, words, sending }: Loss): boolean {
  return files > 0 || words || sending;
}
