/** The session. The server checks its own cookie; the readable `token` cookie only decides what the screens show. */
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Answer } from './calls';
import { CallError, get, send } from './client';

/** The user's own profile. */
export type Profile = Answer<'get', 'profile'>;

/** Whether somebody is logged in, and who. */
export type Session = { loggedIn: false } | { loggedIn: true; profile: Profile };

/** The raw value of the readable `token` cookie; the core decodes it. */
export function readToken(): string | undefined {
  const pair = document.cookie.split('; ').find((one) => one.startsWith('token='));
  return pair && decodeURIComponent(pair.slice('token='.length));
}

/** Asks the server at start whether this browser has a session, and reads the profile. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }): Promise<Session> => {
    // Without the readable cookie nobody is logged in, and the response would be 401.
    if (!readToken()) return { loggedIn: false };
    try {
      await get('checkLogin', { signal });
      return { loggedIn: true, profile: await get('profile', { signal }) };
    } catch (error) {
      if (error instanceof CallError && (error.status === 401 || error.status === 403)) return { loggedIn: false };
      throw error;
    }
  },
  staleTime: 5 * 60_000,
});

/** The session; logged out until the server's response is there. */
export function useSession(): Session {
  return useQuery(sessionQuery).data ?? { loggedIn: false };
}

/** Hides or shows the user's own name and results. The menu is updated at once, and set back after a failure. */
export function useUpdatePrivacy() {
  const client = useQueryClient();
  const show = (isPrivate: boolean) =>
    client.setQueryData(sessionQuery.queryKey, (session: Session | undefined) =>
      session?.loggedIn ? { ...session, profile: { ...session.profile, isPrivate } } : session,
    );
  return useMutation({
    mutationFn: (isPrivate: boolean) => send('put', 'updatePrivacy', { json: { isPrivate } }),
    onMutate: show,
    onError: (error, isPrivate) => {
      show(!isPrivate);
      // biome-ignore lint/suspicious/noConsole: this failure is only logged (SPEC §8); the toggle that is set back shows it.
      console.error(error);
    },
  });
}

/** Ends the session on the server. The caller must clear cached data and stored input, once the session's pages are left. */
export function useLogout() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => send('post', 'logout', { json: {} }),
    onSuccess: () => client.setQueryData(sessionQuery.queryKey, { loggedIn: false }),
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
