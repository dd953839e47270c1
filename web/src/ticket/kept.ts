/**
 * A ticket that was submitted without a connection. This browser keeps it, also when the page is closed, and sends it when the form's
 * page is open and the site can be reached.
 */
import { useEffect, useState } from 'react';
import { isLost, whenReachable } from '@/api';
import { keptItems } from '@/ui';
import { type Created, useCreateTicket } from './api';
import type { Draft } from './form';

/** After a failed attempt it is tried again after this number of milliseconds, once the site can be reached. */
const AGAIN_MS = 5000;

const kept = keptItems<Draft>('ticket-kept:', ({ key }) => key);

/** Keeps a ticket to be sent later; returns whether the browser keeps it when the page is closed. */
export const keepTicket = kept.keep;

/** Removes a kept ticket. */
export const dropTicket = kept.drop;

/** The kept ticket that is sent next, if there is one. */
export const useKeptTicket = (): Draft | undefined => kept.useAll()[0];

/**
 * Sends a kept ticket as soon as the site can be reached. `onSent` and `onRefused` are called with the server's answer, once the ticket is
 * not kept any more. Returns whether it is being sent, and a function that tries at once.
 */
export function useSendKept(
  ticket: Draft | undefined,
  onSent: (ticket: Draft, answer: Created) => void,
  onRefused: (ticket: Draft, error: unknown) => void,
): { sending: boolean; tryNow: () => void } {
  const { mutate, isPending } = useCreateTicket();
  const [waits, setWaits] = useState(false);
  const key = ticket?.key;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a kept ticket never changes; its key tells it from others.
  useEffect(() => {
    if (!ticket || waits || isPending) return;
    mutate(ticket, {
      onSuccess: (answer) => {
        dropTicket(ticket);
        onSent(ticket, answer);
      },
      onError: (error) => {
        if (isLost(error)) return setWaits(true);
        dropTicket(ticket);
        onRefused(ticket, error);
      },
    });
  }, [key, waits, isPending]);
  useEffect(() => {
    if (!waits) return;
    let cancel: (() => void) | undefined;
    // Not at once: a server may respond to the probe and still take too long for a ticket.
    const timer = setTimeout(() => {
      cancel = whenReachable(() => setWaits(false));
    }, AGAIN_MS);
    const online = () => setWaits(false);
    addEventListener('online', online);
    return () => {
      clearTimeout(timer);
      cancel?.();
      removeEventListener('online', online);
    };
  }, [waits]);
  return { sending: isPending, tryNow: () => setWaits(false) };
}
