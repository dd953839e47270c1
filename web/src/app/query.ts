import { QueryClient } from '@tanstack/react-query';
import { mendLostReads } from '@/api';

/**
 * Creates the cache of all reads. The cache does not repeat failed reads: a request repeats itself within its time limit, and reads
 * that failed without a network are repeated once it is back (`mendLostReads`). Queries also run while the browser is offline: the
 * service worker may have the response; if not, the page shows the failure instead of waiting.
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
