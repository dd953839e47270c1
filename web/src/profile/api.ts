/** The requests of My Profile, Account Settings and the visiting profile. */
import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { createPasskey } from '@/account/webauthn';
import {
  type Answer,
  type Asked,
  bytesOf,
  CallError,
  call,
  get,
  isMissing,
  jsonOf,
  meantFor,
  myResultsQuery,
  orMade,
  type Profile,
  profileOfPage,
  readProfile,
  refused,
  send,
  sessionQuery,
  showProfile,
} from '@/api';
import { core, type ProfileEdit } from '@/core';

/** The own results and what they amount to. */
export type MyResults = Answer<'get', 'myResults'>;
/** A result of a profile. */
export type ProfileResult = MyResults['results'][number];
/** What a profile's results amount to. */
export type Summary = MyResults['summary'];
/** A profile as its viewer sees it. */
export type Visited = Answer<'get', 'profile/{Username}'>;
/** A place where the account is logged in. */
export type LoggedIn = Answer<'get', 'sessions'>['sessions'][number];

/** An open profile of somebody is read again so often, in milliseconds: its owner may have become private. */
const VISITED_POLL_MS = 60_000;

/** A profile as the viewer sees it, or as everybody does. */
export const visitedQuery = (username: string, asPublic: boolean) =>
  queryOptions({
    queryKey: ['own', 'visited', username.toLowerCase(), asPublic],
    queryFn: ({ signal }) =>
      get('profile/{Username}', {
        signal,
        path: { Username: username },
        query: asPublic ? { as: 'public' } : {},
      }),
    // It depends on the viewer, and on what the owner has just changed.
    staleTime: 0,
    refetchOnWindowFocus: 'always',
    refetchInterval: VISITED_POLL_MS,
  });

/**
 * The own profile. Once it was read it stays, so that the forms keep what is typed when the session ends; `loggedOut` tells that. The
 * session is asked for again whenever the window is used again: another tab may have changed the profile, or the account.
 */
export function useOwnProfile() {
  const query = useQuery({
    ...sessionQuery,
    refetchOnWindowFocus: 'always',
  });
  const now = query.data?.loggedIn ? query.data.profile : undefined;
  const [last, setLast] = useState(now);
  const [replaced, setReplaced] = useState<string>();
  if (now !== undefined && now !== last) {
    if (last !== undefined && last.UserID !== now.UserID) setReplaced(last.Username);
    setLast(now);
  }
  return {
    profile: now ?? last,
    /** The username of the account that the page showed before another one was logged in in this browser. */
    replaced,
    loggedOut: query.data?.loggedIn === false,
    /** When the server told it, by this device's clock. */
    fetchedAt: query.dataUpdatedAt,
    error: query.error,
    retry: () => void query.refetch(),
  };
}

/** Changes details and choices; fields that are not given stay. */
export function useChangeProfile() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ was, ...edit }: ProfileEdit) =>
      orMade(send('put', 'profile', { json: was ? { ...edit, was } : edit }), async () => {
        const profile = await profileOfPage();
        const fields = Object.entries(edit) as [keyof Profile, unknown][];
        return profile && fields.every(([field, value]) => profile[field] === value) ? profile : undefined;
      }),
    networkMode: 'always',
    // What another device has changed meanwhile is shown beside what is typed.
    onError: (error) => (refused(error, 'CHANGED_MEANWHILE') ? readProfile(client) : undefined),
    onSuccess: (profile, edit) => {
      showProfile(client, profile);
      // Results are found by name and date of birth.
      if (edit.FirstName !== undefined || edit.LastName !== undefined || edit.DOB !== undefined)
        void client.invalidateQueries({ queryKey: myResultsQuery.queryKey });
    },
  });
}

async function putPicture(file: File): Promise<Profile> {
  const body = new FormData();
  body.append('picture', file);
  // Without a time limit: a slow line may need longer for a picture that could not be scaled down here.
  return jsonOf(await call('put', 'profile/picture', { body, timeout: false }));
}

