/** The requests of the timing desk (DESIGN §6): one query that is polled, and one function for each action. */
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { type Answer, get, refused, send } from '@/api';
import type { Override, Setup } from '@/core';

/** How often the desk is fetched, in milliseconds. */
export const DESK_POLL_MS = 4000;

/** How a request identifies a race. The server uses the id, once known, and not the name, because a race may be renamed. */
export interface TimedRace {
  name: string;
  id?: string | undefined;
}

/** All data of the desk. */
export type Desk = Answer<'get', 'timing/{RaceName}'>;

/** A timing key in the list; the key's text is only returned once, when it is created. */
export type TimingKey = Desk['keys'][number];

/** A status that only a person can set; null removes it. */
type RunnerStatus = Override | null;

/** The parameters by which a request identifies a race. */
const at = ({ name, id }: TimedRace) => ({ path: { RaceName: name }, query: { id } });

/** The desk of a race. After a failed request the old data stays. */
export const deskQuery = (race: TimedRace, paused: boolean) =>
  queryOptions({
    queryKey: ['timing', race.name],
    queryFn: ({ signal }) => get('timing/{RaceName}', { signal, ...at(race) }),
    enabled: race.name !== '',
    refetchInterval: paused ? (false as const) : DESK_POLL_MS,
    refetchOnWindowFocus: !paused,
    networkMode: 'always',
    retry: false,
  });

/** A mutation that changes the desk and then fetches it again. */
export function useDeskChange<Input, Result>(
  race: TimedRace,
  change: (race: TimedRace, input: Input) => Promise<Result>,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => change(race, input),
    networkMode: 'always',
    onSuccess: () => client.invalidateQueries({ queryKey: ['timing', race.name] }),
  });
}

/** Saves the whole setup. Rejected when the saved setup is not `version` any more; {@link setupNow} then returns it from the error. */
export const putSetup = (race: TimedRace, { setup, version }: { setup: Setup; version: string | undefined }) =>
  send('put', 'timing/{RaceName}/setup', {
    json: setup,
    path: { RaceName: race.name },
    query: { id: race.id, version },
  });

/** Returns the setup that another user has saved meanwhile, if that is why a save was rejected. */
export const setupNow = (error: unknown) => refused<'put', 'timing/{RaceName}/setup'>(error, 'SETUP_CHANGED');

/** Sets a contest's gun, RFC 3339; null removes it. */
export const putGun = (race: TimedRace, input: { contest: string; gun: string | null }) =>
  send('put', 'timing/{RaceName}/gun', { json: input, ...at(race) });

/** Sends a list of entrants: a dry run returns what it would change, without changing it. */
export const putEntrants = (race: TimedRace, input: { text: string; dryRun: boolean }) =>
  send('put', 'timing/{RaceName}/entrants', {
    body: input.text,
    headers: { 'content-type': looksLikeJson(input.text) ? 'application/json' : 'text/csv' },
    timeout: 60_000,
    path: { RaceName: race.name },
    query: { id: race.id, ...(input.dryRun ? { dryRun: true } : {}) },
  });

/** The server accepts the list as JSON or CSV; only a JSON array begins with a bracket. */
function looksLikeJson(text: string): boolean {
  return text.trimStart().startsWith('[');
}

/** Sets a runner's status, which no mat can measure. */
export const putStatus = (race: TimedRace, input: { bib: string; status: RunnerStatus }) =>
  send('put', 'timing/{RaceName}/entrants/{bib}/status', {
    json: { status: input.status },
    path: { RaceName: race.name, bib: input.bib },
    query: { id: race.id },
  });

/** Creates a key for a box or a program. The key's text is only in this response. */
export const postKey = (race: TimedRace, label: string) =>
  send('post', 'timing/{RaceName}/keys', { json: { label }, ...at(race) });

/** Revokes a key. */
export const deleteKey = (race: TimedRace, id: string) =>
  send('delete', 'timing/{RaceName}/keys/{id}', { path: { RaceName: race.name, id }, query: { id: race.id } });

/** Starts a new run: earlier reads stay stored, but are not used for the standings any more. */
export const postRun = (race: TimedRace) => send('post', 'timing/{RaceName}/runs', { json: {}, ...at(race) });
