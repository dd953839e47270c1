/** Who is logged in. The server decides with its own cookie; the readable `token` cookie only steers the screens. */
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CallError, get, send } from './client';

/** One's own profile, as far as the shell needs it. */
export interface Profile {
  Username: string;
  FirstName: string;
  LastName: string;
  Email: string;
  role: string;
  isPrivate: boolean;
  ProfilePicture?: { contentType: string; url?: string; data?: string };
}

/** Logged out, or whose session it is. */
export type Session = { loggedIn: false } | { loggedIn: true; profile: Profile };

/** The raw value of the readable `token` cookie; the core decodes it. */
export function readToken(): string | undefined {
  const pair = document.cookie.split('; ').find((one) => one.startsWith('token='));
  return pair && decodeURIComponent(pair.slice('token='.length));
}

/** Asks the server on load whether this browser is logged in, and as whom. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }): Promise<Session> => {
    // Without the readable cookie nobody is logged in, and asking would only answer 401.
    if (!readToken()) return { loggedIn: false };
    try {
      await get('checkLogin', { signal });
      return { loggedIn: true, profile: await get<Profile>('profile', { signal }) };
    } catch (error) {
      if (error instanceof CallError && (error.status === 401 || error.status === 403)) return { loggedIn: false };
      throw error;
    }
  },
  staleTime: 5 * 60_000,
});

/** The session, logged out until proved otherwise. */
export function useSession(): Session {
  return useQuery(sessionQuery).data ?? { loggedIn: false };
}

/** Hides one's own name and results, or shows them again; the menu shows the wish at once, and what holds after a failure. */
export function useUpdatePrivacy() {
  const client = useQueryClient();
  const show = (isPrivate: boolean) =>
    client.setQueryData(sessionQuery.queryKey, (session: Session | undefined) =>
      session?.loggedIn ? { ...session, profile: { ...session.profile, isPrivate } } : session,
    );
  return useMutation({
    mutationFn: (isPrivate: boolean) => send<{ success: boolean }>('put', 'updatePrivacy', { json: { isPrivate } }),
    onMutate: show,
    onError: (error, isPrivate) => {
      show(!isPrivate);
      // biome-ignore lint/suspicious/noConsole: such a failure is only logged (SPEC §8); the toggle that goes back says it.
      console.error(error);
    },
  });
}

/** Ends the session on the server. What was fetched and typed with it is the caller's to forget, once its pages are left. */
export function useLogout() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => send<{ message: string }>('post', 'logout', { json: {} }),
    onSuccess: () => client.setQueryData(sessionQuery.queryKey, { loggedIn: false }),
  });
}

const savers = new Set<() => Promise<boolean>>();

/**
 * Whoever keeps words that the server is to have saves them when somebody is about to log out, as long as the session lasts:
 * `save` answers whether the server has all of them. The returned function takes it back.
 */
export function beforeLogout(save: () => Promise<boolean>): () => void {
  savers.add(save);
  return () => savers.delete(save);
}

/** Saves what is still on its way; whether the server has all of it now. */
export async function saveBeforeLogout(): Promise<boolean> {
  const ends = await Promise.all([...savers].map((save) => save().catch(() => false)));
  return ends.every(Boolean);
}
