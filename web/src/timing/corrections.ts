/** The requests about corrections and runners, and what this browser did last. */
import { keepPreviousData, type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { create } from 'zustand';
import { type Answer, get, type Schemas, send } from '@/api';
import type { Asked as Complete } from '@/core';
import { deskInterval, type TimedRace } from './api';

/** A correction in a list. */
export type Correction = Schemas['CorrectionEntry'];
/** A correction, before a person has said why. */
export type Asked = Omit<Complete, 'reason'>;
/** A runner's page. */
export type Runner = Answer<'get', 'timing/{RaceName}/runners/{bib}'>;
/** A runner in a list. */
export type RunnerLine = Schemas['RunnerLine'];

/** A list of what a person has to look at. */
export type CheckList = NonNullable<
  NonNullable<NonNullable<Parameters<typeof get<'timing/{RaceName}/checks'>>[1]>['query']>['list']
>;
/** A runner whose time a person has to look at. */
export type Check = Schemas['Check'];
/** A chip that nobody has. */
export type UnknownTag = Schemas['UnknownTag'];

type Lists = NonNullable<NonNullable<Parameters<typeof get<'timing/{RaceName}/runners'>>[1]>['query']>;
/** Which runners a list has, and their order. */
export type ListQuery = Pick<Lists, 'list' | 'order' | 'contest' | 'point' | 'search'>;

/** How many rows one request of a list asks for. */
export const LIST_PAGE = 50;

const at = ({ name, id }: TimedRace) => ({ path: { RaceName: name }, query: { id } });

/** A runner's page by bib, or by a chip that nobody has. */
export const runnerQuery = (race: TimedRace, bib: string, polls = false) =>
  queryOptions({
    queryKey: ['timing', race.name, 'runner', bib],
    queryFn: ({ signal }) =>
      get('timing/{RaceName}/runners/{bib}', { signal, path: { RaceName: race.name, bib }, query: { id: race.id } }),
    enabled: bib !== '',
    refetchInterval: polls ? deskInterval : (false as const),
    networkMode: 'always',
    retry: false,
  });

/** One part of a list of runners. */
export const getRunners = (
  race: TimedRace,
  asked: ListQuery & Pick<Lists, 'offset' | 'count' | 'bibs'>,
  signal?: AbortSignal,
) => get('timing/{RaceName}/runners', { signal, path: { RaceName: race.name }, query: { id: race.id, ...asked } });

/** How every list is asked for. A part has its number as the last element of its key, as `PagedList` expects it. */
const LISTED = { networkMode: 'always', retry: false } as const;

const window = (page: number) => ({ offset: page * LIST_PAGE, count: LIST_PAGE });

/** A part of a list of runners. */
export const runnersQuery = (race: TimedRace, asked: ListQuery, page: number) =>
  queryOptions({
    queryKey: ['timing', race.name, 'runners', asked, page],
    queryFn: ({ signal }) => getRunners(race, { ...asked, ...window(page) }, signal),
    ...LISTED,
  });

/** The bibs of a whole list of runners; fetched again with the list when `revision` is another one. */
export const bibsQuery = (race: TimedRace, asked: ListQuery, revision: string) =>
  queryOptions({
    queryKey: ['timing', race.name, 'bibs', asked, revision],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => (await getRunners(race, { ...asked, count: 0, bibs: true }, signal)).bibs ?? [],
    ...LISTED,
  });

/** A part of a list of what a person has to look at. */
export const checksQuery = (race: TimedRace, list: CheckList, search: string, page: number) =>
  queryOptions({
    queryKey: ['timing', race.name, 'checks', list, search, page],
    queryFn: ({ signal }) =>
      get('timing/{RaceName}/checks', {
        signal,
        path: { RaceName: race.name },
        query: { id: race.id, list, search, ...window(page) },
      }),
    ...LISTED,
  });

/** A part of the chips that nobody has. */
export const unknownTagsQuery = (race: TimedRace, search: string, page: number) =>
  queryOptions({
    queryKey: ['timing', race.name, 'unknownTags', search, page],
    queryFn: ({ signal }) =>
      get('timing/{RaceName}/unknownTags', {
        signal,
        path: { RaceName: race.name },
        query: { id: race.id, search, ...window(page) },
      }),
    ...LISTED,
  });

/** A part of the corrections of the run, the newest first. */
export const correctionsQuery = (race: TimedRace, search: string, page: number) =>
  queryOptions({
    queryKey: ['timing', race.name, 'corrections', search, page],
    queryFn: ({ signal }) =>
      get('timing/{RaceName}/corrections', {
        signal,
        path: { RaceName: race.name },
        query: { id: race.id, search, ...window(page) },
      }),
    ...LISTED,
  });

/** What a correction changes besides the lists of the desk, which are fetched again when the desk shows it. */
const CORRECTED = new Set<unknown>(['runner', 'search']);

/**
 * Fetches the desk again after a correction, and the runner that is open. Nothing else: the marks, the entrants and the timers' doors
 * are as before, and some of these requests read all entrants.
 */
export function refetchCorrected(client: QueryClient, race: TimedRace): void {
  void client.invalidateQueries({
    queryKey: ['timing', race.name],
    predicate: ({ queryKey }) => queryKey.length === 2 || CORRECTED.has(queryKey[2]),
  });
}

/** Sends a correction; one with the same `key` is stored once. */
export const postCorrection = (race: TimedRace, asked: Complete, key?: string) =>
  send('post', 'timing/{RaceName}/corrections', { json: key ? { ...asked, key } : asked, ...at(race) });

/** Takes back a correction. */
export const deleteCorrection = (race: TimedRace, id: number) =>
  send('delete', 'timing/{RaceName}/corrections/{id}', {
    path: { RaceName: race.name, id },
    query: { id: race.id },
  });

/** A change that this browser made. */
export interface Change {
  id: number;
  text: string;
  name?: string | undefined;
}

/** What this browser did. */
interface Changes {
  /** Shown with Undo. */
  last: Change | undefined;
  /** The numbers of all its corrections. */
  own: ReadonlySet<number>;
  /** How many entries at the line are on their way. */
  sending: number;
}

/** The changes of this browser. */
export const useChanges = create<Changes>()(() => ({ last: undefined, own: new Set(), sending: 0 }));

/** Records a change of this browser. One that is not shown has its own Undo; what was shown before is not the last one any more. */
export function noteChange(change: Change, shown = true): void {
  useChanges.setState(({ own }) => ({ last: shown ? change : undefined, own: new Set(own).add(change.id) }));
}

/** The key of the mutations below: while one runs, a new correction in the desk's answer may be this browser's own. */
export const CORRECTING = ['timing', 'correct'];

/** Sends corrections. */
export function useCorrect(race: TimedRace) {
  return useChange(race, (asked: Complete) => postCorrection(race, asked));
}

/** Takes back corrections. */
export function useUndo(race: TimedRace) {
  return useChange(race, (id: number) => deleteCorrection(race, id));
}

function useChange<Input>(race: TimedRace, change: (input: Input) => Promise<Change>) {
  const client = useQueryClient();
  return useMutation({
    mutationKey: CORRECTING,
    mutationFn: change,
    networkMode: 'always',
    onSuccess: (stored) => {
      noteChange(stored);
      // Not awaited: what follows the change, such as the focus, must not come later than its announcement.
      refetchCorrected(client, race);
    },
  });
}
