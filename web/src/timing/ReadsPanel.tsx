import { type CountLine, core, deskCore } from '@/core';
import { EmptyState, Table } from '@/ui';
import type { DeskProps } from './types';

/** The counts of reads by what became of them, the boxes that send, and the unknown tags. */
export function ReadsPanel({ desk, zone }: DeskProps) {
  return (
    <div className="flex flex-col gap-8">
      <Counts title="Runners" lines={deskCore().runnerLines(desk.runners)} />
      <Counts title="Where the reads went" lines={deskCore().readLines(desk.counts)} />
      <section>
        <h3 className="display mb-3 text-lg">Boxes</h3>
        <Table
          caption="Boxes"
          rows={desk.boxes}
          rowKey={(box) => box.mat}
          empty={
            <EmptyState title="No reads yet">
              Make a timing key below and give it to the timing boxes, or to the replay. Each box shows up here with its
              first read.
            </EmptyState>
          }
          columns={[
            {
              key: 'mat',
              head: 'Mat',
              rowHead: true,
              cell: (box) => (box.inSetup ? box.mat : `${box.mat} (not in the setup)`),
            },
            { key: 'reads', head: 'Reads', align: 'right', cell: (box) => box.reads.toLocaleString('en-US') },
            { key: 'last', head: 'Last read', align: 'right', cell: (box) => core().clockText(box.lastRead, zone) },
          ]}
        />
      </section>
      {desk.unknownTags.length > 0 && (
        <section>
          <h3 className="display mb-1 text-lg">Unknown tags</h3>
          <p className="mb-3 max-w-prose text-ink-2">
            No entrant has them and no contest accepts them. Their reads are kept, and count as soon as an entrant list
            names them.
          </p>
          <Table
            caption="Unknown tags"
            rows={desk.unknownTags}
            rowKey={(one) => one.tag}
            columns={[
              { key: 'tag', head: 'Tag', rowHead: true, cell: (one) => one.tag },
              { key: 'reads', head: 'Reads', align: 'right', cell: (one) => one.reads.toLocaleString('en-US') },
            ]}
          />
        </section>
      )}
    </div>
  );
}

function Counts({ title, lines }: { title: string; lines: readonly CountLine[] }) {
  return (
    <section>
      <h3 className="display mb-3 text-lg">{title}</h3>
      <dl className="grid grid-cols-[repeat(auto-fill,minmax(9.5rem,1fr))] gap-px overflow-hidden rounded-control border border-rule">
        {lines.map((line) => (
          <div key={line.key} className="bg-card p-4 shadow-[0_0_0_1px_var(--color-rule)]">
            <dt className="label flex items-center gap-2 text-sm text-ink-2">
              {line.attention && <span className="inline-block size-2 rotate-45 bg-live" aria-hidden="true" />}
              {line.label}
            </dt>
            <dd className={`numerals mt-3 text-3xl ${line.attention ? 'text-live' : ''}`}>
              {line.value.toLocaleString('en-US')}
            </dd>
            <dd className="mt-3 text-xs leading-snug text-ink-3">{line.meaning}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
