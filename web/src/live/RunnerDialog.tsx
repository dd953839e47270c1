import { useEffect, useState } from 'react';
import type { AsyncBoard, RunnerDetail, TimingRow } from '@/core';
import { type Column, Dialog, LineProgress, Notice, Table } from '@/ui';
import { BibTag } from './RunnerRow';

/** A runner's detail (SPEC §2), over the board: it follows the field while it is open. */
export function RunnerDialog({
  bib,
  board,
  version,
  onClose,
}: {
  bib: string | undefined;
  board: AsyncBoard | undefined;
  version: string | undefined;
  onClose: () => void;
}) {
  const detail = useRunner(board, version, bib);
  const known = detail !== undefined && detail !== 'nobody';
  return (
    <Dialog title={known ? detail.name : `Bib ${bib ?? ''}`} isOpen={bib !== undefined} onClose={onClose}>
      {detail === 'nobody' ? (
        <Notice tone="info">Nobody in this race wears bib {bib}.</Notice>
      ) : known ? (
        <Detail detail={detail} />
      ) : null}
    </Dialog>
  );
}

function useRunner(board: AsyncBoard | undefined, version: string | undefined, bib: string | undefined) {
  const [detail, setDetail] = useState<{ bib: string; found: RunnerDetail | 'nobody' }>();
  useEffect(() => {
    if (!board || version === undefined || bib === undefined) return;
    let gone = false;
    board.runner(bib).then(
      (found) => !gone && setDetail({ bib, found: found ?? 'nobody' }),
      // The board was closed meanwhile: another one follows.
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, [board, version, bib]);
  return detail?.bib === bib ? detail?.found : undefined;
}

const columns: Column<TimingRow>[] = [
  {
    key: 'label',
    head: 'Point',
    rowHead: true,
    cell: (row) => (
      <>
        {row.label}
        {row.note && <span className="block text-sm font-normal whitespace-normal text-ink-2">{row.note}</span>}
      </>
    ),
  },
  { key: 'chip', head: 'Chip', align: 'right', cell: (row) => row.chip || '–' },
  { key: 'segment', head: 'Segment', align: 'right', cell: (row) => row.segment || '–' },
  {
    key: 'pace',
    head: 'Pace',
    align: 'right',
    cell: (row) => <span className="whitespace-nowrap">{row.pace || '–'}</span>,
  },
  {
    key: 'tod',
    head: 'Time of day',
    align: 'right',
    cell: (row) => <span className="whitespace-nowrap">{row.tod || '–'}</span>,
  },
];

function Detail({ detail }: { detail: RunnerDetail }) {
  const { participant } = detail;
  const out = ['DNF', 'DQ', 'DNS'].includes(participant.Status);
  const last = detail.rows.slice(1).findLast((row) => row.chip !== '');
  const ranked = participant.OverallRank > 0;
  const rank = (value: number) => (value > 0 ? String(value) : '–');
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-4">
        <BibTag bib={participant.Bib} distance={participant.Race.ContestName} large />
        <div className="min-w-40 flex-1">
          <p className="tabular text-3xl leading-none font-bold">
            {out ? participant.Status : detail.officialTime || last?.chip || detail.progress.text}
          </p>
          <p className="mt-2 text-sm text-ink-2">
            {out
              ? participant.Race.ContestName
              : detail.officialTime
                ? participant.Official
                : last
                  ? `At ${last.label}, ${last.tod}`
                  : participant.Race.ContestName}
          </p>
        </div>
        <div className="w-full">
          <LineProgress
            value={detail.progress.percent / 100}
            ticks={detail.ticks.map((tick) => ({ at: tick.at / 100, label: tick.label, done: tick.passed }))}
            label={`Progress: ${detail.progress.text}`}
          />
          <p className="tabular mt-2 flex justify-between text-sm text-ink-2">
            <span>{detail.progress.text}</span>
            <span>{detail.progress.percent}%</span>
          </p>
        </div>
      </div>
      {detail.note && <Notice tone="info">{detail.note}</Notice>}
      <section>
        <h3 className="display mb-3 text-lg">Timing details</h3>
        <Table caption="Timing details" columns={columns} rows={detail.rows} rowKey={(row) => row.label} />
      </section>
      <div className="gap-6 sm:columns-2">
        <Facts
          title="Personal info"
          facts={[
            ['Name', detail.name],
            ['Gender', detail.gender],
            ['Age group', participant.AgeGroup],
          ]}
        />
        <Facts
          title="Race info"
          facts={[
            ['Race', participant.Race.EventName],
            ['Distance', participant.Race.ContestName],
            ['Date', participant.Race.RaceDate],
            ['Status', participant.Status],
          ]}
        />
        {ranked && (
          <Facts
            title="Ranks"
            facts={[
              ['Overall', rank(participant.OverallRank)],
              [detail.gender || 'Gender', rank(participant.GenderRank)],
              [participant.AgeGroup || 'Age group', rank(participant.AgeGroupRank)],
            ]}
          />
        )}
        <Facts
          title="Times"
          facts={[
            ['Chip time', detail.chipTime],
            ['Gun time', detail.gunTime],
            ['Average pace', detail.averagePace],
            ['Ranked by', detail.ranking],
          ]}
        />
      </div>
    </div>
  );
}

function Facts({ title, facts }: { title: string; facts: readonly (readonly [string, string])[] }) {
  return (
    <section className="mb-6 break-inside-avoid last:mb-0">
      <h3 className="display mb-1 text-lg">{title}</h3>
      <dl>
        {facts.map(([label, value]) => (
          <div key={label} className="flex justify-between gap-4 border-b border-rule py-2 text-base">
            <dt className="text-ink-2">{label}</dt>
            <dd className="tabular text-right">{value || '–'}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
