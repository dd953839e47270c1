import { QueryClient } from '@tanstack/react-query';
import { mendLostReads } from '@/api';

/**
 * The cache of everything read. What fails is not asked again here: a call repeats itself within its own limit, and what the
 * network lost comes back with it (`mendLostReads`). Without a network it asks all the same: the service worker may have the
 * answer, and where it has not the page says so instead of waiting.
 */
export function createQueryClient(): QueryClient {
  const queries = new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        staleTime: 30_000,
        refetchOnWindowFocus: false,
        retry: false,
      },
    },
  });
  mendLostReads(queries);
  return queries;
}
