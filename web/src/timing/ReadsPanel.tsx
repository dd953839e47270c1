import { memo } from 'react';
import { type CountLine, core, deskCore } from '@/core';
import { EmptyState, Table, useMedia, WIDE_SCREEN } from '@/ui';
import type { Desk } from './api';
import { MinuteBars } from './MinuteBars';

type Parts = Pick<Desk, 'runners' | 'counts' | 'boxes' | 'missed'> & { zone: string };

/** The counts of reads by what became of them, the mats with their reads a minute, and the share of runners that each point missed. */
export const ReadsPanel = memo(function ReadsPanel({ runners, counts, boxes, missed, zone }: Parts) {
  const wide = useMedia(WIDE_SCREEN);
  return (
    <div className="flex flex-col gap-8">
      <section>
        <h3 className="display mb-3 text-lg">Mats</h3>
        {!wide && boxes.length > 0 ? (
          <MatList boxes={boxes} zone={zone} />
        ) : (
          <Table
            caption="Mats"
            rows={boxes}
            rowKey={(box) => box.mat}
            empty={
              <EmptyState title="No reads yet">
                Make a timing key below and give it to the timing boxes, or to the replay. Each box shows up here with
                its first read.
              </EmptyState>
            }
            columns={[
              {
                key: 'mat',
                head: 'Mat',
                rowHead: true,
                cell: (box) => (
                  <>
                    {box.mat}
                    {box.alarm && (
                      <span className="block min-w-44 max-w-60 text-sm font-medium text-live">{box.alarm}</span>
                    )}
                  </>
                ),
              },
              {
                key: 'minutes',
                head: 'Reads a minute, the last 15',
                cell: (box) => <MinuteBars minutes={box.minutes} words={deskCore().matMinutes(box)} />,
              },
              { key: 'reads', head: 'Reads', align: 'right', cell: (box) => box.reads.toLocaleString('en-US') },
              {
                key: 'last',
                head: 'Last read',
                align: 'right',
                cell: (box) => lastRead(box, zone),
              },
            ]}
          />
        )}
      </section>
      {missed.length > 0 && (
        <section>
          <h3 className="display mb-3 text-lg">Runners that each point missed</h3>
          <Table
            caption="Runners that each point missed"
            rows={missed}
            rowKey={(one) => `${one.contest} ${one.point}`}
            columns={[
              { key: 'contest', head: 'Contest', rowHead: true, cell: (one) => one.contest },
              { key: 'point', head: 'Point', cell: (one) => one.point },
              { key: 'missed', head: 'Missed', align: 'right', cell: (one) => <Missed point={one} /> },
            ]}
          />
        </section>
      )}
      <Counts title="Runners" lines={deskCore().runnerLines(runners)} />
      <Counts title="Where the reads went" lines={deskCore().readLines(counts)} />
    </div>
  );
});

type Box = Desk['boxes'][number];

const lastRead = (box: Box, zone: string) => (box.reads > 0 ? core().clockText(box.lastRead, zone) : 'None');

/** The mats on a narrow screen, where a table would hide the newest minutes. */
function MatList({ boxes, zone }: { boxes: readonly Box[]; zone: string }) {
  return (
    <ul aria-label="Mats" className="rounded-control border border-rule bg-card">
      {boxes.map((box) => (
        <li key={box.mat} className="flex flex-col gap-2 border-b border-rule px-3 py-3 last:border-0">
          <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
            <span className="min-w-0 font-semibold break-words">{box.mat}</span>
            <MinuteBars minutes={box.minutes} words={deskCore().matMinutes(box)} />
          </div>
          <p className="tabular flex flex-wrap justify-between gap-x-4 text-sm text-ink-2">
            <span>{box.reads > 0 ? `Last read ${lastRead(box, zone)}` : 'No reads yet'}</span>
            <span>{box.reads.toLocaleString('en-US')} reads</span>
          </p>
          {box.alarm && <p className="text-sm font-medium text-live">{box.alarm}</p>}
        </li>
      ))}
    </ul>
  );
}

function Missed({ point }: { point: Desk['missed'][number] }) {
  const { text, attention } = deskCore().missedShare(point);
  return (
    <span className={attention ? 'font-semibold text-live' : ''}>
      {attention && <span className="mr-2 inline-block size-2 rotate-45 bg-live" aria-hidden="true" />}
      {text}
    </span>
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
