/** The requests of somebody who has the link of an invitation. */
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { type Answer, get, orMade, send, sessionQuery } from '@/api';
import { core } from '@/core';

/** What an invitation offers, to whoever has its link. */
export type Offer = Answer<'post', 'invitation'>;

/** What the link of an invitation offers. It is asked again when somebody else has logged in. */
export const offerQuery = (token: string, username: string | undefined) =>
  queryOptions({
    queryKey: ['own', 'invitation', token, username],
    queryFn: () => send('post', 'invitation', { json: { token } }),
    staleTime: 0,
  });

/** Accepts an invitation, for the account that is logged in or for a new one; the response has new cookies, so the session is read again. */
export function useAccept() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ offer, ...form }: { offer: Offer; token: string; Username?: string; password?: string }) =>
      orMade(send('post', 'acceptInvitation', { json: form }), async () => {
        const { Username, role } = await get('profile');
        if (Username !== (form.Username ?? offer.username) || role !== offer.role) return undefined;
        return { message: core().madeText(role as 'timer' | 'admin'), role };
      }),
    networkMode: 'always',
    onSuccess: () => client.fetchQuery({ ...sessionQuery, staleTime: 0 }),
  });
}
