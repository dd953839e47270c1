/** The requests of a runner: a new ticket, its state, a reply. */

import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
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

/** Creates the ticket of the form. */
export const useCreateTicket = () => useMutation({ mutationFn: createTicket, networkMode: 'always' });

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
