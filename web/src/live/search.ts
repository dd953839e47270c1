/** What of the live page stands in its address, so that a view can be shared. */

/** The live page's search params. Absent is the default; `all` is every distance. */
export interface LiveSearch {
  race?: string;
  distance?: string;
  ageGroup?: string;
  gender?: string;
  q?: string;
  /** Whose detail is open. */
  bib?: string;
}

/** The distance filter's value in the address when every distance is shown; without it the core's default is chosen. */
export const ALL_DISTANCES = 'all';

const NAMES = ['race', 'distance', 'ageGroup', 'gender', 'q', 'bib'] as const;

/** Takes only what belongs here, as text; a bib in an address is a number to the router. */
export function liveSearch(raw: Record<string, unknown>): LiveSearch {
  const search: LiveSearch = {};
  for (const name of NAMES) {
    const value = raw[name];
    if ((typeof value === 'string' && value !== '') || typeof value === 'number') search[name] = String(value);
  }
  // Said of one who runs as well; the site itself writes `bib`.
  const runner = raw.runner;
  if (search.bib === undefined && (typeof runner === 'string' || typeof runner === 'number') && runner !== '')
    search.bib = String(runner);
  return search;
}
