/** The requests about roles and invitations. */
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { type Answer, CallError, get, isLost, meantFor, orMade, send, sessionQuery } from '@/api';
import { core, deskCore, type InviteForm } from '@/core';
import type { PeopleSearch } from './search';

/** Somebody with an account. */
export type Person = Answer<'get', 'people'>['items'][number];
/** An invitation, as administrators see it. */
export type Invitation = Answer<'get', 'invitations'>['invitations'][number];
const PEOPLE = ['own', 'people'] as const;

/** The people that fit the search. */
export const peopleQuery = (search: PeopleSearch) =>
  queryOptions({
    queryKey: [...PEOPLE, search],
    queryFn: ({ signal }) => get('people', { signal, query: { ...search } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

/** The invitations, the newest first. */
export const invitationsQuery = queryOptions({
  queryKey: ['own', 'invitations'],
  queryFn: ({ signal }) => get('invitations', { signal }),
  staleTime: 0,
});

/** A change, after which people and invitations are read again, also when it was refused: somebody else may have changed them. */
function useChange<Input, Output>(mutationFn: (input: Input) => Promise<Output>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    networkMode: 'always',
    onSettled: (_, error) =>
      isLost(error) ||
      Promise.all([
        client.invalidateQueries({ queryKey: PEOPLE }),
        client.invalidateQueries({ queryKey: invitationsQuery.queryKey }),
      ]),
  });
}

/**
 * Whether something is true of a person by now, after an answer that was lost. `isOwn` says that the change ends the session of this
 * browser: then the server tells nothing any more, which tells that it was made.
 */
async function isNow({ userID, username }: Person, isOwn: boolean, holds: (now: Person) => boolean): Promise<boolean> {
  try {
    const { items } = await get('people', { query: { q: username }, headers: meantFor() });
    return items.some((one) => one.userID === userID && holds(one));
  } catch (error) {
    return isOwn && error instanceof CallError && error.status === 401;
  }
}

/** Gives somebody another role. */
export const useSetRole = () =>
  useChange(({ person, role, isOwn }: { person: Person; role: Person['role']; isOwn: boolean }) => {
    const { userID, username, role: was } = person;
    return orMade(send('put', 'people/{userID}/role', { path: { userID }, json: { role, was } }), async () =>
      (await isNow(person, isOwn, (now) => now.role === role))
        ? { message: deskCore().peopleRoleSet(username, role) }
        : undefined,
    );
  });

/** Ends every session of somebody. */
export const useEndSessions = () =>
  useChange(({ person, isOwn }: { person: Person; isOwn: boolean }) =>
    orMade<{ message: string }>(
      send('delete', 'people/{userID}/sessions', { path: { userID: person.userID } }),
      async () =>
        (await isNow(person, isOwn, (now) => now.sessions === 0))
          ? { message: deskCore().peopleLoggedOut(person.username) }
          : undefined,
    ),
  );

/** Demands a passkey of every administrator, or does so no longer. */
export const useSetPolicy = () =>
  useChange((adminPasskeys: boolean) =>
    orMade(send('put', 'people/policy', { json: { adminPasskeys } }), async () => {
      const now = await get('people', { query: {}, headers: meantFor() });
      return now.adminPasskeys === adminPasskeys
        ? { message: core().madeText(adminPasskeys ? 'passkeysDemanded' : 'passkeysFree') }
        : undefined;
    }),
  );

/** The invitations as the server has them now, after an answer that was lost. */
const invitationsNow = async () => (await get('invitations', { headers: meantFor() })).invitations;

/**
 * Invites somebody. When the answer is lost, an open invitation to this address that the list did not have before is the one that was
 * asked for.
 */
export function useInvite() {
  const client = useQueryClient();
  return useChange((form: InviteForm) => {
    const known = client.getQueryData(invitationsQuery.queryKey)?.invitations.map(({ id }) => id);
    const email = form.email.trim();
    return orMade(send('post', 'invitations', { json: form }), async () => {
      const sent = (await invitationsNow()).find(
        (one) =>
          one.state === 'open' && one.email === email && one.role === form.role && known?.includes(one.id) === false,
      );
      return sent && { id: sent.id, message: core().madeText('invitation') };
    });
  });
}

/** Revokes an invitation. */
export const useRevoke = () =>
  useChange((invitationID: string) =>
    orMade(send('delete', 'invitations/{invitationID}', { path: { invitationID } }), async () => {
      const revoked = (await invitationsNow()).some((one) => one.id === invitationID && one.state === 'revoked');
      return revoked ? { message: core().madeText('invitationRevoked') } : undefined;
    }),
  );

/** Leaves the session behind that has ended with the own change. */
export function useSessionEnded() {
  const client = useQueryClient();
  return () => {
    client.setQueryData(sessionQuery.queryKey, { loggedIn: false });
    client.removeQueries({ queryKey: ['own'] });
  };
}
