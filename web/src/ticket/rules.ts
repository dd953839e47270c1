/** The rules and words of tickets, by hand until the core exports them: each function then calls the core's. */
import type { FieldError } from '@/core';
import type { TicketForm, TicketOutcome } from './wire';

/** The types of requests, which are shown as they are sent. */
export const requestTypes = (): string[] => ['Website Bug', 'Refund', 'Race Day Incident', 'Other'];

/** Whether a request of this type needs the details of a race. */
export const needsRace = (type: string): boolean => type === 'Refund' || type === 'Race Day Incident';

const REQUIRED = {
  name: 'Name is required',
  contact: 'Contact information is required',
  requestType: 'Request type is required',
  title: 'Title is required',
  raceDetails: 'Race details are required',
  description: 'Description is required',
} as const;

/** What is wrong with the form of a ticket. */
export const ticketCheck = (form: TicketForm): FieldError[] =>
  Object.entries(REQUIRED)
    .filter(([field]) => field !== 'raceDetails' || needsRace(form.requestType))
    .filter(([field]) => !form[field as keyof TicketForm]?.trim())
    .map(([field, message]) => ({ field, code: 'required', message }));

/** What is wrong with a reply, an answer or a note. */
export const replyCheck = (text: string): FieldError[] =>
  text.trim() === '' ? [{ field: 'text', code: 'required', message: 'Write an answer first.' }] : [];

/** What is said after a submission. */
export function ticketOutcome(
  status: number | undefined,
  message: string,
  ticketId: string,
  emailSent: boolean,
): TicketOutcome {
  const failed = (title: string, text: string): TicketOutcome => ({ tone: 'error', title, text });
  if (status === 429)
    return failed(
      'Submission Limit Reached',
      "You've submitted too many requests recently. Please try again in one hour.",
    );
  if (status !== undefined && status < 300)
    return emailSent
      ? {
          tone: 'success',
          title: 'Ticket Submitted Successfully!',
          text: `Your ticket is ${ticketId}. A confirmation is on its way to your e-mail address.`,
        }
      : {
          tone: 'info',
          title: 'Ticket Created - Email Not Sent',
          text: `Your ticket is ${ticketId}. Please note it down: no confirmation could be sent, but we have your ticket and will answer it.`,
        };
  if (message.trim() === 'Invalid email format')
    return failed('Invalid Email Format', 'Please check your contact information and try again.');
  return failed('Submission Failed', 'Please check your information and try again.');
}

/** The name under which the team writes to runners. */
export const authorName = (): string => 'Splitline team';

const STATUS: Record<string, { label: string; text: string }> = {
  open: { label: 'Open', text: 'We have your ticket and will answer it.' },
  waiting: { label: 'Answered', text: 'We have answered. Reply below if it is not solved.' },
  solved: { label: 'Solved', text: 'Reply below if it is not: that opens the ticket again.' },
  spam: { label: 'Closed', text: 'This ticket is closed.' },
};

/** A status in a word. */
export const statusLabel = (status: string): string => STATUS[status]?.label ?? status;

/** What a status means for the runner. */
export const statusText = (status: string): string => STATUS[status]?.text ?? '';
