/** The timing desk's calls (DESIGN §6): one read that is polled, and one function for each thing that can be done. */
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { type Answer, get, refused, send } from '@/api';
import type { Override, Setup } from '@/core';

/** How often the desk looks again, in milliseconds. */
export const DESK_POLL_MS = 4000;

/** A race as the desk's calls name it. Its id, once known, goes before its name: it stays the same whatever the race is called. */
export interface TimedRace {
  name: string;
  id?: string | undefined;
}

/** Everything the desk shows. */
export type Desk = Answer<'get', 'timing/{RaceName}'>;

/** A timing key as the list shows it; the key itself is shown once, when it is made. */
export type TimingKey = Desk['keys'][number];

/** What only a person says of a runner; null takes it back. */
type RunnerStatus = Override | null;

/** Where the calls find a race. */
const at = ({ name, id }: TimedRace) => ({ path: { RaceName: name }, query: { id } });

/** The desk of a race. Old data stays while a later look fails. */
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

/** A change at the desk; afterwards the desk is read again. */
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

/** Saves the setup as a whole. Refused when it is not the one of `version` any more; {@link setupNow} has it then. */
export const putSetup = (race: TimedRace, { setup, version }: { setup: Setup; version: string | undefined }) =>
  send('put', 'timing/{RaceName}/setup', {
    json: setup,
    path: { RaceName: race.name },
    query: { id: race.id, version },
  });

/** The setup as somebody else saved it meanwhile, where that is why a save was refused. */
export const setupNow = (error: unknown) => refused<'put', 'timing/{RaceName}/setup'>(error, 'SETUP_CHANGED');

/** A contest's gun, RFC 3339; null takes it back. */
export const putGun = (race: TimedRace, input: { contest: string; gun: string | null }) =>
  send('put', 'timing/{RaceName}/gun', { json: input, ...at(race) });

/** Sends a list of entrants: a dry run answers what it would change, without changing it. */
export const putEntrants = (race: TimedRace, input: { text: string; dryRun: boolean }) =>
  send('put', 'timing/{RaceName}/entrants', {
    body: input.text,
    headers: { 'content-type': looksLikeJson(input.text) ? 'application/json' : 'text/csv' },
    timeout: 60_000,
    path: { RaceName: race.name },
    query: { id: race.id, ...(input.dryRun ? { dryRun: true } : {}) },
  });

/** Both forms of the list are taken; only an array of JSON begins with a bracket. */
function looksLikeJson(text: string): boolean {
  return text.trimStart().startsWith('[');
}

/** Says of a runner what no mat can. */
export const putStatus = (race: TimedRace, input: { bib: string; status: RunnerStatus }) =>
  send('put', 'timing/{RaceName}/entrants/{bib}/status', {
    json: { status: input.status },
    path: { RaceName: race.name, bib: input.bib },
    query: { id: race.id },
  });

/** Makes a key for a box or a program. Its text comes this once. */
export const postKey = (race: TimedRace, label: string) =>
  send('post', 'timing/{RaceName}/keys', { json: { label }, ...at(race) });

/** Takes a key back. */
export const deleteKey = (race: TimedRace, id: string) =>
  send('delete', 'timing/{RaceName}/keys/{id}', { path: { RaceName: race.name, id }, query: { id: race.id } });

/** Starts a new run: the reads so far stay stored and feed no standings any more. */
export const postRun = (race: TimedRace) => send('post', 'timing/{RaceName}/runs', { json: {}, ...at(race) });
