/** The timing desk's calls (DESIGN §6): one read that is polled, and one function for each thing that can be done. */
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { CallError, get, send } from '@/api';
import type { Counts, Override, Plan, RunnerCounts, Setup } from '@/core';

/** How often the desk looks again, in milliseconds. */
export const DESK_POLL_MS = 4000;

/** A timing key as the list shows it; the key itself is shown once, when it is made. */
export interface TimingKey {
  id: string;
  label: string;
  /** Epoch milliseconds or RFC 3339. */
  createdAt: number | string;
  lastUsedAt: number | string | null;
}

/** A box, by the mat it reads for. */
export interface Box {
  mat: string;
  reads: number;
  lastRead: number | string | null;
  /** Whether a point of the setup is fed by it. */
  inSetup: boolean;
}

/** A race as the desk's calls name it. Its id, once known, goes before its name: it stays the same whatever the race is called. */
export interface TimedRace {
  name: string;
  id?: string | undefined;
}

/** `GET /timing/{RaceName}`: everything the desk shows. */
export interface Desk {
  id?: string;
  /** How the race is called now. */
  race?: string;
  /** Its date; blank when it has none. */
  date?: string;
  /** Its IANA zone. */
  timeZone?: string;
  setup: Setup | null;
  /** Goes back with a change of the setup: says from which one it began. */
  setupVersion?: string;
  run: number;
  entrants: number;
  keys: TimingKey[];
  counts: Counts;
  runners?: RunnerCounts;
  boxes: Box[];
  unknownTags: { tag: string; reads: number }[];
}

/** What only a person says of a runner; null takes it back. */
type RunnerStatus = Override | null;

const path = ({ name }: TimedRace, part = '') => `timing/${encodeURIComponent(name)}${part}`;

/** The desk of a race. Old data stays while a later look fails. */
export const deskQuery = (race: TimedRace, paused: boolean) =>
  queryOptions({
    queryKey: ['timing', race.name],
    queryFn: ({ signal }) => get<Desk>(path(race), { signal, query: { id: race.id } }),
    enabled: race.name !== '',
    refetchInterval: paused ? (false as const) : DESK_POLL_MS,
    refetchOnWindowFocus: !paused,
    networkMode: 'always',
    retry: false,
  });

/** A change at the desk; afterwards the desk is read again. */
export function useDeskChange<Input, Answer>(
  race: TimedRace,
  change: (race: TimedRace, input: Input) => Promise<Answer>,
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
  send<unknown>('put', path(race, '/setup'), { json: setup, query: { id: race.id, version } });

/** The setup as somebody else saved it meanwhile, where that is why a save was refused. */
export function setupNow(error: unknown): { setup: Setup; setupVersion: string } | undefined {
  const refusal = error instanceof CallError ? error.refusal : undefined;
  return refusal?.code === 'SETUP_CHANGED' ? (refusal as unknown as { setup: Setup; setupVersion: string }) : undefined;
}

/** A contest's gun, RFC 3339; null takes it back. */
export const putGun = (race: TimedRace, input: { contest: string; gun: string | null }) =>
  send<unknown>('put', path(race, '/gun'), { json: input, query: { id: race.id } });

/** Sends a list of entrants: a dry run answers what it would change, without changing it. */
export const putEntrants = (race: TimedRace, input: { text: string; dryRun: boolean }) =>
  send<Plan>('put', path(race, '/entrants'), {
    body: input.text,
    headers: { 'content-type': looksLikeJson(input.text) ? 'application/json' : 'text/csv' },
    timeout: 60_000,
    query: { id: race.id, ...(input.dryRun ? { dryRun: true } : {}) },
  });

/** Both forms of the list are taken; only an array of JSON begins with a bracket. */
function looksLikeJson(text: string): boolean {
  return text.trimStart().startsWith('[');
}

/** Says of a runner what no mat can. */
export const putStatus = (race: TimedRace, input: { bib: string; status: RunnerStatus }) =>
  send<unknown>('put', path(race, `/entrants/${encodeURIComponent(input.bib)}/status`), {
    json: { status: input.status },
    query: { id: race.id },
  });

/** Makes a key for a box or a program. Its text comes this once. */
export const postKey = (race: TimedRace, label: string) =>
  send<{ id: string; key: string }>('post', path(race, '/keys'), { json: { label }, query: { id: race.id } });

/** Takes a key back. */
export const deleteKey = (race: TimedRace, id: string) =>
  send<unknown>('delete', path(race, `/keys/${encodeURIComponent(id)}`), { query: { id: race.id } });

/** Starts a new run: the reads so far stay stored and feed no standings any more. */
export const postRun = (race: TimedRace) =>
  send<unknown>('post', path(race, '/runs'), { json: {}, query: { id: race.id } });
