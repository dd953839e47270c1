/** The winners of a race, for the home page and for the page of a race that is over. */
import { queryOptions } from '@tanstack/react-query';
import { get } from './client';

/** The winners of a race. Every page that shows them works without them, so a failed request is not repeated. */
export const raceWinnersQuery = (race: string) =>
  queryOptions({
    queryKey: ['raceWinners', race],
    queryFn: ({ signal }) => get('raceWinners', { signal, query: { race } }),
    staleTime: 5 * 60_000,
    retry: false,
  });
