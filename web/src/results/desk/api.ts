/** The requests of an administrator's further tools. */
import { queryOptions } from '@tanstack/react-query';
import { get, send } from '@/api';

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
