import { QrCode as QrIcon } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useClock } from '@/api';
import { type AsyncBoard, core, type FactGroup, type RunnerDetail, type TimingRow } from '@/core';
import { BibTag } from '@/racekit';
import {
  Button,
  type Column,
  Dialog,
  focusAfterDialog,
  isFocusLost,
  LineProgress,
  Notice,
  ShareButton,
  Table,
} from '@/ui';
import { FollowStar } from './follow/FollowStar';
import type { Follow } from './follow/useFollow';

// Few visitors need the code, so what draws it is loaded when it is asked for.
const RunnerCode = lazy(async () => ({ default: (await import('./RunnerCode')).RunnerCode }));

/** The dialog with a runner's details (SPEC §2). It is updated with the board while it is open. */
export function RunnerDialog({
  race,
  name,
  bib,
  board,
  version,
  zone = 'UTC',
  follow,
  calledOff,
  onClose,
}: {
  /** The race's heading, part of the title under which the address is shared. */
  race: string;
  /** The race's name in addresses. */
  name: string;
  bib: string | undefined;
  board: AsyncBoard | undefined;
  version: string | undefined;
  /** The race's time zone; undefined until the board is loaded. */
  zone: string | undefined;
  follow: Follow;
  /** Whether the race is called off: then nobody is expected anywhere. */
  calledOff: boolean;
  onClose: () => void;
}) {
  const detail = useRunner(board, version, bib, calledOff);
  const known = detail !== undefined && detail !== 'nobody';
  return (
    <Dialog title={known ? detail.name : `Bib ${bib ?? ''}`} isOpen={bib !== undefined} onClose={onClose}>
      <FocusInPlace />
      {detail === 'nobody' ? (
        <Notice tone="info">Nobody in this race wears bib {bib}.</Notice>
      ) : known ? (
        <Detail key={detail.bib} {...{ detail, race, name, zone, follow }} />
      ) : null}
    </Dialog>
  );
}

/**
 * When it is unmounted, gives the focus to the row in the place of the one that opened the dialog, if that one is gone: the runner may have left
 * the list meanwhile.
 */
function FocusInPlace() {
  const [list] = useState(() => document.activeElement?.closest('section'));
  useEffect(
    () => () =>
      focusAfterDialog(() => (isFocusLost() ? list?.querySelector<HTMLElement>('[data-row][tabindex="0"]') : null)),
    [list],
  );
  return null;
}

function useRunner(
  board: AsyncBoard | undefined,
  version: string | undefined,
  bib: string | undefined,
  calledOff: boolean,
) {
  const [detail, setDetail] = useState<{ bib: string; found: RunnerDetail | 'nobody' }>();
  useEffect(() => {
    if (!board || version === undefined || bib === undefined) return;
    let cancelled = false;
    board.runner(bib, calledOff).then(
      (found) => !cancelled && setDetail({ bib, found: found ?? 'nobody' }),
      // The board was closed while it was queried; the next board starts this effect again.
      () => undefined,
    );
    return () => {
      cancelled = true;
    };
  }, [board, version, bib, calledOff]);
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
  {
    key: 'chip',
    head: <TwoLines first="Chip" second="Time of day" />,
    align: 'right',
    cell: (row) => <TwoLines first={row.chip} second={row.tod} />,
  },
  {
    key: 'segment',
    head: <TwoLines first="Segment" second="Pace" />,
    align: 'right',
    cell: (row) => <TwoLines first={row.segment} second={row.pace} />,
  },
];

/** A table cell with two values, one below the other: five columns would not fit a phone. */
function TwoLines({ first, second }: { first: string; second: string }) {
  return (
    <>
      <span className="block whitespace-nowrap">{first || '–'}</span>
      <span className="block text-sm font-normal whitespace-nowrap text-ink-2">{second || '–'}</span>
    </>
  );
}

