/** What the user's menu does, and what logging out asks of the pages. Apart from the session, which the first script contains. */
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { get, isPageOf, send } from './client';
import { orMade } from './made';
import { type Profile, sessionQuery } from './session';

/**
 * Shows the own profile everywhere as it is now. That of another account is not shown: the answer to a change may come after another tab has
 * logged in somebody else, whom the page shows by then.
 */
export function showProfile(client: QueryClient, profile: Profile): void {
  if (!isPageOf(profile.UserID)) return;
  client.setQueryData(sessionQuery.queryKey, (session) => (session?.loggedIn ? { ...session, profile } : session));
  // The visiting profile shows the same person.
  void client.invalidateQueries({ queryKey: ['own', 'visited'] });
}

/** The profile of the account that the page shows; undefined when another one is logged in by now. */
export async function profileOfPage(): Promise<Profile | undefined> {
  const profile = await get('profile');
  return isPageOf(profile.UserID) ? profile : undefined;
}

/** Reads the own profile again, after a change whose answer does not contain it. */
export async function readProfile(client: QueryClient): Promise<void> {
  showProfile(client, await get('profile'));
}

/**
 * Hides or shows the user's own name and results. What shows it is updated at once, set back after a failure, and read again after a
 * success.
 */
export function useUpdatePrivacy() {
  const client = useQueryClient();
  const shown = () => {
    const session = client.getQueryData(sessionQuery.queryKey);
    return session?.loggedIn ? session.profile : undefined;
  };
  const show = (isPrivate: boolean) => {
    const profile = shown();
    if (profile) showProfile(client, { ...profile, isPrivate });
    return profile?.UserID;
  };
  return useMutation({
    mutationFn: (isPrivate: boolean) =>
      orMade(send('put', 'updatePrivacy', { json: { isPrivate } }), async () =>
        (await profileOfPage())?.isPrivate === isPrivate ? { success: true } : undefined,
      ),
    networkMode: 'always',
    onMutate: show,
    onSuccess: () => readProfile(client).catch(() => client.invalidateQueries({ queryKey: sessionQuery.queryKey })),
    onError: (error, isPrivate, account) => {
      // By now the page may show another account.
      if (shown()?.UserID === account) show(!isPrivate);
      // biome-ignore lint/suspicious/noConsole: this failure is only logged (SPEC §8); the toggle that is set back shows it.
      console.error(error);
    },
  });
}

/** Ends the session on the server. The caller must forget the session, cached data and stored input, once the session's pages are left. */
export function useLogout() {
  return useMutation({
    mutationFn: () => send('post', 'logout', { json: {} }),
    // Without a network it fails at once; it must not happen later, unseen.
    networkMode: 'always',
  });
}

const savers = new Set<() => Promise<boolean>>();

/**
 * Registers a function that saves unsaved input before the logout, while the session is still valid. `save` returns whether the
 * server has everything. The returned function removes the registration.
 */
export function beforeLogout(save: () => Promise<boolean>): () => void {
  savers.add(save);
  return () => savers.delete(save);
}

/** Calls all registered functions; returns whether the server has everything. */
export async function saveBeforeLogout(): Promise<boolean> {
  const ends = await Promise.all([...savers].map((save) => save().catch(() => false)));
  return ends.every(Boolean);
}
