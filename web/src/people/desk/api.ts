/** The requests about roles and invitations. */
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { type Answer, get, isLost, meantFor, orMade, send, sessionQuery } from '@/api';
import { core, type InviteForm } from '@/core';
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

/** Gives somebody another role. */
export const useSetRole = () =>
  useChange(({ userID, role, was }: { userID: string; role: string; was: string }) =>
    send('put', 'people/{userID}/role', { path: { userID }, json: { role, was } }),
  );

/** Ends every session of somebody. */
export const useEndSessions = () =>
  useChange((userID: string) => send('delete', 'people/{userID}/sessions', { path: { userID } }));

/** Demands a passkey of every administrator, or does so no longer. */
export const useSetPolicy = () =>
  useChange((adminPasskeys: boolean) => send('put', 'people/policy', { json: { adminPasskeys } }));

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
