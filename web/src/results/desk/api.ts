/** The requests of an administrator's further tools. */
import { queryOptions } from '@tanstack/react-query';
import { type Answer, get, send } from '@/api';

/** The race whose runners' pages are furnished. */
export interface ToolsRace {
  race: string;
  /** Empty while it has none. */
  date: string;
  /** IANA. */
  timeZone: string;
}

/** The video of a race's finish line, for an administrator. */
export const videoQuery = (race: string) =>
  queryOptions({
    queryKey: ['own', 'finishVideo', race],
    queryFn: ({ signal }) => get('results/{RaceName}/video', { signal, path: { RaceName: race } }),
  });

/** Sets the video of a race's finish line. */
export const putVideo = (race: string, json: { address: string; startsAt: string }) =>
  send('put', 'results/{RaceName}/video', { path: { RaceName: race }, json });

/** The table of age grades that is loaded, for an administrator. */
export const ageTableQuery = queryOptions({
  queryKey: ['own', 'ageTable'],
  queryFn: ({ signal }) => get('ageGrades', { signal }),
});

/** Loads a table of age grades. */
export const putAgeTable = (body: string) =>
  send('put', 'ageGrades', { body, headers: { 'content-type': 'text/csv' } });

/** What is published of a race. */
export type RaceResults = Answer<'get', 'results/{RaceName}'>;

/** What a race decides about its awards. */
export type AwardRules = Answer<'get', 'results/{RaceName}/awards'>['rules'];

/** Decides who gets the awards of a race. */
export const setAwardRules = (race: string, json: AwardRules) =>
  send('put', 'results/{RaceName}/awards', { path: { RaceName: race }, json });

/** What is open before a race's results are published, for an administrator. */
export const openQuery = (race: string) =>
  queryOptions({
    queryKey: ['own', 'resultsOpen', race],
    queryFn: ({ signal }) => get('results/{RaceName}/open', { signal, path: { RaceName: race } }),
  });

/** Publishes a contest's results. */
export const publish = (race: string, json: { contest: string; reason?: string; despiteOpen?: boolean }) =>
  send('post', 'results/{RaceName}/publish', { path: { RaceName: race }, json });

/** Takes a contest's results back. */
export const unpublish = (race: string, json: { contest: string; reason: string }) =>
  send('post', 'results/{RaceName}/unpublish', { path: { RaceName: race }, json });
