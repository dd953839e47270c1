import { knownTexts } from '@/ui/knownTexts';

const NAMES = ['race', 'open', 'q', 'page'] as const;

/**
 * The search parameters of the page: the race, the announcement that is open, and of its recipients the search (a bib or a part of a name) and
 * the page.
 */
export type AnnouncementsSearch = { [Name in (typeof NAMES)[number]]?: string };

/** Returns the known parameters as text and drops the rest. */
export const announcementsSearch = (raw: Record<string, unknown>): AnnouncementsSearch => knownTexts(raw, NAMES);
