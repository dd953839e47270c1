/** The words of the desk, by hand until the core's desk module exports them: each function then calls `deskCore()`. */
import type { MailState, Tickets } from '../wire';

/** The lists of the desk. */
export const deskTabs = (): { id: keyof Tickets['counts']; label: string }[] => [
  { id: 'open', label: 'Open' },
  { id: 'mine', label: 'Mine' },
  { id: 'waiting', label: 'Waiting' },
  { id: 'solved', label: 'Solved' },
  { id: 'spam', label: 'Spam' },
];

/** The choices of how old a ticket is. */
export const deskAges = (): { id: string; label: string }[] => [
  { id: 'day', label: 'Older than a day' },
  { id: 'week', label: 'Older than a week' },
];

const DELIVERY: Record<MailState, string> = { waiting: 'on its way', sent: 'sent', failed: 'could not be delivered' };

/** What became of a mail. */
export const deliveryText = (state: MailState): string => DELIVERY[state];
