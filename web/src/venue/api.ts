/** The requests of the venue's boards, besides the live board. */
import { queryOptions } from '@tanstack/react-query';
import { bytesOf, call, get } from '@/api';

/** The date, the starts and the present name of a race. The service worker keeps it for a day without a network. */
export const dayQuery = (race: string) =>
  queryOptions({
    queryKey: ['venueDay', race],
    queryFn: async ({ signal }) =>
      (await get('raceDaySearch/{RaceName}/day', { signal, path: { RaceName: race } })).race,
    // A race may be canceled while its board is open.
    refetchInterval: 60_000,
    staleTime: 60_000,
  });

/** The same for a frame of another site; refused when the race does not allow that. */
export const embedQuery = (race: string) =>
  queryOptions({
    queryKey: ['venueEmbed', race],
    queryFn: ({ signal }) => get('embed/{RaceName}', { signal, path: { RaceName: race } }),
    refetchInterval: 60_000,
    staleTime: 60_000,
  });

/** Fetches ages and towns, unless the caller has this version of them, as bytes for the board. Without a token by the session. */
export async function fetchPeople(
  race: string,
  token: string,
  revision: string | undefined,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const answer = await call('get', 'announcer/{RaceName}', {
    path: { RaceName: race },
    query: { revision },
    signal,
    ...(token && { headers: { Authorization: `Bearer ${token}` } }),
  });
  return bytesOf(answer);
}
