/** What the form of a new ticket holds, and what of it this tab keeps. */

import type { TicketForm } from '@/core';
import { newKey } from '@/ui';

/** A ticket while it is written: every field, and the key by which the server knows it from its repetitions. */
export type Draft = Required<TicketForm> & {
  key: string;
  /** What the page has filled in by itself; a field that has still this text was not typed. */
  filled?: Partial<Required<TicketForm>>;
};

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

/** The fields alone. */
export const formOf = ({ key: _, filled: __, ...form }: Draft): Required<TicketForm> => form;

/** Fills in what is known. It replaces what the page has filled in before, and nothing that was typed. */
export function fill(now: Draft, known: Partial<Required<TicketForm>>): Draft {
  const given = Object.fromEntries(
    (Object.entries(known) as [FieldName, string][]).filter(
      ([field, text]) => now[field] !== text && (now[field] === '' || now[field] === now.filled?.[field]),
    ),
  );
  return Object.keys(given).length === 0 ? now : { ...now, ...given, filled: { ...now.filled, ...given } };
}

/** Whether nothing was typed that the page does not fill in by itself. */
export const isBlank = ({ title, description }: Draft): boolean => title.trim() === '' && description.trim() === '';
