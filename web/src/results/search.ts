/** The leaderboard's search parameters: its whole state is in the address, so that a view can be shared. */

const NAMES = [
  'race',
  'contest',
  'distance',
  'year',
  'gender',
  'ageGroup',
  'wave',
  'team',
  'q',
  'page',
  'pageSize',
] as const;

/** The leaderboard's search parameters; an absent one does not filter. */
export type ResultsSearch = { [Name in (typeof NAMES)[number]]?: string };

/** New values for some of the parameters; undefined removes one. */
export type ResultsChange = { [Name in keyof ResultsSearch]?: string | undefined };

/** Returns the known parameters as text and drops the rest. */
export function resultsSearch(raw: Record<string, unknown>): ResultsSearch {
  const search: ResultsSearch = {};
  for (const name of NAMES) {
    const value = raw[name];
    if ((typeof value === 'string' && value !== '') || typeof value === 'number') search[name] = String(value);
  }
  return search;
}

/** The search parameters of a runner's page: the opaque ids of the compared runners, with commas between. */
export interface RunnerSearch {
  with?: string;
}

/** Returns the known parameter as text and drops the rest. */
export function runnerSearch(raw: Record<string, unknown>): RunnerSearch {
  return typeof raw.with === 'string' && raw.with !== '' ? { with: raw.with } : {};
}
