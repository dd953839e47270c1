import { knownTexts } from '@/ui/knownTexts';

/** The timing desk's search parameters: the race, and the runner whose page is open. */
export interface TimingSearch {
  race?: string;
  runner?: string;
}

/** Returns the known parameters and drops the rest. */
export const timingSearch = (raw: Record<string, unknown>): TimingSearch => knownTexts(raw, ['race', 'runner']);
