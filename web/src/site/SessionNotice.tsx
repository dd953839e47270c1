import { useSession } from '@/api';
import { Button, Notice } from '@/ui';
import { useLostText, useSessionChanges } from './sessionChanges';

/**
 * Follows what other tabs do to the session, and says above the page what was lost by it, until that is put away: a message that vanishes
 * by itself may never be seen.
 */
export function SessionNotice() {
  useSessionChanges();
  const session = useSession();
  const { of } = useLostText();
  if (of === undefined) return null;
  return (
    <div className="column pt-4 print:hidden">
      <Notice tone="error" title={`What ${of} typed in this tab is gone`}>
        <p className="wrap-anywhere">
          A logout of {of} in another tab of this browser deleted what was typed here and not saved.{' '}
          {session.loggedIn ? `${session.profile.Username} is logged in now.` : 'Nobody is logged in now.'}
        </p>
        <Button size="sm" className="mt-2" onPress={() => useLostText.setState({ of: undefined })}>
          OK
        </Button>
      </Notice>
    </div>
  );
}
