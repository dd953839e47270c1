import { Printer } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type AsyncBoard, type BoardRow, type Choice, core } from '@/core';
import { Button } from '@/ui';
import type { RowQuery } from './useRows';

/** The lists, in the order in which the screen shows them. */
const LISTS = [
  { list: 'active', title: 'Active Participants' },
  { list: 'finished', title: 'Finished Participants' },
] as const;

/** Up to this many runners, all rows are fetched in advance, so that printing from the browser's menu works too. */
const PREFETCH_AT_MOST = 2000;

/** All rows of both lists. */
interface FullLists {
  /** The query that they answer. */
  query: object;
  /** The version of the field that they belong to. */
  version: string;
  /** When they were fetched, in epoch milliseconds. */
  at: number;
  lists: readonly (readonly BoardRow[])[];
}

/**
 * The lists for print. On the screen (`children`) only the visible rows of a list are rendered, so the print would be incomplete:
 * printed pages have tables with all rows instead. They are rendered in the `beforeprint` event, for which a browser does not wait, so
 * their rows must be loaded by then: those of a small field are fetched in advance, those of a large one by the button and by Ctrl+P.
 */
export function PrintLists({
  board,
  version,
  query,
  genders,
  children,
}: {
  board: AsyncBoard | undefined;
  version: string | undefined;
  query: Omit<RowQuery, 'list'>;
  /** The gender filter's options, for their labels. */
  genders: readonly Choice[];
  children: ReactNode;
}) {
  const fetched = useRef<FullLists>(undefined);
  const [printed, setPrinted] = useState<FullLists>();
  const [pending, setPending] = useState(false);

  const fetchAll = useCallback(
    async (most = Number.POSITIVE_INFINITY): Promise<void> => {
      if (!board || version === undefined) return;
      const firstRows = (list: RowQuery['list'], count: number) => board.query({ ...query, list, from: 0, count });
      const totals = await Promise.all(LISTS.map(async ({ list }) => (await firstRows(list, 0)).total));
      if (totals.reduce((sum, total) => sum + total, 0) > most) return;
      const lists = await Promise.all(LISTS.map(async ({ list }, i) => (await firstRows(list, totals[i] ?? 0)).rows));
      fetched.current = { query, version, at: Date.now(), lists };
    },
    [board, version, query],
  );

  // PrintTable of another choice are not what is on the screen.
  useEffect(() => {
    if (fetched.current?.query !== query) fetched.current = undefined;
    // On a phone the browser's print menu is no quicker than the button, so nothing is fetched in advance.
    if (!matchMedia('(pointer: fine)').matches) return;
    const idle = setTimeout(() => void fetchAll(PREFETCH_AT_MOST).catch(() => undefined), 300);
    return () => clearTimeout(idle);
  }, [fetchAll, query]);

  useEffect(() => {
    const begin = () => flushSync(() => setPrinted(fetched.current));
    const end = () => setPrinted(undefined);
    addEventListener('beforeprint', begin);
    addEventListener('afterprint', end);
    return () => {
      removeEventListener('beforeprint', begin);
      removeEventListener('afterprint', end);
    };
  }, []);

  const print = useCallback(async () => {
    setPending(true);
    try {
      await fetchAll();
    } catch {
      // The board was closed meanwhile: the rows that were fetched before are printed.
    } finally {
      setPending(false);
    }
    window.print();
  }, [fetchAll]);

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'p' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey)
        return;
      if (fetched.current?.version === version) return;
      event.preventDefault();
      void print();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [print, version]);

  return (
    <>
      <div className={printed ? 'print:hidden' : ''}>{children}</div>
      {printed ? (
        <PrintedLists full={printed} query={query} genders={genders} />
      ) : (
        <p className="hidden print:block">
          Only the rows that were on the screen are here. The button “Print the lists” under them prints every runner.
        </p>
      )}
      <p className="print:hidden">
        <Button onPress={() => void print()} pending={pending}>
          <Printer size={18} aria-hidden="true" />
          Print the lists
        </Button>
      </p>
    </>
  );
}

/** Both lists as tables, so that the browser repeats the header row on every printed page. */
function PrintedLists({
  full,
  query,
  genders,
}: {
  full: FullLists;
  query: Omit<RowQuery, 'list'>;
  genders: readonly Choice[];
}) {
  const chosen = [
    query.distance || 'All distances',
    query.ageGroup,
    query.gender && genders.find((one) => one.value === query.gender)?.label,
    query.team,
    query.search && `“${query.search}”`,
  ];
  return (
    <div className="hidden print:block">
      <p>
        {chosen.filter(Boolean).join(' · ')} · as of{' '}
        {new Date(full.at).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'medium' })}
      </p>
      {LISTS.map(({ list, title }, i) => {
        const rows = full.lists[i] ?? [];
        return (
          <section key={list} className="mt-6">
            <h2 className="display text-lg">
              {title}: {core().countText(rows.length)}
            </h2>
            {rows.length > 0 && <PrintTable rows={rows} ranked={list === 'finished'} />}
          </section>
        );
      })}
    </div>
  );
}

function PrintTable({ rows, ranked }: { rows: readonly BoardRow[]; ranked: boolean }) {
  const cell = 'border-b border-rule px-1.5 py-0.5';
  return (
    <table className="tabular mt-2 w-full border-collapse text-left text-[9.5pt] leading-tight">
      <thead>
        <tr className="border-b border-control">
          {ranked && <th className={`${cell} text-right`}>Rank</th>}
          <th className={cell}>Bib</th>
          <th className={cell}>Name</th>
          <th className={cell}>Distance</th>
          <th className={cell}>Gender</th>
          <th className={cell}>Age group</th>
          <th className={`${cell} text-right`}>Time</th>
          <th className={`${cell} text-right`}>Pace /mi</th>
          {!ranked && <th className={cell}>Where</th>}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.bib}>
            {ranked && <td className={`${cell} text-right`}>{row.rank}</td>}
            <td className={cell}>{row.bib}</td>
            <td className={cell}>{row.name}</td>
            <td className={cell}>{row.distance}</td>
            <td className={cell}>{row.gender}</td>
            <td className={`${cell} whitespace-nowrap`}>{row.ageGroup}</td>
            <td className={`${cell} text-right`}>{row.out ? row.status : row.time || '–'}</td>
            <td className={`${cell} text-right`}>{row.pace}</td>
            {!ranked && <td className={cell}>{row.progress.text}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
