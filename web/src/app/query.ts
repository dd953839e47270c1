import { QueryClient } from '@tanstack/react-query';
import { CallError } from '@/api';

/** The cache of everything read. A refusal is final; a lost connection is tried once more. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        refetchOnWindowFocus: false,
        retry: (count, error) => count < 1 && !(error instanceof CallError && error.status !== undefined),
        retryDelay: 1000,
      },
    },
  });
}
