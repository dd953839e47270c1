import { knownTexts } from '@/ui/knownTexts';

/** The search parameters of the form: what a link to it knows already. */
export interface TicketSearch {
  /** The race that the ticket is about. */
  race?: string;
  /** The type of the request, as the core names it. */
  type?: string;
}

/** Returns the known parameters as text and drops the rest. */
export const ticketSearch = (raw: Record<string, unknown>): TicketSearch => knownTexts(raw, ['race', 'type']);
