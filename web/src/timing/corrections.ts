/** The requests about corrections and runners, and what this browser did last. */
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { create } from 'zustand';
import { type Answer, get, type Schemas, send } from '@/api';
import type { Asked as Complete } from '@/core';
import { DESK_POLL_MS, type TimedRace } from './api';

/** A correction in a list. */
export type Correction = Schemas['CorrectionEntry'];
/** A correction, before a person has said why. */
export type Asked = Omit<Complete, 'reason'>;
/** A runner's page. */
export type Runner = Answer<'get', 'timing/{RaceName}/runners/{bib}'>;
/** A runner in a list. */
export type RunnerLine = Schemas['RunnerLine'];

type Lists = NonNullable<NonNullable<Parameters<typeof get<'timing/{RaceName}/runners'>>[1]>['query']>;
/** Which runners a list has, and their order. */
export type ListQuery = Pick<Lists, 'list' | 'order' | 'contest' | 'point' | 'search'>;

/** How many runners one request of a list on the screen asks for. */
export const LIST_PAGE = 50;

const at = ({ name, id }: TimedRace) => ({ path: { RaceName: name }, query: { id } });

/** A runner's page by bib, or by a chip that nobody has. */
export const runnerQuery = (race: TimedRace, bib: string, polls = false) =>
  queryOptions({
    queryKey: ['timing', race.name, 'runner', bib],
    queryFn: ({ signal }) =>
      get('timing/{RaceName}/runners/{bib}', { signal, path: { RaceName: race.name, bib }, query: { id: race.id } }),
    enabled: bib !== '',
    refetchInterval: polls ? DESK_POLL_MS : (false as const),
    networkMode: 'always',
    retry: false,
  });

/** One part of a list of runners. */
export const getRunners = (
  race: TimedRace,
  asked: ListQuery & Pick<Lists, 'offset' | 'count' | 'bibs'>,
  signal?: AbortSignal,
) => get('timing/{RaceName}/runners', { signal, path: { RaceName: race.name }, query: { id: race.id, ...asked } });

/** A list of runners in parts of {@link LIST_PAGE}; with `bibs` the first part has the bibs of the whole list. */
export const runnersQuery = (race: TimedRace, asked: ListQuery, { bibs = false, enabled = true } = {}) =>
  infiniteQueryOptions({
    queryKey: ['timing', race.name, 'runners', asked, bibs],
    queryFn: ({ signal, pageParam }) =>
      getRunners(race, { ...asked, offset: pageParam, count: LIST_PAGE, bibs: bibs && pageParam === 0 }, signal),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const shown = pages.reduce((sum, page) => sum + page.runners.length, 0);
      return last.runners.length > 0 && shown < last.total ? shown : undefined;
    },
    enabled,
    networkMode: 'always',
    retry: false,
  });

/** All corrections of the run, the newest first; fetched again when `latest`, the number of the newest, changes. */
export const correctionsQuery = (race: TimedRace, latest: number) =>
  infiniteQueryOptions({
    queryKey: ['timing', race.name, 'corrections', latest],
    queryFn: ({ signal, pageParam }) =>
      get('timing/{RaceName}/corrections', {
        signal,
        path: { RaceName: race.name },
        query: { id: race.id, ...(pageParam === undefined ? {} : { before: pageParam }) },
      }),
    initialPageParam: undefined as number | undefined,
    placeholderData: keepPreviousData,
    getNextPageParam: (last) => (last.more ? last.corrections.at(-1)?.id : undefined),
    networkMode: 'always',
    retry: false,
  });

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

/** Records a change of this browser. */
export function noteChange(change: Change, shown = true): void {
  useChanges.setState(({ last, own }) => ({ last: shown ? change : last, own: new Set(own).add(change.id) }));
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
      void client.invalidateQueries({ queryKey: ['timing', race.name] });
    },
  });
}
