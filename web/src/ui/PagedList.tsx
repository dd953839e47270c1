import { type UseQueryOptions, useQueries, useQueryClient } from '@tanstack/react-query';
import { type FocusEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Virtualizer, type VirtualizerHandle } from 'virtua';
import { type CallFailure, CallNotice } from './CallNotice';
import { DelayedSkeleton, Skeleton } from './Skeleton';

/** Some rows of a list, and how many the whole list has. */
interface Page<Row> {
  total: number;
  rows: readonly Row[];
}

/** The props of {@link PagedList}. */
export interface PagedListProps<Answer, Row> {
  /** The list's name for screen readers. */
  label: string;
  /** Another one is another list, which is shown from its top. */
  listKey: string;
  /** Another one means that the list may have changed: its visible pages are fetched again, and shown as they were until then. */
  revision?: string;
  /** How many rows a page has. */
  pageRows: number;
  /** The query of a page. The last element of its key is the page's number, the others are the list's. */
  page: (number: number) => UseQueryOptions<Answer, Error, Answer, never>;
  read: (answer: Answer) => Page<Row>;
  /** Tells a row from the others, so that an open form stays at its row when rows before it leave the list. */
  rowKey: (row: Row) => string;
  row: (row: Row) => ReactNode;
  /** The usual height of a row, in pixels; rows may be higher. */
  rowHeight: number;
  empty: ReactNode;
  /** The message for a failed request. */
  failure: (error: unknown) => CallFailure;
  /** The number of rows in words, shown above the list and announced. */
  count?: ((total: number) => string) | undefined;
}

/**
 * A list of any length: only the visible rows are rendered, and only their pages are fetched. The region scrolls with the keyboard, too.
 * The row that has the focus stays when it is scrolled out of view.
 */
export function PagedList<Answer, Row>({
  label,
  listKey,
  revision = '',
  pageRows,
  page,
  read,
  rowKey,
  row,
  rowHeight,
  empty,
  failure,
  count,
}: PagedListProps<Answer, Row>) {
  const scroller = useRef<HTMLElement>(null);
  const virtual = useRef<VirtualizerHandle>(null);
  const [visible, setVisible] = useState({ from: 0, to: 0 });
  const [focused, setFocused] = useState<{ index: number; key: string | undefined }>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list begins at its top.
  useEffect(() => {
    setVisible({ from: 0, to: 0 });
    scroller.current?.scrollTo({ top: 0 });
  }, [listKey]);

  const client = useQueryClient();
  const fetched = useRef(revision);
  const list = (page(0).queryKey as readonly unknown[]).slice(0, -1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another revision is a reason to fetch a list again.
  useEffect(() => {
    if (fetched.current === revision) return;
    fetched.current = revision;
    void client.invalidateQueries({ queryKey: list });
  }, [revision]);

  const pageOf = (index: number) => Math.floor(index / pageRows);
  const wanted = [0, ...range(visible.from, visible.to), ...(focused ? [pageOf(focused.index)] : [])];
  // The first page is always there: it has the total.
  const numbers = [...new Set(wanted)];
  const answers = useQueries({ queries: numbers.map((number) => page(number)) as never }) as {
    data?: Answer;
    error: Error | null;
    refetch: () => void;
  }[];
  const pages = new Map(
    numbers.map((number, at) => {
      const answer = answers[at]?.data;
      return [number, answer === undefined ? undefined : read(answer)];
    }),
  );
  const failed = answers.find((answer) => answer.error);
  const notice = failed && <CallNotice {...failure(failed.error)} onRetry={() => failed.refetch()} />;
  const first = pages.get(0);
  if (first === undefined) {
    return (
      notice ?? (
        <DelayedSkeleton label="Loading">
          <Skeleton className="h-32" />
        </DelayedSkeleton>
      )
    );
  }
  const { total } = first;
  const rowAt = (index: number) => pages.get(pageOf(index))?.rows[index % pageRows];
  const keyAt = (index: number) => {
    const found = rowAt(index);
    return found === undefined ? undefined : rowKey(found);
  };
  // The row with the focus may be at another place by now.
  const kept = focused && indexOf(focused, numbers, pageRows, keyAt);
  const requestVisible = () => {
    const handle = virtual.current;
    if (!handle) return;
    const top = handle.scrollOffset;
    const from = pageOf(handle.findItemIndex(top));
    const to = pageOf(handle.findItemIndex(top + Math.max(handle.viewportSize, 1)));
    setVisible((before) => (before.from === from && before.to === to ? before : { from, to }));
  };
  const focus = (event: FocusEvent) => {
    const index = Number((event.target as HTMLElement).closest<HTMLElement>('[data-row]')?.dataset.row ?? Number.NaN);
    setFocused(Number.isNaN(index) ? undefined : { index, key: keyAt(index) });
  };
  return (
    <div className="flex w-full flex-col gap-3">
      {notice}
      {count && (
        <p role="status" className="label">
          {count(total)}
        </p>
      )}
      {total === 0 ? (
        empty
      ) : (
        <section
          ref={scroller}
          aria-label={label}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
          tabIndex={0}
          onFocus={focus}
          onBlur={() => setFocused(undefined)}
          className="relative max-h-[min(500px,72dvh)] overflow-y-auto overscroll-contain rounded-control border border-control bg-card"
        >
          <Virtualizer
            as="ul"
            item="li"
            ref={virtual}
            scrollRef={scroller}
            data={{ length: total } as ArrayLike<undefined>}
            itemSize={rowHeight}
            keepMounted={kept === undefined ? [] : [kept]}
            onScroll={requestVisible}
            onResize={requestVisible}
          >
            {(_, index) => {
              const found = rowAt(index);
              return (
                <div
                  key={keyAt(index) ?? index}
                  data-row={index}
                  className="border-b border-rule px-4 py-2"
                  style={{ minHeight: rowHeight }}
                >
                  {found === undefined ? <Skeleton className="h-6 w-1/2" /> : row(found)}
                </div>
              );
            }}
          </Virtualizer>
        </section>
      )}
    </div>
  );
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);

/** Where a row is now: at its index as before, or elsewhere on these pages. */
function indexOf(
  row: { index: number; key: string | undefined },
  pages: readonly number[],
  pageRows: number,
  keyAt: (index: number) => string | undefined,
): number {
  if (row.key === undefined || keyAt(row.index) === row.key) return row.index;
  const indexes = pages.flatMap((page) => range(page * pageRows, (page + 1) * pageRows - 1));
  return indexes.find((index) => keyAt(index) === row.key) ?? row.index;
}
