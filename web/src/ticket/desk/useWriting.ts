/** Tells the others at the desk that somebody is writing an answer. */
import { useEffect } from 'react';
import { send } from '@/api';

/** How often it is told while the text is not empty, in milliseconds; the server forgets it after twice that time. */
const REPEAT_MS = 10_000;

const tell = (ticketId: string, writing: boolean) =>
  // Whether it arrives changes nothing for who writes.
  void send('put', 'tickets/{ticketId}/writing', { path: { ticketId }, json: { writing } }).catch(() => undefined);

/** Tells it for as long as `isWriting`, while the page is seen. */
export function useWriting(ticketId: string, isWriting: boolean): void {
  useEffect(() => {
    if (!isWriting) return;
    const seen = () => document.visibilityState === 'visible' && tell(ticketId, true);
    seen();
    const timer = setInterval(seen, REPEAT_MS);
    return () => {
      clearInterval(timer);
      tell(ticketId, false);
    };
  }, [ticketId, isWriting]);
}