function Detail({
  detail,
  race,
  name,
  zone,
  follow,
}: {
  detail: RunnerDetail;
  race: string;
  name: string;
  zone: string;
  follow: Follow;
}) {
  const { lines } = detail;
  const [code, setCode] = useState(false);
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-4">
        <BibTag bib={detail.bib} distance={detail.distance} large />
        <div className="min-w-24 flex-1">
          <p className="tabular text-3xl leading-none font-bold">{lines.headline}</p>
          <p className="mt-2 text-sm text-ink-2">{lines.headlineNote}</p>
        </div>
        <div className="flex gap-2">
          {follow.race !== undefined && (detail.followable || follow.bibs.includes(detail.bib)) && (
            <FollowStar
              name={detail.name}
              pressed={follow.bibs.includes(detail.bib)}
              onPress={() => follow.toggle(detail.bib)}
            />
          )}
          <ShareButton title={`${detail.name} · ${race}`} />
          <Button onPress={() => setCode(!code)} aria-expanded={code} className="print:hidden">
            <QrIcon size={18} aria-hidden="true" /> QR code
          </Button>
        </div>
        {code && (
          <div className="w-full">
            <Suspense>
              <RunnerCode race={name} bib={detail.bib} name={detail.name} />
            </Suspense>
          </div>
        )}
        <div className="w-full">
          <LineProgress
            value={detail.progress.percent / 100}
            ticks={detail.ticks.map((tick) => ({ at: tick.at / 100, label: tick.label, done: tick.passed }))}
            label={`Progress: ${detail.progress.text}`}
          />
          <p className="tabular mt-2 flex justify-between text-sm text-ink-2">
            <span>{lines.progressNote}</span>
            <span>{detail.progress.percent}%</span>
          </p>
        </div>
      </div>
      {detail.note && <Notice tone="info">{detail.note}</Notice>}
      <ExpectedTimes expected={detail.expected} zone={zone} />
      <section>
        <h3 className="display mb-3 text-lg">Timing details</h3>
        <Table caption="Timing details" columns={columns} rows={detail.rows} rowKey={(row) => row.label} />
      </section>
      <div className="gap-6 sm:columns-2">
        {lines.groups.map((group) => (
          <Facts key={group.title} {...group} />
        ))}
      </div>
    </div>
  );
}

/** Milliseconds between two looks at the clock while expected times are shown, which are written to the minute. */
const EXPECTED_EVERY_MS = 5_000;

/** When the runner is expected at the next point and at the finish; nothing once it should have been seen there. */
function ExpectedTimes({ expected, zone }: Pick<RunnerDetail, 'expected'> & { zone: string }) {
  const now = useClock(EXPECTED_EVERY_MS);
  const coming = expected.flatMap((one) => {
    const line = core().liveExpected(one, zone, now);
    return line ? [{ point: one.point, ...line }] : [];
  });
  if (coming.length === 0) return null;
  return (
    <section>
      <h3 className="display mb-1 text-lg">Expected</h3>
      <dl>
        {coming.map(({ point, at, between, until }) => (
          <div key={point} className="flex justify-between gap-4 border-b border-rule py-2 text-base">
            <dt className="text-ink-2">{point}</dt>
            <dd className="tabular text-right">
              <span className="font-semibold">{at}</span>, {until}
              <span className="block text-sm text-ink-2">{between}</span>
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-2 text-sm text-ink-3">Estimated from this runner’s pace and from who ran alike today.</p>
    </section>
  );
}

function Facts({ title, facts }: FactGroup) {
  return (
    <section className="mb-6 break-inside-avoid last:mb-0">
      <h3 className="display mb-1 text-lg">{title}</h3>
      <dl>
        {facts.map(({ label, value }) => (
          <div key={label} className="flex justify-between gap-4 border-b border-rule py-2 text-base">
            <dt className="text-ink-2">{label}</dt>
            <dd className="tabular text-right">{value || '–'}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
