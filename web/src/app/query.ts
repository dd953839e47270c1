import { QueryClient } from '@tanstack/react-query';
import { CallError } from '@/api';

/**
 * The cache of everything read. A refusal is final; a lost connection is tried once more. Without a network it asks all the
 * same: the service worker may have the answer, and where it has not the page says so instead of waiting.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        staleTime: 30_000,
        refetchOnWindowFocus: false,
        retry: (count, error) => count < 1 && !(error instanceof CallError && error.status !== undefined),
        retryDelay: 1000,
      },
    },
  });
}
