/** The requests of what an administrator decides about the race league. */
import { queryOptions } from '@tanstack/react-query';
import { type Answer, get, send } from '@/api';

/** The settings of a season. */
export type SeasonSettings = Answer<'get', 'raceLeague/{year}/settings'>;

/** The settings as they are typed. */
export type SeasonForm = SeasonSettings['form'];

/** What settings make, or would make. */
export type SettingsOutcome = Answer<'put', 'raceLeague/{year}/settings'>;

/** The settings of a season, for an administrator. */
export const seasonQuery = (year: number) =>
  queryOptions({
    queryKey: ['own', 'league', 'settings', year],
    queryFn: ({ signal }) => get('raceLeague/{year}/settings', { signal, path: { year } }),
  });

/** Tries or sets the settings of a season; `version` is the one that they change. */
export const putSeason = (year: number, json: { version: number; form: SeasonForm }, dryRun: boolean) =>
  send('put', 'raceLeague/{year}/settings', { path: { year }, query: dryRun ? { dryRun } : {}, json });

/** Who may be one person, for an administrator. */
export const suggestionsQuery = (year: number) =>
  queryOptions({
    queryKey: ['own', 'league', 'suggestions', year],
    queryFn: ({ signal }) => get('raceLeague/{year}/suggestions', { signal, path: { year } }),
  });

/** What administrators decided about who is one person. */
export const decisionsQuery = queryOptions({
  queryKey: ['own', 'league', 'decisions'],
  queryFn: ({ signal }) => get('raceLeague/decisions', { signal }),
});

/** Says that two persons are one, or without `b` that the result `a` is of another person. */
export const decide = (json: { a: string; b?: string }) => send('post', 'raceLeague/decisions', { json });

/** Takes a decision back. */
export const undoDecision = (decisionID: number) =>
  send('delete', 'raceLeague/decisions/{decisionID}', { path: { decisionID } });
