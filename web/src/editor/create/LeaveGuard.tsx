import { useBlocker } from '@tanstack/react-router';
import { ConfirmDialog } from '@/ui';

/** What would be lost by leaving the page. */
export interface Loss {
  /** Chosen pictures, which no draft holds. */
  files: number;
  /** Whether text would be lost because no draft has it. */
  text: boolean;
  /** Whether the race is being sent. */
  sending: boolean;
}

/**
 * Asks for confirmation before the page is left, but only when something would be lost. Navigation within the site keeps the draft
 * in session storage, closing the window does not.
 */
export function LeaveGuard({
  lossOnNavigation,
  lossOnClose,
}: {
  lossOnNavigation: () => Loss;
  lossOnClose: () => Loss;
}) {
  const { status, proceed, reset } = useBlocker({
    // A link to a section only changes the hash.
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && any(lossOnNavigation()),
    enableBeforeUnload: () => any(lossOnClose()),
    withResolver: true,
  });
  const loss = lossOnNavigation();
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
        {loss.text ? 'Your last words could not be saved and would be lost.' : 'What you wrote stays in the draft.'}
      </p>
    </ConfirmDialog>
  );
}

function any({ files, text, sending }: Loss): boolean {
  return files > 0 || text || sending;
}
