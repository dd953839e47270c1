import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { sessionQuery } from '@/api';
import { toast } from '@/ui';
import { announceLogout, clearUserData } from './logout';
import { useStoredState } from './stored';

/**
 * Returns a function for when the session is over for this browser, by a logout or because the account was deleted: it shows the message,
 * resets the stored state (SPEC §4), leaves the page and deletes the user's data, in all tabs.
 */
export function useLeaveAccount(): (message: string) => Promise<void> {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return useCallback(
    async (message) => {
      useStoredState.getState().reset();
      toast.success(message);
      announceLogout();
      // Navigates first: an editor must not block the page any more, it stores its text once more when it is unmounted, and it must not say
      // that its text stays.
      await navigate({ to: '/', ignoreBlocker: true });
      queries.setQueryData(sessionQuery.queryKey, { loggedIn: false });
      await clearUserData(queries);
    },
    [queries, navigate],
  );
}
