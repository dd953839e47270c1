import { knownTexts } from '@/ui/knownTexts';

/** The search parameters of Edit Pages: the race that is edited, or the search text of the list. */
export interface EditSearch {
  race?: string;
  q?: string;
}

/** Reads the two parameters and ignores everything else. */
export const editSearch = (raw: Record<string, unknown>): EditSearch => knownTexts(raw, ['race', 'q']);
