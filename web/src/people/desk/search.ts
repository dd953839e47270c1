import { knownTexts } from '@/ui/knownTexts';

/** The search parameters of the list of people; an absent one does not filter. */
export interface PeopleSearch {
  /** A part of a username, a name or an e-mail address. */
  q?: string;
  role?: string;
  /** The page of the list, from 1. */
  page?: string;
}

/** New values for some of the parameters; undefined removes one. */
export type PeopleChange = { [Name in keyof PeopleSearch]?: PeopleSearch[Name] | undefined };

/** Returns the known parameters as text and drops the rest. */
export const peopleSearch = (raw: Record<string, unknown>): PeopleSearch => knownTexts(raw, ['q', 'role', 'page']);
