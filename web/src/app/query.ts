import { MutationCache, QueryClient } from '@tanstack/react-query';
import { isLost, mendLostReads, whenReachable } from '@/api';

/**
 * Creates the cache of all reads. The cache does not repeat failed reads: a request repeats itself within its time limit, and reads
 * that failed without a network are repeated once it is back (`mendLostReads`). Queries also run while the browser is offline: the
 * service worker may have the response; if not, the page shows the failure instead of waiting.
 */
export function createQueryClient(): QueryClient {
  // A change whose answer is lost may have been made: what shows the account is read again.
  const readOwnAgain = () => {
    const isOwn = ({ queryKey: [of] }: { queryKey: readonly unknown[] }) => of === 'own' || of === 'session';
    void queries.invalidateQueries({ predicate: isOwn });
  };
  const queries = new QueryClient({
    mutationCache: new MutationCache({ onError: (error) => isLost(error) && void whenReachable(readOwnAgain) }),
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
