import { knownTexts } from '@/ui/knownTexts';

/** The leaderboard's search parameters: its whole state is in the address, so that a view can be shared. */

const NAMES = [
  'show',
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

/** What the page shows: the lines, the awards of a race, or the best times. */
export type View = 'results' | 'awards' | 'records';

/** The view that the address names; awards are those of a race. */
export const viewOf = ({ show, race }: ResultsSearch): View =>
  show === 'records' || (show === 'awards' && race !== undefined) ? show : 'results';

/** New values for some of the parameters; undefined removes one. */
export type ResultsChange = { [Name in keyof ResultsSearch]?: string | undefined };

/** Returns the known parameters as text and drops the rest. */
export const resultsSearch = (raw: Record<string, unknown>): ResultsSearch => knownTexts(raw, NAMES);

/** The search parameters of a runner's page: the opaque ids of the compared runners, with commas between. */
export interface RunnerSearch {
  with?: string;
}

/** Returns the known parameter as text and drops the rest. */
export const runnerSearch = (raw: Record<string, unknown>): RunnerSearch => knownTexts(raw, ['with']);
