/** The requests of signing up (DESIGN §6). */
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type Answer,
  CallError,
  callWords,
  get,
  isLost,
  isMissing,
  meantFor,
  orMade,
  pageIsOf,
  readToken,
  send,
  sessionQuery,
} from '@/api';
import { core, type RacerForm } from '@/core';

/** Where a sign-up stands. */
export type Standing = Answer<'get', 'signup'>;

/** Whether this browser has begun to sign up, as its readable cookie says; the server decides. */
export function hasBegun(): boolean {
  const cookie = readToken();
  return cookie !== undefined && core().tokenRead(cookie)?.role === 'in-progress';
}

/** Where the sign-up of this browser stands; `null` when there is none. */
export const standingQuery = queryOptions({
  queryKey: ['own', 'signup'],
  queryFn: async ({ signal }): Promise<Standing | null> => {
    try {
      const standing = await get('signup', { signal });
      pageIsOf(standing.id);
      return standing;
    } catch (error) {
      if (isMissing(error) || (error instanceof CallError && error.status === 401)) return null;
      throw error;
    }
  },
  // Another device or tab may have proved the address meanwhile.
  staleTime: 0,
});

/** Begins to sign up; the response sets the in-progress cookies. */
export function useBegin() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (form: RacerForm) => {
      // A sign-up of this browser that was begun before is not the one that is begun now.
      const before = hasBegun()
        ? await get('signup')
            .then(({ id }) => id)
            .catch(() => undefined)
        : undefined;
      return orMade(send('post', 'verifyRacer', { json: form }), async () => {
        const { id, Email, matches } = await get('signup');
        return id !== before && Email === form.Email.trim() ? { matches } : undefined;
      });
    },
    networkMode: 'always',
    onSuccess: () => client.removeQueries({ queryKey: standingQuery.queryKey }),
  });
}

/** Proves the e-mail address by the code of the mail. */
export function useProve() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (code: string) => send('post', 'verifyEmail', { json: { code } }),
    networkMode: 'always',
    onSuccess: () => client.fetchQuery(standingQuery),
  });
}

/** Sends another code, also to another address. */
export function useResend() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (email: string | undefined) =>
      send('post', 'resendVerification', { json: email === undefined ? {} : { Email: email } }),
    networkMode: 'always',
    onSettled: () => client.invalidateQueries({ queryKey: standingQuery.queryKey }),
  });
}

/** What is wrong with a username, as far as the form shows. */
export function usernameProblem(username: string): string | undefined {
  const found = core().accountCheck(username, '');
  return found.find((one) => one.field === 'Username')?.message;
}

/** Whether a username can be had; asked once it has the form of one. */
export function useAvailable(username: string) {
  return useQuery({
    queryKey: ['own', 'usernameAvailable', username],
    queryFn: ({ signal }) => get('usernameAvailable', { signal, query: { username } }),
    enabled: username !== '' && usernameProblem(username) === undefined,
    staleTime: 30_000,
    retry: false,
  });
}

/** The claims that wait for an administrator. */
export const claimsQuery = queryOptions({
  queryKey: ['own', 'claims'],
  queryFn: ({ signal }) => get('claims', { signal }),
  staleTime: 0,
});

/** A claim that waits. */
export type WaitingClaim = Answer<'get', 'claims'>['claims'][number];

/** Names a claim among those that wait. */
export const claimKey = ({ resultId, userId }: WaitingClaim) => `${resultId} ${userId}`;

/** Whether the account of a claim has the result by now, as its profile shows an administrator; false also when it can't be read. */
async function hasResult({ username, resultId }: WaitingClaim): Promise<boolean> {
  const profile = get('profile/{Username}', { path: { Username: username }, headers: meantFor() });
  return profile.then(
    ({ results }) => results.some(({ result }) => result.publicID === resultId),
    () => false,
  );
}

/**
 * Decides about a claim; the list is read again, also after a refusal, because somebody else may have decided. `onDecided` is called
 * before that: the claim leaves the list, and whatever shows it.
 */
export function useDecide(onDecided: (message: string) => void, onRefused: (words: string) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ claim, grant }: { claim: WaitingClaim; grant: boolean }) => {
      const decided = send('put', 'claims/{resultID}/{userID}', {
        path: { resultID: claim.resultId, userID: claim.userId },
        json: { grant },
      });
      return orMade(decided, async () => {
        const { claims } = await get('claims', { headers: meantFor() });
        if (claims.some((one) => claimKey(one) === claimKey(claim))) return undefined;
        return { message: core().madeText((await hasResult(claim)) ? 'claimGranted' : 'claim') };
      });
    },
    networkMode: 'always',
    onSuccess: ({ message }) => onDecided(message),
    // Before the list is read again, in which a claim that somebody has decided is not any more.
    onError: (error) => {
      if (!isLost(error)) onRefused(callWords(error));
    },
    onSettled: () => client.invalidateQueries({ queryKey: claimsQuery.queryKey }),
  });
}

/** Creates the account; the response logs in, and the session is read again. */
export function useCreate() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (form: { Username: string; password: string; claims: string[] }) =>
      orMade(send('post', 'createAccount', { json: form }), async () => {
        const { Username, role } = await get('profile');
        return Username === form.Username ? { message: core().madeText('account'), role, claims: [] } : undefined;
      }),
    networkMode: 'always',
    // The answer may be lost after the account was made: then this browser is logged in.
    onError: async () => {
      await client.fetchQuery({ ...sessionQuery, staleTime: 0 }).catch(() => undefined);
      // Another tab may have changed the address, which then has to be confirmed first.
      void client.invalidateQueries({ queryKey: standingQuery.queryKey });
    },
    onSuccess: () => client.fetchQuery({ ...sessionQuery, staleTime: 0 }),
  });
}
