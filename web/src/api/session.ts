/** The session. The server checks its own cookie; the readable `token` cookie only decides what the screens show. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Answer } from './calls';
import { CallError, get, pageIsOf } from './client';

/** The user's own profile. */
export type Profile = Answer<'get', 'profile'>;

/** Whether somebody is logged in, and who. */
export type Session = ({ loggedIn: false } | { loggedIn: true; profile: Profile }) & {
  /**
   * The readable cookie as it was when this was asked for: another one by now is another login. Kept here because what compares them
   * (sessionChanges.ts) is loaded later, when the cookie may have changed already.
   */
  token?: string;
};

/** The raw value of the readable `token` cookie; the core decodes it. */
export function readToken(): string | undefined {
  const pair = document.cookie.split('; ').find((one) => one.startsWith('token='));
  return pair && decodeURIComponent(pair.slice('token='.length));
}

/** Asks the server at start whether this browser has a session, and reads the profile. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }): Promise<Session> => {
    const token = readToken();
    // Without the readable cookie nobody is logged in, and the response would be 401.
    if (!token) return { loggedIn: false };
    try {
      await get('checkLogin', { signal });
      const profile = await get('profile', { signal });
      pageIsOf(profile.UserID);
      return { loggedIn: true, profile, token };
    } catch (error) {
      if (error instanceof CallError && (error.status === 401 || error.status === 403))
        return { loggedIn: false, token };
      throw error;
    }
  },
  staleTime: 5 * 60_000,
});

/** The session; logged out until the server's response is there. */
export function useSession(): Session {
  return useQuery(sessionQuery).data ?? { loggedIn: false };
}
