/** The requests for entrants: lists and their previews, one entrant by hand, and the changes that can be undone. */
import { queryOptions } from '@tanstack/react-query';
import { type Answer, get, refused, send } from '@/api';
import { deskCore, type Entrant, type EntrantForm as PartialForm } from '@/core';
import { listKind } from '@/ui/ListPick';
import { at, type TimedRace } from './api';

/** What a list changed, or would change. */
export type ListOutcome = Answer<'put', 'timing/{RaceName}/entrants'>;

/** A line of a list, and what becomes of it. */
export type ListLine = ListOutcome['lines'][number];

/** Which lines of a preview are shown. */
export type ShowLines = NonNullable<ListOutcome['warnings'][number]['show']>;

/** The changes of a race's entrants. */
export type EntrantHistory = Answer<'get', 'timing/{RaceName}/entrantChanges'>;

/** A list of entrants as a person chose, pasted or typed it, and what they said about it. */
export interface SentList {
  list: Blob;
  /** A name by whose ending the server knows what kind of file it is. */
  name: string;
  /** What the columns are, in their order; undefined while nobody has said it. */
  columns?: readonly string[] | undefined;
  dates?: 'monthFirst' | 'dayFirst' | undefined;
}

/** The list that a person is working on. */
export interface ChosenList {
  /** What is typed or pasted into the field. */
  typed: string;
  /** The list whose dry run is shown. */
  sent?: SentList;
  /** What the dry run returned. */
  outcome?: ListOutcome;
}

/** The form of one entrant: every field as text. */
export type EntrantForm = Required<PartialForm>;

/** Returns the form with an entrant's values; the core fills every field. */
export const formOf = (entrant: Entrant) => deskCore().entrantForm(entrant) as EntrantForm;

/** How many rows are fetched at once. */
export const PAGE_ROWS = 100;

/** Sends a list: a dry run returns what it would change; with the `version` of a dry run exactly that is changed. */
export const putList = (race: TimedRace, input: SentList & { dryRun: boolean; version?: string | undefined }) =>
  send('put', 'timing/{RaceName}/entrants', {
    body: input.list,
    headers: { 'content-type': listKind(input.name) },
    timeout: 60_000,
    path: { RaceName: race.name },
    query: {
      id: race.id,
      columns: input.columns?.join(','),
      dates: input.dates,
      version: input.version,
      name: input.list instanceof File ? input.name : undefined,
      ...(input.dryRun ? { dryRun: true } : {}),
    },
  });

/** Which lines of a list's dry run are asked for. */
export interface LinesAsked {
  show: ShowLines;
  search: string;
  page: number;
}

/** A page of the lines of a list's dry run, whose answer has the first ones. */
export const linesQuery = (race: TimedRace, outcome: ListOutcome, { show, search, page }: LinesAsked) => {
  const preview = outcome.preview ?? '';
  return queryOptions({
    queryKey: ['listPreview', preview, show, search, page],
    queryFn: ({ signal }) =>
      get('timing/{RaceName}/listPreviews/{id}', {
        signal,
        timeout: 60_000,
        path: { RaceName: race.name, id: preview },
        query: { id: race.id, show, q: search, offset: page * PAGE_ROWS, limit: PAGE_ROWS },
      }),
    initialData: show === 'all' && search === '' ? answeredLines(outcome, page) : undefined,
    networkMode: 'always',
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
};

/** How many lines a list has. */
export const lineCount = ({ added, changed, unchanged, refused }: ListOutcome) => added + changed + unchanged + refused;

/** A page of all lines, if the answer to the dry run has the whole page. */
function answeredLines(
  outcome: ListOutcome,
  page: number,
): Answer<'get', 'timing/{RaceName}/listPreviews/{id}'> | undefined {
  const total = lineCount(outcome);
  const end = Math.min(total, (page + 1) * PAGE_ROWS);
  if (outcome.lines.length < end) return undefined;
  return { total, lines: outcome.lines.slice(page * PAGE_ROWS, end) };
}

/** A page of the entrants that fit a search. */
export const searchQuery = (race: TimedRace, q: string, page: number) =>
  queryOptions({
    queryKey: ['timing', race.name, 'entrantSearch', q, page],
    queryFn: ({ signal }) =>
      get('timing/{RaceName}/entrantSearch', {
        signal,
        path: { RaceName: race.name },
        query: { id: race.id, q, offset: page * PAGE_ROWS, limit: PAGE_ROWS },
      }),
    networkMode: 'always',
    retry: false,
  });

/** The changes of a race's entrants. */
export const historyQuery = (race: TimedRace) =>
  queryOptions({
    queryKey: ['timing', race.name, 'entrantChanges'],
    queryFn: ({ signal }) => get('timing/{RaceName}/entrantChanges', { signal, ...at(race) }),
    networkMode: 'always',
    retry: false,
  });

/** Adds an entrant. */
export const postEntrant = (race: TimedRace, form: EntrantForm) =>
  send('post', 'timing/{RaceName}/entrants', { json: form, ...at(race) });

/** Changes an entrant; rejected when it is not as in `before` any more. */
export const putEntrant = (race: TimedRace, edit: { before: EntrantForm; after: EntrantForm }) =>
  send('put', 'timing/{RaceName}/entrants/{bib}', {
    json: edit,
    path: { RaceName: race.name, bib: edit.before.bib },
    query: { id: race.id },
  });

/** Returns the entrant as another user has changed it meanwhile, if that is why a change was rejected. */
export const entrantNow = (error: unknown): Entrant | undefined =>
  refused<'put', 'timing/{RaceName}/entrants/{bib}'>(error, 'ENTRANT_CHANGED')?.entrant;

/** Withdraws an entrant. */
export const deleteEntrant = (race: TimedRace, bib: string) =>
  send('delete', 'timing/{RaceName}/entrants/{bib}', { path: { RaceName: race.name, bib }, query: { id: race.id } });

/** Undoes a change; a dry run returns what would be undone. */
export const postUndo = (race: TimedRace, input: { change: string; dryRun: boolean }) =>
  send('post', 'timing/{RaceName}/entrantChanges/{id}/undo', {
    json: {},
    path: { RaceName: race.name, id: input.change },
    query: { id: race.id, ...(input.dryRun ? { dryRun: true } : {}) },
  });

/** The address of a file of the race's entrants, for a link that downloads it. */
export function fileAddress(race: TimedRace, ...path: string[]): string {
  const query = race.id === undefined ? '' : `?${new URLSearchParams({ id: race.id })}`;
  return `/api/timing/${[race.name, ...path].map(encodeURIComponent).join('/')}${query}`;
}
