import { type Column, Table } from '@/ui';
import type { RunnerResult } from './api';

type Point = RunnerResult['points'][number] & { index: number };

/** The table of a runner's points, with a column for each compared runner. */
export function RunnerPoints({ data }: { data: RunnerResult }) {
  const rows: Point[] = data.points.map((point, index) => ({ ...point, index }));
  const columns: Column<Point>[] = [
    {
      key: 'label',
      head: 'Point',
      rowHead: true,
      cell: (point) => (
        <>
          {point.label}
          <span className="block text-sm font-normal text-ink-2">
            {[point.leg, point.at].filter(Boolean).join(' · ')}
          </span>
        </>
      ),
    },
    {
      key: 'time',
      head: 'Time',
      align: 'right',
      cell: (point) => point.time || <span className="text-sm text-ink-2">not read</span>,
    },
    {
      key: 'segment',
      head: 'Segment, pace',
      align: 'right',
      cell: (point) => (
        <>
          <span className="block whitespace-nowrap">{point.segment || '–'}</span>
          <span className="block text-sm whitespace-nowrap text-ink-2">{point.pace}</span>
        </>
      ),
    },
    {
      key: 'place',
      head: 'Place',
      align: 'right',
      cell: (point) => (
        <>
          <span className="block">{point.place > 0 ? point.place.toLocaleString('en-US') : '–'}</span>
          {point.gained !== 0 && (
            <span className={`block text-sm whitespace-nowrap ${point.gained > 0 ? 'text-success' : 'text-ink-2'}`}>
              <span aria-hidden="true">
                {point.gained > 0 ? '▲' : '▼'} {Math.abs(point.gained)}
              </span>
              <span className="sr-only">{point.change}</span>
            </span>
          )}
        </>
      ),
    },
    ...data.compared.map(
      (other): Column<Point> => ({
        key: other.publicID,
        head: other.name,
        align: 'right',
        cell: ({ index }) => (
          <>
            <span className="block whitespace-nowrap">{other.times[index]?.time || '–'}</span>
            <span className="block text-sm whitespace-nowrap text-ink-2">{other.times[index]?.gap}</span>
          </>
        ),
      }),
    ),
  ];
  return <Table caption="Times at each point" columns={columns} rows={rows} rowKey={(point) => String(point.index)} />;
}
