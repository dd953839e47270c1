/** The requests of the desk that answers tickets. */
import { keepPreviousData, type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { type Answer, type Asked, callWords, get, isLost, meantFor, orMade, refused, send, sessionQuery } from '@/api';
import type { DeskSearch } from './search';

/** A page of the list. */
export type Tickets = Answer<'get', 'tickets'>;
/** A ticket with everything about it. */
export type Ticket = Answer<'get', 'tickets/{ticketId}'>;
/** A change of a ticket. */
export type TicketChange = Asked<'put', 'tickets/{ticketId}'>;
/** An answer or a note. */
export type NewReply = Asked<'post', 'tickets/{ticketId}/replies'>;

/** A ticket in the list. */
export type TicketLine = Tickets['items'][number];

const TICKETS = ['own', 'tickets'] as const;

/** How often the desk is read again while its window is in use, in milliseconds. */
const POLL_MS = 15_000;
/** The same of the ticket that is open, so that it tells soon who else is writing. */
const OPEN_POLL_MS = 5_000;
const poll = ({ state }: { state: { error: Error | null } }) => (state.error ? false : POLL_MS);

/** The tickets that fit the search, the newest activity first. */
export const ticketsQuery = ({ ticket: _, ...search }: DeskSearch) =>
  queryOptions({
    queryKey: [...TICKETS, 'list', search],
    queryFn: ({ signal }): Promise<Tickets> => get('tickets', { signal, query: { status: 'open', ...search } }),
    placeholderData: keepPreviousData,
    refetchInterval: poll,
    refetchOnWindowFocus: true,
    staleTime: 0,
  });

/** One ticket. */
export const ticketQuery = (ticketId: string) =>
  queryOptions({
    queryKey: [...TICKETS, 'one', ticketId],
    queryFn: ({ signal }): Promise<Ticket> => get('tickets/{ticketId}', { signal, path: { ticketId } }),
    refetchInterval: ({ state }) => (state.error ? false : OPEN_POLL_MS),
    refetchOnWindowFocus: true,
    staleTime: 0,
  });

/** A change, after which the desk is read again, also when it was refused: somebody else may have changed the ticket. */
function useTicketChange<Input, Output>(
  ticketId: string,
  change: (input: Input, client: QueryClient) => Promise<Output>,
  { onMade, onLost, onRefused }: { onMade?: () => void; onLost?: () => void; onRefused?: (words: string) => void } = {},
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => change(input, client),
    networkMode: 'always',
    // Before the ticket is read again, which may take away what was pressed.
    onSuccess: onMade,
    onError: (error) => {
      if (isLost(error)) onLost?.();
      if (refused<'put', 'tickets/{ticketId}'>(error, 'TICKET_JOINED')) onRefused?.(callWords(error));
      // The refusal has the ticket as it is now, so that it is shown also when reading it again fails.
      const now = refused<'put', 'tickets/{ticketId}'>(error, 'TICKET_CHANGED')?.ticket;
      if (now) client.setQueryData(ticketQuery(ticketId).queryKey, now);
    },
    onSettled: (_, error) => {
      const read = client.invalidateQueries({ queryKey: TICKETS });
      // Without a network the press is over at once.
      return isLost(error) ? undefined : read;
    },
  });
}

/** Changes who takes care of a ticket, or its status. When the answer is lost, the ticket tells whether it was changed so. */
export const useChangeTicket = (ticketId: string) =>
  useTicketChange(ticketId, (json: TicketChange, client) =>
    orMade(send('put', 'tickets/{ticketId}', { path: { ticketId }, json }), async () => {
      const now = await get('tickets/{ticketId}', { path: { ticketId }, headers: meantFor() });
      const { status = now.status, assignee, version } = json;
      const hasAssignee =
        assignee === undefined || (now.assignee ?? undefined) === (assignee ? usernameOf(client, assignee) : undefined);
      return now.version > version && now.status === status && hasAssignee ? now : undefined;
    }),
  );

/** The username of the account that the page shows, if this is its id: the desk assigns tickets only to who presses. */
function usernameOf(client: QueryClient, userId: string): string | undefined {
  const session = client.getQueryData(sessionQuery.queryKey);
  return session?.loggedIn && session.profile.UserID === userId ? session.profile.Username : userId;
}

/** Makes a ticket a part of another one. Sent again after a lost answer, it says the same. */
export const useJoin = (
  ticketId: string,
  then: { onMade: () => void; onLost: () => void; onRefused: (words: string) => void },
) =>
  useTicketChange(
    ticketId,
    (json: Asked<'post', 'tickets/{ticketId}/join'>) => {
      const join = () => send('post', 'tickets/{ticketId}/join', { path: { ticketId }, json });
      return orMade(join(), join);
    },
    then,
  );

/** Changes the status of many tickets. Sent again after a lost answer, it says the same. */
export function useChangeMany() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (json: Asked<'post', 'ticketsStatus'>) => {
      const change = () => send('post', 'ticketsStatus', { json });
      return orMade(change(), change);
    },
    networkMode: 'always',
    onSettled: (_, error) => (isLost(error) ? undefined : client.invalidateQueries({ queryKey: TICKETS })),
  });
}

/** An answer or a note, and the key that makes a repetition the same one. */
export interface NewMessage {
  json: NewReply;
  key: string;
}

/** Adds an answer or a note to a ticket. Sent again after a lost answer, it is the same one. */
export const useWrite = (ticketId: string) =>
  useTicketChange(ticketId, ({ json, key }: NewMessage) => {
    const write = () =>
      send('post', 'tickets/{ticketId}/replies', {
        path: { ticketId },
        json,
        headers: { 'Idempotency-Key': key },
      });
    return orMade(write(), write);
  });
