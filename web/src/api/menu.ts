/** What the user's menu does, and what logging out asks of the pages. Apart from the session, which the first script contains. */
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { get, send } from './client';
import { type Profile, type Session, sessionQuery } from './session';

/** Shows the own profile everywhere as it is now. */
export function showProfile(client: QueryClient, profile: Profile): void {
  const session: Session = { loggedIn: true, profile };
  client.setQueryData(sessionQuery.queryKey, session);
  // The visiting profile shows the same person.
  void client.invalidateQueries({ queryKey: ['own', 'visited'] });
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
  const show = (isPrivate: boolean) =>
    client.setQueryData(sessionQuery.queryKey, (session: Session | undefined) =>
      session?.loggedIn ? { ...session, profile: { ...session.profile, isPrivate } } : session,
    );
  return useMutation({
    mutationFn: (isPrivate: boolean) => send('put', 'updatePrivacy', { json: { isPrivate } }),
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
