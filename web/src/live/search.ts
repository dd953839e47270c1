import { knownTexts } from '@/ui/knownTexts';

/** The live page's search parameters: the part of its state that is in the address, so that a view can be shared. */

/** The live page's search parameters. An absent one means its default; the distance `all` means every distance. */
export interface LiveSearch {
  race?: string;
  distance?: string;
  ageGroup?: string;
  gender?: string;
  /** The name of a wave of the distance. */
  wave?: string;
  team?: string;
  q?: string;
  /** The bib of the runner whose details are open. */
  bib?: string;
  /** The bibs of runners who are offered to be followed, as the core's `followLink` writes them. */
  follow?: string;
}

/** The distance filter's value in the address when every distance is shown; without a value the core's default is selected. */
export const ALL_DISTANCES = 'all';

const NAMES = ['race', 'distance', 'ageGroup', 'gender', 'wave', 'team', 'q', 'bib', 'follow'] as const;

/** Returns the known parameters as text and drops the rest. The router parses a bib in an address as a number. */
export function liveSearch(raw: Record<string, unknown>): LiveSearch {
  // `runner` is accepted as another name of `bib`; the site itself writes `bib`.
  const { runner, ...search } = knownTexts(raw, [...NAMES, 'runner']);
  return runner !== undefined && search.bib === undefined ? { ...search, bib: runner } : search;
}
