/**
 * A ticket that was submitted without a connection. This browser keeps it, also when the page is closed, and sends it when the form's
 * page is open and the site can be reached.
 */
import { isLost, useSendNext } from '@/api';
import { keptItems } from '@/ui';
import { type Created, createTicket } from './api';
import type { Draft } from './form';

const kept = keptItems<Draft>('ticket-kept:', ({ key }) => key);

/** Keeps a ticket to be sent later; returns whether the browser keeps it when the page is closed. */
export const keepTicket = kept.keep;

/** Removes a kept ticket. */
export const dropTicket = kept.drop;

/** The kept ticket that is sent next, if there is one. */
export const useKeptTicket = (): Draft | undefined => kept.useAll()[0];

/**
 * Sends a kept ticket as soon as the site can be reached. `onSent` and `onRefused` are called with the server's answer, once the ticket is
 * not kept any more. One that is refused while the form has another ticket stays kept, and is sent again when the form is free for it.
 * Returns whether it is being sent, and a function that tries at once.
 */
export function useSendKept(
  ticket: Draft | undefined,
  isFormFree: boolean,
  onSent: (ticket: Draft, answer: Created) => void,
  onRefused: (ticket: Draft, error: unknown) => void,
): { sending: boolean; tryNow: () => void } {
  return useSendNext(ticket && `${ticket.key} ${isFormFree}`, async (isShown) => {
    if (!ticket) return true;
    // Its number has to be read: a ticket that was sent after the page was left is kept, and sent again as the same one.
    const done = (isOver: boolean, tell: () => void) => {
      if (!isShown()) return false;
      if (isOver) dropTicket(ticket);
      tell();
      return true;
    };
    try {
      const answer = await createTicket(ticket);
      return done(true, () => onSent(ticket, answer));
    } catch (error) {
      return !isLost(error) && done(isFormFree, () => onRefused(ticket, error));
    }
  });
}
