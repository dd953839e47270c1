import { createContext, type KeyboardEvent, type Ref, useContext, useEffect, useId, useRef, useState } from 'react';
import { type CustomItemComponentProps, Virtualizer, type VirtualizerHandle } from 'virtua';
import { type AsyncBoard, core } from '@/core';
import { DelayedSkeleton, EmptyState, Skeleton } from '@/ui';
import type { Follow } from './follow/useFollow';
import { ROW_HEIGHT, RunnerRow } from './RunnerRow';
import { dropServerRunners, type Failure, hasServerRunners, ServerRunners, takeReadRow } from './ServerRunners';
import { type RowQuery, useRows } from './useRows';
import { useRunnerLink } from './useRunnerLink';

/** What is known of a list once its rows are loaded. */
export interface Found {
  total: number;
  /** Why the rows are those of all distances, if they are. */
  everywhere: string;
}

/**
 * How many rows are rendered with the list itself: those that fill it, and two below. Without them all would be rendered at once, and
 * synchronously, when the browser has measured the list.
 */
const FIRST_ROWS = 8;

/**
 * One of the two lists: at most 500 px high (SPEC §2), only its visible rows rendered. It is one stop in the tab order; the arrow keys,
 * Page Up and Down, Home and End move the focus inside it.
 */
export function RunnerList({
  title,
  board,
  version,
  query,
  race,
  follow,
  isOtherFull = false,
  isServerSearch = false,
  failure,
  onFound,
}: {
  title: string;
  board: AsyncBoard | undefined;
  version: string | undefined;
  query: RowQuery;
  /** The race's name, for the address of a runner's details. */
  race: string;
  /** The followed runners; undefined where rows have no star. */
  follow?: Follow;
  /** Whether the other list has rows: then an empty one is a line, so that on a phone the other one is not below the screen. */
  isOtherFull?: boolean;
  /** Whether the rows that the server wrote into the page, which are shown until the board has answered, are those of this query. */
  isServerSearch?: boolean;
  /** Why there is no board that could answer, and what tries again; undefined while it is loaded and once it is. */
  failure?: Failure | undefined;
  /** Called with what is known of the list whenever it changes; with undefined while it is loaded. */
  onFound?: ((found: Found | undefined) => void) | undefined;
}) {
  const heading = useId();
  const { rows, show } = useRows(board, version, query);
  const link = useRunnerLink(race, query.search);
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useRef<VirtualizerHandle>(null);
  const [current, setCurrent] = useState(0);
  // Keys can be pressed faster than rows are rendered: a key moves from the row that the focus was last sent to, rendered or not.
  const focusTarget = useRef(0);
  const total = rows.total ?? 0;
  const known = rows.loading ? undefined : rows.total;
  const { everywhere } = rows;
  useEffect(
    () => onFound?.(known === undefined ? undefined : { total: known, everywhere }),
    [known, everywhere, onFound],
  );
  const { list } = query;
  useEffect(() => {
    if (known === undefined) return;
    dropServerRunners(list);
    const read = takeReadRow(list);
    if (!read || !isServerSearch) return;
    // The runner may be further down by now, or in the other list.
    const found = rows.loaded.findIndex((row) => row.bib === read.bib);
    const index = found >= 0 ? rows.from + found : Math.min(read.index, known - 1);
    virtual.current?.scrollToIndex(index, { align: 'start' });
    const top = scroller.current?.getBoundingClientRect().top;
    if (read.leads && top !== undefined) window.scrollBy({ top: top - read.top, behavior: 'instant' });
    if (!read.hasFocus) return;
    focusTarget.current = index;
    focusRow(scroller.current, index, () => focusTarget.current === index);
  }, [known, list, rows.loaded, rows.from, isServerSearch]);
  // Who is at a runner who leaves the list stays at the same place of it.
  const hasFocus = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only other rows can take the focus away.
  useEffect(() => {
    if (!hasFocus.current || total === 0 || document.activeElement !== document.body) return;
    const index = Math.min(focusTarget.current, total - 1);
    focusTarget.current = index;
    focusRow(scroller.current, index, () => focusTarget.current === index);
  }, [rows.loaded, total]);
  const reachable = Math.min(current, Math.max(0, total - 1));

  const requestVisible = () => {
    const handle = virtual.current;
    if (!handle) return;
    const top = handle.scrollOffset;
    show(handle.findItemIndex(top), handle.findItemIndex(top + Math.max(handle.viewportSize, 1)));
  };

  // The result of another query is shown from its top.
  const { distance, ageGroup, gender, wave, team, search } = query;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a query is another one when one of its parts differs.
  useEffect(() => {
    setCurrent(0);
    focusTarget.current = 0;
    scroller.current?.scrollTo({ top: 0 });
  }, [board, distance, ageGroup, gender, wave, team, search]);

  const move = (event: KeyboardEvent) => {
    const page = Math.max(1, Math.floor((virtual.current?.viewportSize ?? 0) / ROW_HEIGHT) - 1);
    const steps: Record<string, number> = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: page,
      PageUp: -page,
      Home: -total,
      End: total,
    };
    const step = steps[event.key];
    if (step === undefined || total === 0) return;
    event.preventDefault();
    const next = Math.max(0, Math.min(total - 1, focusTarget.current + step));
    focusTarget.current = next;
    setCurrent(next);
    virtual.current?.scrollToIndex(next, { align: 'nearest' });
    focusRow(scroller.current, next, () => focusTarget.current === next);
  };

  return (
    <section aria-labelledby={heading} className="flex min-w-0 flex-col">
      <div className="flex items-baseline justify-between gap-4 pb-3">
        <h2 id={heading} className="display text-lg sm:text-xl">
          {title}
        </h2>
        <p className="numerals min-h-[1lh] text-3xl text-ink">
          {rows.total !== undefined && (
            <>
              {core().countText(rows.counted)}
              <span className="sr-only"> in this list</span>
            </>
          )}
        </p>
      </div>
      {rows.rest && <p className="tabular -mt-2 pb-3 text-sm text-ink-2">{rows.rest}</p>}
      {rows.total === undefined && hasServerRunners(query.list, race) ? (
        <ServerRunners list={query.list} isOld={!isServerSearch} failure={failure} />
      ) : rows.total === undefined ? (
        <DelayedSkeleton label="Loading">
          <ListSkeleton />
        </DelayedSkeleton>
      ) : total === 0 && isOtherFull ? (
        <p className="text-ink-2">{rows.empty || title}</p>
      ) : total === 0 ? (
        <EmptyState title={`${rows.empty || title}`}>
          <EmptyHelp query={query} />
        </EmptyState>
      ) : (
        // biome-ignore lint/a11y/noStaticElementInteractions: the keys move the focus between the links inside the list.
        <div
          ref={scroller}
          onKeyDown={move}
          onFocus={(event) => {
            const index = Number((event.target as HTMLElement).dataset.row);
            if (!Number.isInteger(index)) return;
            focusTarget.current = index;
            setCurrent(index);
            hasFocus.current = true;
          }}
          // React tells of no blur for what it removes itself.
          onBlur={() => {
            hasFocus.current = false;
          }}
          className={`relative max-h-[min(500px,72dvh)] overflow-y-auto overscroll-contain rounded-control border border-control bg-card transition-opacity print:max-h-none ${rows.loading ? 'opacity-60' : ''}`}
        >
          <Total value={total}>
            <Virtualizer
              as="ul"
              item={Item}
              ref={virtual}
              scrollRef={scroller}
              data={{ length: total } as ArrayLike<undefined>}
              itemSize={ROW_HEIGHT}
              ssrCount={FIRST_ROWS}
              // The row with the focus stays mounted while the list is scrolled.
              keepMounted={total > 0 ? [reachable] : []}
              onScroll={requestVisible}
              onResize={requestVisible}
            >
              {(_, index) => {
                const row = rows.loaded[index - rows.from];
                return row ? (
                  <RunnerRow
                    key={row.bib}
                    row={row}
                    index={index}
                    reachable={index === reachable}
                    ranked={query.list === 'finished'}
                    link={link}
                    followed={follow?.bibs.includes(row.bib) ?? false}
                    onFollow={follow?.race === undefined ? undefined : follow.toggle}
                  />
                ) : (
                  <RowSkeleton key={`pending-${index}`} />
                );
              }}
            </Virtualizer>
          </Total>
        </div>
      )}
    </section>
  );
}

