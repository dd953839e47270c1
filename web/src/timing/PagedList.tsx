import { type UseQueryOptions, useQueries } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Virtualizer, type VirtualizerHandle } from 'virtua';
import { callFailure } from '@/api';
import { CallNotice, DelayedSkeleton, Skeleton } from '@/ui';
import { PAGE_ROWS } from './entrantsApi';

/** Some rows of a list, and how many the whole list has. */
interface Page<Row> {
  total: number;
  rows: readonly Row[];
}

/**
 * A list of any length: only the visible rows are rendered, and only their pages are fetched. The region scrolls with the keyboard, too.
 */
export function PagedList<Answer, Row>({
  label,
  listKey,
  page,
  read,
  row,
  rowHeight,
  empty,
}: {
  /** The list's name for screen readers. */
  label: string;
  /** Another one is another list, which is shown from its top. */
  listKey: string;
  /** The query of a page. */
  page: (number: number) => UseQueryOptions<Answer, Error, Answer, never>;
  read: (answer: Answer) => Page<Row>;
  row: (row: Row) => ReactNode;
  /** The usual height of a row, in pixels; rows may be higher. */
  rowHeight: number;
  empty: ReactNode;
}) {
  const scroller = useRef<HTMLElement>(null);
  const virtual = useRef<VirtualizerHandle>(null);
  const [visible, setVisible] = useState({ from: 0, to: 0 });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list begins at its top.
  useEffect(() => {
    // biome-ignore lint/nursery/useReactCompiler: the effect scrolls the list's element, too.
    setVisible({ from: 0, to: 0 });
    scroller.current?.scrollTo({ top: 0 });
  }, [listKey]);

  // The first page is always there: it has the total.
  const numbers = [...new Set([0, ...range(visible.from, visible.to)])];
  const answers = useQueries({ queries: numbers.map((number) => page(number)) as never }) as {
    data?: Answer;
    error: Error | null;
    refetch: () => void;
  }[];
  const pages = new Map(numbers.map((number, at) => [number, answers[at]?.data]));
  const failed = answers.find((answer) => answer.error);
  const first = pages.get(0);
  if (failed) return <CallNotice {...callFailure(failed.error)} onRetry={() => failed.refetch()} />;
  if (first === undefined) {
    return (
      <DelayedSkeleton label="Loading">
        <Skeleton className="h-32" />
      </DelayedSkeleton>
    );
  }
  const { total } = read(first);
  if (total === 0) return empty;
  const requestVisible = () => {
    const handle = virtual.current;
    if (!handle) return;
    const top = handle.scrollOffset;
    const from = Math.floor(handle.findItemIndex(top) / PAGE_ROWS);
    const to = Math.floor(handle.findItemIndex(top + Math.max(handle.viewportSize, 1)) / PAGE_ROWS);
    setVisible((before) => (before.from === from && before.to === to ? before : { from, to }));
  };
  return (
    <section
      ref={scroller}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
      tabIndex={0}
      className="relative max-h-[min(500px,72dvh)] overflow-y-auto overscroll-contain rounded-control border border-control bg-card"
    >
      <Virtualizer
        as="ul"
        item="li"
        ref={virtual}
        scrollRef={scroller}
        data={{ length: total } as ArrayLike<undefined>}
        itemSize={rowHeight}
        onScroll={requestVisible}
        onResize={requestVisible}
      >
        {(_, index) => {
          const number = Math.floor(index / PAGE_ROWS);
          const answer = pages.get(number);
          const found = answer === undefined ? undefined : read(answer).rows[index % PAGE_ROWS];
          return (
            <div key={index} className="border-b border-rule px-4 py-2" style={{ minHeight: rowHeight }}>
              {found === undefined ? <Skeleton className="h-6 w-1/2" /> : row(found)}
            </div>
          );
        }}
      </Virtualizer>
    </section>
  );
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);
