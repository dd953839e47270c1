import type { ReactNode } from 'react';

/** A column of {@link Table}. */
export interface Column<Row> {
  key: string;
  head: ReactNode;
  cell: (row: Row) => ReactNode;
  /** Numbers and times are aligned right. */
  align?: 'left' | 'right';
  /** Hidden under 1024 px; the row must be understandable without it. */
  wide?: boolean;
  /** Whether its cells are the headers of their rows. */
  rowHead?: boolean;
}

/**
 * A plain table with condensed tabular figures. When it is too wide, it scrolls inside its own region, not the page; the region can have
 * the focus, so that it can be scrolled with the keyboard.
 */
export function Table<Row>({
  caption,
  columns,
  rows,
  rowKey,
  empty,
}: {
  /** The table's name for screen readers; the caller adds a visible heading. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  empty?: ReactNode;
}) {
  if (rows.length === 0 && empty) return empty;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
    <section className={REGION} aria-label={caption} tabIndex={0}>
      <table className="tabular w-full border-collapse text-base print:text-[8.5pt] print:leading-tight">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="border-b border-control text-left text-sm text-ink-3 print:text-[7.5pt]">
            {columns.map((column) => (
              <th
                key={column.key}
                scope="col"
                className={`${CELL} font-semibold whitespace-nowrap print:whitespace-normal ${cellLook(column)}`}
              >
                {column.head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)} className="border-b border-rule last:border-0 hover:bg-sunk">
              {columns.map((column) =>
                column.rowHead ? (
                  <th key={column.key} scope="row" className={`${CELL} text-left font-semibold ${cellLook(column)}`}>
                    {column.cell(row)}
                  </th>
                ) : (
                  <td key={column.key} className={`${CELL} ${cellLook(column)}`}>
                    {column.cell(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const REGION = 'overflow-x-auto rounded-control border border-rule bg-card print:overflow-visible print:border-0';
/** On a sheet of paper all columns have to stand side by side. */
const CELL = 'px-3 py-2 print:px-1.5 print:py-0.5';

function cellLook<Row>(column: Column<Row>): string {
  return `${column.align === 'right' ? 'text-right' : ''} ${column.wide ? 'hidden desk:table-cell' : ''}`;
}
