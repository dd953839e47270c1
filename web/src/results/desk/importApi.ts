/** The requests of the import of past results. */
import { queryOptions } from '@tanstack/react-query';
import { type Answer, get, send } from '@/api';
import type { AskedContest } from '@/core';
import type { DateOrder } from '@/ui/ColumnMapping';
import { listKind } from '@/ui/ListPick';

/** What a file became, or would become. */
export type ImportOutcome = Answer<'post', 'results/import'>;

/** A line of a file, and what becomes of it. */
export type ImportLine = ImportOutcome['firstLines'][number];

/** Which lines are shown. */
export type ImportShow = ImportLine['kind'];

/** What becomes of the published runners who are not in a file. */
export type Others = 'stay' | 'takenOut';

/** A file of past results as a person chose or pasted it, and what they said about it. */
export interface SentResults {
  file: Blob;
  /** A name by whose ending its kind is known. */
  name: string;
  contest: Required<AskedContest>;
  /** What the columns are, in their order; undefined while nobody has said it. */
  columns?: readonly string[] | undefined;
  dates?: DateOrder;
  /** Which of the file's contests it is. */
  only?: string | undefined;
  /** What becomes of the published runners who are not in the file. */
  others?: Others | undefined;
}

/** How many lines are fetched at once. */
export const PAGE_ROWS = 100;

/** Sends a file: a dry run returns what would become of it; with the `version` of a dry run exactly that is imported. */
export const sendResults = (
  race: string,
  { file, name, contest, columns, dates, only, others }: SentResults,
  said: { dryRun: true } | { version: string; reason: string; despiteTimed: boolean; others?: Others },
  signal?: AbortSignal,
) =>
  send('post', 'results/import', {
    ...(signal ? { signal } : {}),
    // The description has a file's text form only.
    body: file as unknown as string,
    headers: { 'content-type': listKind(name) },
    timeout: 120_000,
    query: { race, ...contest, columns: columns?.join(','), dates, only, others, ...said },
  });

/** A page of the lines of a file's dry run, whose answer has the first ones. */
export const linesQuery = (
  race: string,
  { preview, firstLines, lines }: ImportOutcome,
  { show, search, page }: { show: ImportShow; search: string; page: number },
) =>
  queryOptions({
    queryKey: ['own', 'importLines', preview, show, search, page],
    queryFn: ({ signal }) =>
      get('results/import/{id}', {
        signal,
        timeout: 60_000,
        path: { id: preview ?? '' },
        query: { race, show, q: search, offset: page * PAGE_ROWS, limit: PAGE_ROWS },
      }),
    initialData:
      show === 'all' && search === '' && page === 0 && firstLines.length >= Math.min(lines, PAGE_ROWS)
        ? { total: lines, lines: firstLines }
        : undefined,
    networkMode: 'always',
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Where the refused lines of a file's dry run are downloaded. */
export const refusedAddress = (race: string, preview: string) =>
  `/api/results/import/${encodeURIComponent(preview)}/refused.csv?${new URLSearchParams({ race })}`;
