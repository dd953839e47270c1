import { Table } from '@/ui';
import type { SettingsOutcome } from './api';

/** The standings that settings would make. */
export function LeagueTried({ outcome: { rules, moved, first } }: { outcome: SettingsOutcome }) {
  return (
    <section aria-label="What these settings would make" className="flex flex-col gap-4">
      <div role="status">
        <p className="label">
          {moved === 0
            ? 'Nobody’s place changes.'
            : `${moved.toLocaleString('en-US')} ${moved === 1 ? 'runner has' : 'runners have'} another place.`}
        </p>
        <p className="mt-1 text-sm text-ink-2">{rules.join(' ')}</p>
      </div>
      <Table
        caption="The first of the new standings"
        rows={first}
        rowKey={({ line }) => line.publicID}
        empty={<p>Nobody has points with these settings.</p>}
        columns={[
          { key: 'place', head: 'Place', align: 'right', cell: ({ line }) => (line.place > 0 ? line.place : '–') },
          {
            key: 'name',
            head: 'Name',
            rowHead: true,
            cell: ({ line }) => (
              <span className="wrap-anywhere">
                {line.firstname} {line.lastname}
              </span>
            ),
          },
          { key: 'points', head: 'Points', align: 'right', cell: ({ line }) => line.points.toLocaleString('en-US') },
          { key: 'before', head: 'Place now', align: 'right', cell: ({ before }) => (before > 0 ? before : '–') },
        ]}
      />
    </section>
  );
}
