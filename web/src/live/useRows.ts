/** The rows of a list that are on the screen, asked from the board; nobody else's. */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { AsyncBoard, BoardQuery, BoardRow, CoursePoint } from '@/core';

/** A query without its window. */
export type RowQuery = Required<Pick<BoardQuery, 'list' | 'distance' | 'ageGroup' | 'gender' | 'search'>>;

/** A window of a list. */
export interface Rows {
  /** How many rows the query has in all; undefined until the first answer. */
  total: number | undefined;
  /** The core's words for an empty list. */
  empty: string;
  /** The first row held. */
  from: number;
  held: readonly BoardRow[];
  /** Where the fitting runners are; see the core's BoardPage. */
  course: readonly CoursePoint[];
  /** The query was changed and its first rows are on their way. */
  loading: boolean;
}

/** Rows asked for beyond the screen on either side. */
const MARGIN = 15;
const FIRST = 30;

const NOTHING: Rows = { total: undefined, empty: '', from: 0, held: [], course: [], loading: true };

/**
 * Follows a list. `version` is the field's; when it changes, the rows on screen are asked anew and those that are equal stay
 * the same objects, so that only what changed is drawn. `show(top, bottom)` tells what is on screen. `first` rows are asked for before
 * anything is shown.
 */
export function useRows(board: AsyncBoard | undefined, version: string | undefined, query: RowQuery, first = FIRST) {
  const [rows, setRows] = useState<Rows>(NOTHING);
  const wanted = useRef({ from: 0, to: first });
  const turn = useRef(0);
  const { list, distance, ageGroup, gender, search } = query;

  const ask = useCallback(async () => {
    if (!board || version === undefined) return;
    turn.current += 1;
    const mine = turn.current;
    const { from, to } = wanted.current;
    const page = await board
      .query({ list, distance, ageGroup, gender, search, from, count: to - from })
      // The board was closed meanwhile: another one follows.
      .catch(() => undefined);
    if (!page || mine !== turn.current) return;
    setRows((before) => {
      const held = reuse(before.held, page.rows);
      const course = same(before.course, page.course) ? before.course : page.course;
      if (
        held === before.held &&
        course === before.course &&
        !before.loading &&
        before.total === page.total &&
        before.from === from &&
        before.empty === page.empty
      )
        return before;
      return { total: page.total, empty: page.empty, from, held, course, loading: false };
    });
  }, [board, version, list, distance, ageGroup, gender, search]);

  // Another query begins at its top. Its old rows stay until the new ones come.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the query's parts are what makes it another one.
  useEffect(() => {
    wanted.current = { from: 0, to: first };
    setRows((before) => (before.loading ? before : { ...before, loading: true }));
  }, [board, list, distance, ageGroup, gender, search]);

  useEffect(() => void ask(), [ask]);

  const show = useCallback(
    (top: number, bottom: number) => {
      const held = wanted.current;
      if (top >= held.from && bottom < held.to) return;
      wanted.current = { from: Math.max(0, top - MARGIN), to: bottom + 1 + MARGIN };
      void ask();
    },
    [ask],
  );

  return { rows, show };
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** The new rows, with the old objects in place of those that are equal; the old list itself when all are. */
function reuse(before: readonly BoardRow[], now: readonly BoardRow[]): readonly BoardRow[] {
  const byBib = new Map(before.map((row) => [row.bib, row]));
  const held = now.map((row) => {
    const old = byBib.get(row.bib);
    return old && same(old, row) ? old : row;
  });
  const all = held.length === before.length && held.every((row, i) => row === before[i]);
  return all ? before : held;
}