/** Sets the picture; null removes it. */
export function useSetPicture() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (file: File | null): Promise<Profile> => {
      const session = client.getQueryData(sessionQuery.queryKey);
      const before = session?.loggedIn ? session.profile.ProfilePicture : undefined;
      return orMade(file === null ? send('delete', 'profile/picture') : putPicture(file), async () => {
        const profile = await profileOfPage();
        const now = profile?.ProfilePicture;
        // Another picture has another address: it has come, or none is left.
        const isMade = file === null ? now == null : now != null && JSON.stringify(now) !== JSON.stringify(before);
        return isMade ? profile : undefined;
      });
    },
    networkMode: 'always',
    onSuccess: (profile) => showProfile(client, profile),
  });
}

/** The new e-mail address that waits for its code, as the page shows it. */
function waitingEmail(client: QueryClient): Profile['emailChange'] {
  const session = client.getQueryData(sessionQuery.queryKey);
  return session?.loggedIn ? session.profile.emailChange : undefined;
}

/** Sends a code to a new e-mail address. */
export function useBeginEmail() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (form: { email: string; password?: string }) => {
      const before = waitingEmail(client)?.codeExpiresAt;
      return orMade(send('post', 'changeEmail', { json: form }), async () => {
        const waiting = (await profileOfPage())?.emailChange;
        const isSent = waiting?.email === form.email && waiting.codeExpiresAt !== before;
        return isSent ? { message: core().madeText('emailCode') } : undefined;
      });
    },
    networkMode: 'always',
    onSuccess: () => readProfile(client),
  });
}

/** Proves the new address by its code. */
export function useProveEmail() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (code: string) => {
      const wanted = waitingEmail(client)?.email;
      return orMade(send('put', 'changeEmail', { json: { code } }), async () => {
        const profile = await profileOfPage();
        const isProved = profile !== undefined && !profile.emailChange && profile.Email === wanted;
        return isProved ? { message: core().madeText('email') } : undefined;
      });
    },
    networkMode: 'always',
    onSuccess: () => readProfile(client),
    // Another device has finished it, or given it up.
    onError: (error) => (isMissing(error) ? readProfile(client) : undefined),
  });
}

/** Gives a change of the address up. */
export function useGiveUpEmail() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => send('delete', 'changeEmail'),
    networkMode: 'always',
    onSuccess: () => readProfile(client),
  });
}

/** The session of this browser among those of the account that the page shows. */
const ownSession = (sessions: readonly LoggedIn[] | undefined) => sessions?.find(({ current }) => current)?.id;

/** Where the account of the page is logged in, after an answer that was lost. */
const sessionsNow = async () => (await get('sessions', { headers: meantFor() })).sessions;

/**
 * Chooses another password; every other session ends. A password can't be read, but a new one gives this session another id: when the
 * answer is lost, that tells, unless the session's new cookie is lost with it.
 */
export function useChangePassword() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (form: { password: string; newPassword: string }) => {
      // Read at this moment: an added passkey changes the id, too, also in another tab.
      const before = await sessionsNow().then(ownSession, () => undefined);
      return orMade(send('put', 'changePassword', { json: form }), async () => {
        const now = ownSession(await sessionsNow());
        const isMade = before !== undefined && now !== undefined && now !== before;
        return isMade ? { message: core().madeText('password') } : undefined;
      });
    },
    networkMode: 'always',
    onSuccess: () => client.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
}

/** Where the account is logged in. */
export const sessionsQuery = queryOptions({
  queryKey: ['own', 'sessions'],
  queryFn: async ({ signal }) => (await get('sessions', { signal })).sessions,
  staleTime: 0,
});

/** Logs out one device; without an id all others. */
export function useEndSessions() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string | undefined): Promise<{ message: string }> =>
      orMade<{ message: string }>(
        id === undefined ? send('delete', 'sessions') : send('delete', 'sessions/{id}', { path: { id } }),
        async () => {
          const left = await sessionsNow();
          const isEnded = id === undefined ? left.every(({ current }) => current) : left.every((one) => one.id !== id);
          return isEnded ? { message: core().madeText(id === undefined ? 'otherDevices' : 'device') } : undefined;
        },
      ),
    networkMode: 'always',
    // Also after a failure: the device may have logged out itself.
    onSettled: () => client.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
}

