/** The winners of a race, for the home page and for the page of a race that is over. */
import { queryOptions } from '@tanstack/react-query';
import { get } from './client';

/** The response of `GET /raceWinners`. */
export interface RaceWinners {
  /** Whether the results may still change. */
  provisional: boolean;
  /** Empty until somebody has finished. */
  contests: { contest: string; winners: { name: string; gender: string; time: string }[] }[];
}

/** The winners of a race. Every page that shows them works without them, so a failed request is not repeated. */
export const raceWinnersQuery = (race: string) =>
  queryOptions({
    queryKey: ['raceWinners', race],
    queryFn: ({ signal }) => get<RaceWinners>('raceWinners', { signal, query: { race } }),
    staleTime: 5 * 60_000,
    retry: false,
  });
