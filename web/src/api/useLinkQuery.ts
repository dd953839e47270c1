/** What pages that are opened with a link of the day have in common: packets and the announcer's page. */
import { type QueryFunction, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { CallError } from './client';
import { isLost } from './network';

/** How often the page asks, in milliseconds. Mostly nothing has changed, and the answer is short. */
const POLL_MS = 5000;

/**
 * Repeats a request every few seconds: not while the connection is lost, since it is repeated once that is back, nor once the server has
 * refused the link with one of these statuses. `forget` then removes what is kept of earlier answers; it stays the same function.
 */
export function useLinkQuery<T>(
  query: { queryKey: readonly unknown[]; enabled: boolean; queryFn: QueryFunction<T>; inBackground?: boolean },
  refusals: readonly number[],
  forget: () => Promise<void>,
) {
  const isRefused = (error: unknown): error is CallError =>
    error instanceof CallError && refusals.includes(error.status ?? 0);
  const { queryKey, enabled, queryFn, inBackground = false } = query;
  const { error, refetch } = useQuery({
    queryKey,
    enabled,
    queryFn,
    refetchInterval: ({ state }) => (state.error && (isLost(state.error) || isRefused(state.error)) ? false : POLL_MS),
    refetchIntervalInBackground: inBackground,
    refetchOnReconnect: true,
    networkMode: 'always',
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  /** The server's reason when the link opens nothing. */
  const refused = isRefused(error) ? error : undefined;
  useEffect(() => {
    if (refused) void forget();
  }, [refused, forget]);
  return { error, refused, refetch };
}