const Total = createContext(0);

/** A list item with its position in the whole list for screen readers, because most of the items are not rendered. */
function Item({ ref, style, index, children }: CustomItemComponentProps & { ref?: Ref<HTMLLIElement> }) {
  return (
    <li ref={ref} style={style} aria-setsize={useContext(Total)} aria-posinset={index + 1}>
      {children}
    </li>
  );
}

function EmptyHelp({ query }: { query: RowQuery }) {
  if (query.search) return <p>Nobody fits “{query.search}”. A bib number or a part of the name is enough.</p>;
  if (query.list === 'active') return <p>Runners appear here from the start line until they finish.</p>;
  return <p>Runners move here when they cross the finish line.</p>;
}

/**
 * Moves the focus to a row. It may not be rendered or loaded yet, so this is tried again for about a second while `isWanted`. The virtualizer
 * hides rows until it has measured them, also after it has scrolled, and a hidden element neither takes the focus nor keeps it: so the row gets
 * it again for some frames, unless somebody has moved it.
 */
function focusRow(box: HTMLElement | null, index: number, isWanted: () => boolean, tries = 60, hadFocus = false): void {
  const link = box?.querySelector<HTMLElement>(`[data-row="${index}"]`);
  const hasFocus = () => link !== null && document.activeElement === link;
  const isMoved = hadFocus && !hasFocus() && document.activeElement !== document.body;
  if (tries === 0 || isMoved || !isWanted()) return;
  if (link && !hasFocus()) {
    link.focus({ preventScroll: true });
    // The list's own box is scrolled by its virtualizer; the page may have to be, too.
    if (hasFocus()) (link.closest('li') ?? link).scrollIntoView?.({ block: 'nearest' });
  }
  const left = hasFocus() ? Math.min(tries, FRAMES_TO_KEEP) : tries;
  requestAnimationFrame(() => focusRow(box, index, isWanted, left - 1, hadFocus || hasFocus()));
}

/** For how many frames a row gets the focus again that it lost. */
const FRAMES_TO_KEEP = 12;

function RowSkeleton() {
  return (
    <div className="flex items-center gap-3 border-b border-rule px-4" style={{ height: ROW_HEIGHT }}>
      <Skeleton className="h-10 w-16" />
      <div className="flex-1">
        <Skeleton className="h-4 w-2/3" />
        <Skeleton className="mt-2 h-3 w-1/3" />
      </div>
    </div>
  );
}

/** A placeholder in the shape of a list, until its first rows are loaded. */
export function ListSkeleton() {
  return (
    <div className="h-[min(500px,72dvh)] overflow-hidden rounded-control border border-rule bg-card">
      {['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((key) => (
        <RowSkeleton key={key} />
      ))}
    </div>
  );
}
