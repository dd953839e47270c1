/** The requests of the race league. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type Answer, get } from '@/api';
import type { LeagueSearch } from './search';

/** A page of the standings of a year. */
export type League = Answer<'get', 'raceLeague'>;

/** A runner in the standings. */
export type LeagueLine = League['items'][number];

/** What the points of a runner are made of. */
export type LeagueRunner = Answer<'get', 'raceLeague/{year}/runners/{publicID}'>;

/** A page of the standings; the rows of the last one stay until it has arrived. */
export const leagueQuery = ({ runner: _, show: __, ...search }: LeagueSearch & { pageSize?: string }) =>
  queryOptions({
    queryKey: ['league', 'standings', search],
    queryFn: ({ signal }) => get('raceLeague', { signal, query: search }),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });

/** What the points of a runner are made of. */
export const leagueRunnerQuery = (year: number, publicID: string) =>
  queryOptions({
    queryKey: ['league', 'runner', year, publicID],
    queryFn: ({ signal }) => get('raceLeague/{year}/runners/{publicID}', { signal, path: { year, publicID } }),
    staleTime: 30_000,
  });
