/**
 * The requests of tickets and their types, by hand until the server's document describes them: then `Answer` and `Asked` of `@/api`
 * replace the types here, `get` and `send` of `@/api` the two functions, and `TicketForm` and `TicketOutcome` of `@/core` the last two.
 */
import { get as getJson, send as sendJson } from '@/api';

/** A ticket's place in its life. */
export type Status = 'open' | 'waiting' | 'solved' | 'spam';
/** What became of a mail. */
export type MailState = 'waiting' | 'sent' | 'failed';

/** The answer to a new ticket. */
export interface Created {
  ticketId: string;
  emailSent: boolean;
  message: string;
}

/** A ticket as the runner sees it. */
export interface TicketStatus {
  ticketId: string;
  title: string;
  requestType: string;
  status: Status;
  createdAt: number;
  messages: { at: number; from: 'runner' | 'staff'; text: string }[];
}

interface TicketHead {
  ticketId: string;
  title: string;
  name: string;
  requestType: string;
  status: Status;
  assignee?: string;
  createdAt: number;
  updatedAt: number;
  raceDetails?: string;
}

/** A page of the desk's list. */
export interface Tickets {
  items: (TicketHead & { messages: number })[];
  page: number;
  pageSize: number;
  total: number;
  counts: Record<'open' | 'mine' | 'waiting' | 'solved' | 'spam', number>;
  medianFirstAnswerMs?: number;
}

/** A ticket with everything about it. */
export interface Ticket extends TicketHead {
  contact: string;
  description: string;
  messages: {
    id: number;
    at: number;
    kind: 'runner' | 'staff' | 'note';
    author?: string;
    text: string;
    delivery?: MailState;
  }[];
  others: { ticketId: string; title: string; status: Status }[];
  account?: string;
  version: number;
  confirmation?: MailState;
}

/** A change of a ticket at the desk. */
export interface TicketChange {
  status?: Status;
  assignee?: string | null;
  version: number;
}

/** An answer or a note. */
export interface NewReply {
  text: string;
  kind: 'staff' | 'note';
  version: number;
  status?: Status;
}

/** The form of a ticket. */
export interface TicketForm {
  name: string;
  contact: string;
  requestType: string;
  title: string;
  description: string;
  raceDetails?: string;
}

/** What is said after a submission. */
export interface TicketOutcome {
  tone: 'success' | 'error' | 'info';
  title: string;
  text: string;
}

/** `send` for the paths that the document does not have. */
export const send = sendJson as <Answer>(method: string, path: string, sent: object) => Promise<Answer>;
/** `get` for the paths that the document does not have. */
export const get = getJson as <Answer>(path: string, sent: object) => Promise<Answer>;
