/** The requests of the timing desk (DESIGN §6): one query that is polled, and one function for each action. */
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { type Answer, get, isLost, refused, send } from '@/api';
import type { Setup } from '@/core';
import { noteServerTime } from './serverClock';

/** How often the desk is fetched, in milliseconds. */
export const DESK_POLL_MS = 4000;

/** How long until the desk, or another part of it, is fetched again: once the server is lost, when it can be reached again. */
export const deskInterval = ({ state }: { state: { error: unknown } }) =>
  state.error && isLost(state.error) ? (false as const) : DESK_POLL_MS;

/** How a request identifies a race. The server uses the id, once known, and not the name, because a race may be renamed. */
export interface TimedRace {
  name: string;
  id?: string | undefined;
}

/** The server's answer. */
export type DeskAnswer = Answer<'get', 'timing/{RaceName}'>;

/** What the desk shows at once. Without the server's time, so that two answers between which nothing happened are the same. */
export type Desk = Omit<DeskAnswer, 'now'>;

/** A timing key in the list; the key's text is only returned once, when it is created. */
export type TimingKey = Desk['keys'][number];

/** The parameters by which a request identifies a race. */
export const at = ({ name, id }: TimedRace) => ({ path: { RaceName: name }, query: { id } });

/** The desk of a race. After a failed request the old data stays. */
export const deskQuery = (race: TimedRace, paused: boolean) =>
  queryOptions({
    queryKey: ['timing', race.name],
    queryFn: async ({ signal }): Promise<Desk> => {
      const sent = Date.now();
      const { now, ...desk } = await get('timing/{RaceName}', { signal, ...at(race) });
      noteServerTime({ sent, received: Date.now(), server: now });
      return desk;
    },
    enabled: race.name !== '',
    refetchInterval: paused ? (false as const) : deskInterval,
    refetchOnWindowFocus: !paused,
    networkMode: 'always',
    retry: false,
  });

/** A dry run: it changes nothing, so nothing is fetched again. */
export function useDryRun<Input, Result>(race: TimedRace, ask: (race: TimedRace, input: Input) => Promise<Result>) {
  return useMutation({ mutationFn: (input: Input) => ask(race, input), networkMode: 'always' });
}

/** The key of the mutations that change the desk. */
export const DESK_CHANGE = ['deskChange'] as const;

/** A mutation that changes the desk and then fetches it again. `onStored` is called before the new desk arrives. */
export function useDeskChange<Input, Result>(
  race: TimedRace,
  change: (race: TimedRace, input: Input) => Promise<Result>,
  onStored?: (input: Input) => void,
) {
  const client = useQueryClient();
  return useMutation({
    mutationKey: DESK_CHANGE,
    mutationFn: (input: Input) => change(race, input),
    networkMode: 'always',
    onSuccess: (_, input) => {
      onStored?.(input);
      return client.invalidateQueries({ queryKey: ['timing', race.name] });
    },
  });
}

/** Saves the whole setup. Rejected when the saved setup is not `version` any more; {@link setupNow} then returns it from the error. */
export const putSetup = (
  race: TimedRace,
  { setup, version, confirmed }: { setup: Setup; version: string | undefined; confirmed: boolean },
) =>
  send('put', 'timing/{RaceName}/setup', {
    json: setup,
    path: { RaceName: race.name },
    query: { id: race.id, version, ...(confirmed ? { confirmed } : {}) },
  });

/** Returns the question, if a save was rejected because a gun is on another day than the race and nobody has confirmed it. */
export const otherDay = (error: unknown) => refused<'put', 'timing/{RaceName}/setup'>(error, 'GUN_OTHER_DAY')?.message;

/** Returns the setup that another user has saved meanwhile, if that is why a save was rejected. */
export const setupNow = (error: unknown) => refused<'put', 'timing/{RaceName}/setup'>(error, 'SETUP_CHANGED');

/** Creates a key for a box or a program. The key's text is only in this response. */
export const postKey = (race: TimedRace, label: string) =>
  send('post', 'timing/{RaceName}/keys', { json: { label }, ...at(race) });

/** Revokes a key. */
export const deleteKey = (race: TimedRace, id: string) =>
  send('delete', 'timing/{RaceName}/keys/{id}', { path: { RaceName: race.name, id }, query: { id: race.id } });

/** What the current run has, which a new one would drop. Fetched again when the desk shows another run, other reads or corrections. */
export const runsQuery = (race: TimedRace, run: number, reads: number, latest: number) =>
  queryOptions({
    queryKey: ['timing', race.name, 'runs', run, reads, latest],
    queryFn: ({ signal }) => get('timing/{RaceName}/runs', { signal, ...at(race) }),
    placeholderData: keepPreviousData,
    networkMode: 'always',
    retry: false,
  });

/** Starts a new run: earlier reads stay stored, but are not used for the standings any more. */
export const postRun = (race: TimedRace, name: string) =>
  send('post', 'timing/{RaceName}/runs', {
    json: {},
    path: { RaceName: race.name },
    query: { id: race.id, name },
  });

/** Takes back the current run before its first read. */
export const deleteRun = (race: TimedRace, run: number) =>
  send('delete', 'timing/{RaceName}/runs/{run}', {
    json: {},
    path: { RaceName: race.name, run: String(run) },
    query: { id: race.id },
  });
