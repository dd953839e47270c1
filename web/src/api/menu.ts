/** What the user's menu does, and what logging out asks of the pages. Apart from the session, which the first script contains. */
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { get, isPageOf, send } from './client';
import { orMade } from './made';
import { type Profile, readToken, type Session, sessionQuery } from './session';

/** Shows the own profile everywhere as it is now. */
export function showProfile(client: QueryClient, profile: Profile): void {
  const session: Session = { loggedIn: true, profile, token: readToken() };
  client.setQueryData(sessionQuery.queryKey, session);
  // The visiting profile shows the same person.
  void client.invalidateQueries({ queryKey: ['own', 'visited'] });
}

/** The profile of the account that the page shows; undefined when another one is logged in by now. */
export async function profileOfPage(): Promise<Profile | undefined> {
  const profile = await get('profile');
  return isPageOf(profile.UserID) ? profile : undefined;
}

/** Reads the own profile again, after a change whose answer does not contain it. That of another account is not shown. */
export async function readProfile(client: QueryClient): Promise<void> {
  const profile = await profileOfPage();
  if (profile) showProfile(client, profile);
}

/**
 * Hides or shows the user's own name and results. What shows it is updated at once, set back after a failure, and read again after a
 * success.
 */
export function useUpdatePrivacy() {
  const client = useQueryClient();
  const show = (isPrivate: boolean) =>
    client.setQueryData(sessionQuery.queryKey, (session: Session | undefined) =>
      session?.loggedIn ? { ...session, profile: { ...session.profile, isPrivate } } : session,
    );
  return useMutation({
    mutationFn: (isPrivate: boolean) =>
      orMade(send('put', 'updatePrivacy', { json: { isPrivate } }), async () =>
        (await profileOfPage())?.isPrivate === isPrivate ? { success: true } : undefined,
      ),
    networkMode: 'always',
    onMutate: show,
    onSuccess: () => readProfile(client).catch(() => client.invalidateQueries({ queryKey: sessionQuery.queryKey })),
    onError: (error, isPrivate) => {
      show(!isPrivate);
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
