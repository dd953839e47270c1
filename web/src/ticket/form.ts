/** What the form of a new ticket holds, and what of it this tab keeps. */

import type { TicketForm } from '@/core';
import { newKey } from '@/ui';

/** A ticket while it is written: every field, and the key by which the server knows it from its repetitions. */
export type Draft = Required<TicketForm> & { key: string };

/** The names of the fields. */
export type FieldName = keyof Required<TicketForm>;

/** An empty ticket. Its key is its own, so that a second press or a repetition of a lost request is the same ticket. */
export const freshDraft = (): Draft => ({
  name: '',
  contact: '',
  requestType: '',
  title: '',
  description: '',
  raceDetails: '',
  key: newKey(),
});

/** The form without its key. */
export const formOf = ({ key: _, ...form }: Draft): Required<TicketForm> => form;

/** Whether nothing was typed that the page does not fill in by itself. */
export const isBlank = ({ title, description }: Draft): boolean => title.trim() === '' && description.trim() === '';