/** Says which offered results are the person's own. */
export function useClaim() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (said: Asked<'post', 'claimResults'>) =>
      orMade(send('post', 'claimResults', { json: said }), async () => {
        const named = [...(said.claims ?? []), ...(said.notMine ?? [])];
        const { offered } = await get('myResults', { headers: meantFor() });
        const isSaved = named.length > 0 && offered.every(({ resultId }) => !named.includes(resultId));
        return isSaved ? { message: core().madeText('claims'), claims: [] } : undefined;
      }),
    networkMode: 'always',
    onSuccess: () => client.invalidateQueries({ queryKey: myResultsQuery.queryKey }),
  });
}

/** Chooses the title that the profile shows; empty for none. */
export function useSetTitle() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (activeTitle: string) =>
      orMade(send('put', 'profileTitle', { json: { activeTitle } }), async () => {
        const { summary } = await get('myResults', { headers: meantFor() });
        return summary.achievements.activeTitle === activeTitle ? { message: core().madeText('title') } : undefined;
      }),
    networkMode: 'always',
    // Read again, not set: by now the page may show another account.
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ['own', 'visited'] });
      return client.invalidateQueries({ queryKey: myResultsQuery.queryKey });
    },
  });
}

/** A passkey of the account. */
export type Passkey = Answer<'get', 'passkeys'>['passkeys'][number];

/** The passkeys of the account, and whether the site demands one of it. */
export const passkeysQuery = queryOptions({
  queryKey: ['own', 'passkeys'],
  queryFn: ({ signal }) => get('passkeys', { signal }),
  staleTime: 0,
});

/** Makes a passkey on this device and stores it. */
export function useAddPasskey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ name, password }: { name: string; password?: string }) => {
      const { ceremony, options } = await send('post', 'passkeys/options', {
        json: password === undefined ? {} : { password },
      });
      const credential = await createPasskey(options);
      return orMade(send('post', 'passkeys', { json: { ceremony, name, credential } }), async () => {
        const { passkeys } = await get('passkeys');
        const added = passkeys.find(({ id }) => id === credential.id);
        return added && { id: added.id, name: added.name, message: core().madeText('passkey') };
      });
    },
    networkMode: 'always',
    onSuccess: () => client.invalidateQueries({ queryKey: passkeysQuery.queryKey }),
  });
}

/** Removes a passkey. */
export function useRemovePasskey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      orMade(send('delete', 'passkeys/{id}', { path: { id } }), async () => {
        const { passkeys } = await get('passkeys', { headers: meantFor() });
        return passkeys.every((one) => one.id !== id) ? { message: core().madeText('passkeyRemoved') } : undefined;
      }),
    networkMode: 'always',
    onSettled: () => client.invalidateQueries({ queryKey: passkeysQuery.queryKey }),
  });
}

/** Fetches everything that the site has about the account, and gives it to the browser as a file. */
export function useExport() {
  return useMutation({
    mutationFn: async () => {
      const answer = await call('get', 'account/export', { timeout: false, headers: meantFor() });
      const bytes = await bytesOf(answer);
      const type = answer.headers.get('content-type') ?? 'application/octet-stream';
      const named = /filename="?([^";]+)/.exec(answer.headers.get('content-disposition') ?? '')?.[1];
      const url = URL.createObjectURL(new Blob([bytes as Uint8Array<ArrayBuffer>], { type }));
      const link = document.createElement('a');
      link.href = url;
      link.download = named ?? 'splitline-account.json';
      link.click();
      // Some browsers begin to read it after the click.
      setTimeout(() => URL.revokeObjectURL(url), 60_000);
    },
    networkMode: 'always',
  });
}

/** Deletes the account. */
export function useDeleteAccount() {
  return useMutation({
    mutationFn: (password: string) =>
      orMade(send('delete', 'account', { json: { password } }), async () => {
        try {
          await get('checkLogin');
          return undefined;
        } catch (error) {
          // The session that was valid a moment ago went with the account.
          return error instanceof CallError && error.status === 401
            ? { message: core().madeText('deleted'), kept: [] }
            : undefined;
        }
      }),
    networkMode: 'always',
  });
}
