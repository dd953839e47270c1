/** The requests of the results' screens. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type Answer, get } from '@/api';
import type { ResultsSearch } from './search';

/** A page of the leaderboard. */
export type Leaderboard = Answer<'get', 'leaderboard'>;

/** A line of the leaderboard. */
export type Line = Leaderboard['items'][number];

/** What is published of a race. */
export type RaceResults = Answer<'get', 'results/{RaceName}'>;

/** What is published of a contest. */
export type ContestResults = RaceResults['contests'][number];

/** The awards of a race. */
export type RaceAwards = Answer<'get', 'results/{RaceName}/awards'>;

/** The best times. */
export type Records = Answer<'get', 'leaderboard/records'>;

/** The awards of a race, by its published results. */
export const awardsQuery = (race: string) =>
  queryOptions({
    queryKey: ['awards', race],
    queryFn: ({ signal }) => get('results/{RaceName}/awards', { signal, path: { RaceName: race } }),
    staleTime: 30_000,
  });

/** The best times that race, distance and year choose. */
export const recordsQuery = ({ race, distance, year }: ResultsSearch) =>
  queryOptions({
    queryKey: ['records', race, distance, year],
    queryFn: ({ signal }) => get('leaderboard/records', { signal, query: { race, distance, year } }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });

/** How often unofficial lines are loaded anew, in milliseconds. */
const WHILE_UNOFFICIAL = 15_000;

/** A page of the leaderboard; the rows of the last one stay until it has arrived. Unofficial ones are loaded anew while they are shown. */
export const leaderboardQuery = ({ show: _, ...search }: ResultsSearch) =>
  queryOptions({
    queryKey: ['leaderboard', search],
    queryFn: ({ signal }) => get('leaderboard', { signal, query: search }),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    refetchInterval: ({ state }) => (state.data?.provisional ? WHILE_UNOFFICIAL : false),
  });

/** What can be chosen with these filters. */
export const choicesQuery = ({ race, distance, year }: ResultsSearch) =>
  queryOptions({
    queryKey: ['leaderboardChoices', race, distance, year],
    queryFn: ({ signal }) => get('leaderboard/choices', { signal, query: { race, distance, year } }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });

/** What is published of a race. */
export const raceResultsQuery = (race: string | undefined) =>
  queryOptions({
    queryKey: ['results', race],
    queryFn: ({ signal }) => get('results/{RaceName}', { signal, path: { RaceName: race ?? '' } }),
    enabled: race !== undefined,
    staleTime: 30_000,
  });

/** A runner's page. */
export type RunnerResult = Answer<'get', 'media/{raceID}/{publicID}'>;

/** The check of a certificate. */
export type Verified = Answer<'get', 'verify/{code}'>;

/** A runner's page, compared with others; the page stays while another comparison is loaded. */
export const runnerQuery = (raceID: string, publicID: string, compared: string | undefined) =>
  queryOptions({
    queryKey: ['runner', raceID, publicID, compared],
    queryFn: ({ signal }) =>
      get('media/{raceID}/{publicID}', { signal, path: { raceID, publicID }, query: { with: compared } }),
    // Another comparison of the same runner.
    placeholderData: (before) => (before?.result.publicID === publicID ? before : undefined),
    staleTime: 30_000,
  });

/** The check of a certificate's code. */
export const verifyQuery = (code: string) =>
  queryOptions({
    queryKey: ['verify', code],
    queryFn: ({ signal }) => get('verify/{code}', { signal, path: { code } }),
    staleTime: 30_000,
  });
