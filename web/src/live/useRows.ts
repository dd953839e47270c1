/** The visible rows of a list, and only those, queried from the board. */
import { startTransition, useCallback, useEffect, useRef, useState } from 'react';
import type { AsyncBoard, BoardQuery, BoardRow, CoursePoint } from '@/core';

/** A query without the range of rows. */
export type RowQuery = Required<
  Pick<BoardQuery, 'list' | 'distance' | 'ageGroup' | 'gender' | 'wave' | 'team' | 'search'>
>;

/** The loaded part of a list. */
export interface Rows {
  /** How many rows the query has in all; undefined until the first result. */
  total: number | undefined;
  /** How many of them the heading counts, and the core's text about the others. */
  counted: number;
  rest: string;
  /** The core's text for an empty list. */
  empty: string;
  /** The core's text about rows of all distances; empty when they are those of the chosen one. */
  everywhere: string;
  /** The index of the first loaded row. */
  from: number;
  loaded: readonly BoardRow[];
  /** How many of the query's runners are at each point; see the core's BoardPage. */
  course: readonly CoursePoint[];
  /** The query was changed and its first rows are not loaded yet. */
  loading: boolean;
}

/** How many rows are queried above and below the visible ones. */
const MARGIN = 15;
/** How many rows are queried before the list's height is known. */
const FIRST = 30;

const NO_ROWS: Rows = {
  total: undefined,
  counted: 0,
  rest: '',
  empty: '',
  everywhere: '',
  from: 0,
  loaded: [],
  course: [],
  loading: true,
};

/**
 * Loads the visible rows of a list. When `version`, the field's, changes, they are queried again; rows that are equal stay the same
 * objects, so that only changed rows are rendered. `show(top, bottom)` sets the indices of the visible rows. Until its first call, the
 * first `first` rows are loaded.
 */
export function useRows(board: AsyncBoard | undefined, version: string | undefined, query: RowQuery, first = FIRST) {
  const [rows, setRows] = useState<Rows>(NO_ROWS);
  const range = useRef({ from: 0, to: first });
  const lastRequest = useRef(0);
  const { list, distance, ageGroup, gender, wave, team, search } = query;

  const fetchRows = useCallback(async () => {
    if (!board || version === undefined) return;
    lastRequest.current += 1;
    const request = lastRequest.current;
    const { from, to } = range.current;
    const page = await board
      .query({ list, distance, ageGroup, gender, wave, team, search, from, count: to - from })
      // The board was closed meanwhile; the next board starts this again.
      .catch(() => undefined);
    if (!page || request !== lastRequest.current) return;
    // In small steps, between which the page reacts to input.
    startTransition(() =>
      setRows((before) => {
        const loaded = reuse(before.loaded, page.rows);
        const course = same(before.course, page.course) ? before.course : page.course;
        const { total, counted, rest, empty, everywhere } = page;
        const now: Rows = { total, counted, rest, empty, everywhere, from, loaded, course, loading: false };
        return (Object.keys(now) as (keyof Rows)[]).every((key) => now[key] === before[key]) ? before : now;
      }),
    );
  }, [board, version, list, distance, ageGroup, gender, wave, team, search]);

  // The result of another query is shown from its top. The old rows stay until the new ones are loaded.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a query is another one when one of its parts differs.
  useEffect(() => {
    range.current = { from: 0, to: first };
    setRows((before) => (before.loading ? before : { ...before, loading: true }));
  }, [board, list, distance, ageGroup, gender, wave, team, search]);

  useEffect(() => void fetchRows(), [fetchRows]);

  const show = useCallback(
    (top: number, bottom: number) => {
      const { from, to } = range.current;
      if (top >= from && bottom < to) return;
      range.current = { from: Math.max(0, top - MARGIN), to: bottom + 1 + MARGIN };
      void fetchRows();
    },
    [fetchRows],
  );

  return { rows, show };
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** Returns the new rows, each replaced by the old object if that is equal; the old list itself if all are. */
function reuse(before: readonly BoardRow[], now: readonly BoardRow[]): readonly BoardRow[] {
  const byBib = new Map(before.map((row) => [row.bib, row]));
  const rows = now.map((row) => {
    const old = byBib.get(row.bib);
    return old && same(old, row) ? old : row;
  });
  const all = rows.length === before.length && rows.every((row, i) => row === before[i]);
  return all ? before : rows;
}
