/** Who won a race, for the start page and for the page of a race that is over. */
import { queryOptions } from '@tanstack/react-query';
import { get } from './client';

/** `GET /raceWinners`. */
export interface RaceWinners {
  /** Whether the results may still change. */
  provisional: boolean;
  /** Empty as long as nobody has finished. */
  contests: { contest: string; winners: { name: string; gender: string; time: string }[] }[];
}

/** The winners of a race. They are an addition wherever they stand, so a failure is not tried again. */
export const raceWinnersQuery = (race: string) =>
  queryOptions({
    queryKey: ['raceWinners', race],
    queryFn: ({ signal }) => get<RaceWinners>('raceWinners', { signal, query: { race } }),
    staleTime: 5 * 60_000,
    retry: false,
  });
