/** The requests of a runner: a new ticket, its state, a reply. */

import { queryOptions, useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { type Answer, send } from '@/api';
import { core } from '@/core';
import { type Draft, formOf } from './form';

/** The answer to a new ticket. */
export type Created = Answer<'post', 'createTicket'>;
/** A ticket as its runner sees it. */
export type TicketOfRunner = Answer<'post', 'ticketStatus'>;

/** Creates a ticket. The same key with the same form is the same ticket, however often it is sent. */
export function createTicket(draft: Draft): Promise<Created> {
  const { raceDetails, ...form } = formOf(draft);
  return send('post', 'createTicket', {
    json: { ...form, ...(core().ticketNeedsRace(form.requestType) ? { raceDetails } : {}) },
    headers: { 'Idempotency-Key': draft.key },
  });
}

const CREATE = ['createTicket'];

/** Creates the ticket of the form. What became of it is known until the site is closed, for a form that was left while it was sent. */
export const useCreateTicket = () =>
  useMutation({
    mutationKey: CREATE,
    mutationFn: createTicket,
    networkMode: 'always',
    gcTime: Number.POSITIVE_INFINITY,
  });

/** Whether the ticket with this key is being created, also by an earlier visit of the page, and the answer once it was. */
export function useCreating(key: string): { isPending: boolean; created: Created | undefined } {
  const last = useMutationState({
    filters: { mutationKey: CREATE, predicate: ({ state }) => (state.variables as Draft | undefined)?.key === key },
    select: ({ state }) => ({ isPending: state.status === 'pending', created: state.data as Created | undefined }),
  }).at(-1);
  return last ?? { isPending: false, created: undefined };
}

/** How often an open ticket is read again, in milliseconds. */
const POLL_MS = 60_000;

/** The ticket of a link. By POST, so that the token is in no log. */
export const statusQuery = (ticketId: string, token: string) =>
  queryOptions({
    queryKey: ['ticket', ticketId, token],
    queryFn: ({ signal }): Promise<TicketOfRunner> =>
      send('post', 'ticketStatus', { signal, json: { ticketId, token } }),
    refetchInterval: ({ state }) => (state.error ? false : POLL_MS),
    staleTime: 0,
  });

/** Adds a reply of the runner to the ticket of a link. */
export function useReply(ticketId: string, token: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ text, key, pictures }: { text: string; key: string; pictures: readonly { id: string }[] }) =>
      send('post', 'ticketReply', {
        json: { ticketId, token, text, ...(pictures.length > 0 ? { pictures: pictures.map(({ id }) => id) } : {}) },
        headers: { 'Idempotency-Key': key },
      }),
    networkMode: 'always',
    onSuccess: () => client.invalidateQueries({ queryKey: statusQuery(ticketId, token).queryKey }),
  });
}
