/** The requests of the race-day search and of the packet desk. */
import { queryOptions } from '@tanstack/react-query';
import { bytesOf, call, get, send } from '@/api';
import type { PacketAction, PacketInfo } from '@/core';

/** What the race-day search needs of a race besides its board. */
export const raceDayQuery = (race: string) =>
  queryOptions({
    queryKey: ['raceDay', race],
    queryFn: ({ signal }) => get('raceDaySearch/{RaceName}/day', { signal, path: { RaceName: race } }),
    staleTime: 60_000,
  });

const authorized = (token: string) => ({ headers: { Authorization: `Bearer ${token}` } });

/** Fetches what the device does not have of a race's packets, as bytes for the packet desk. */
export async function fetchPackets(
  race: string,
  token: string,
  has: Pick<PacketInfo, 'seq' | 'revision'> | undefined,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const answer = await call('get', 'packets/{RaceName}/list', {
    path: { RaceName: race },
    query: { since: has?.seq, revision: has?.revision },
    signal,
    ...authorized(token),
  });
  return bytesOf(answer);
}

/** Sends what was done with packets; an action that the server has gets the same answer again. */
export const sendActions = (race: string, token: string, actions: PacketAction[]) =>
  send('post', 'packets/{RaceName}/actions', { path: { RaceName: race }, json: { actions }, ...authorized(token) });
