import { useQuery } from '@tanstack/react-query';
import { callFailure } from '@/api';
import { core, deskCore } from '@/core';
import { CallNotice, DelayedSkeleton, Dialog, focusHome, Notice, Skeleton, Table } from '@/ui';
import { type Action, Actions } from './Actions';
import { CorrectionList } from './CorrectionList';
import { type Asked, type Runner, runnerQuery } from './corrections';
import { LastChange } from './LastChange';
import type { Place } from './types';

/** A runner at the desk: the points, every read with what became of it, what can be decided, and what was decided. */
export function RunnerDesk({ place, bib, onClose }: { place: Place; bib: string | undefined; onClose: () => void }) {
  const query = useQuery(runnerQuery(place.timedRace, bib ?? '', true));
  const runner = query.data;
  return (
    <Dialog
      title={runner ? `${runner.bib} ${runner.name}` : `Bib ${bib ?? ''}`}
      isOpen={bib !== undefined}
      onClose={onClose}
      shape="wide"
    >
      {query.isError && (
        <div className="mb-6">
          <CallNotice {...callFailure(query.error)} onRetry={() => void query.refetch()} />
        </div>
      )}
      {runner ? (
        <Shown key={runner.bib} place={place} runner={runner} />
      ) : (
        query.isPending && (
          <DelayedSkeleton label="Loading the runner">
            <Skeleton className="mb-4 h-12" />
            <Skeleton className="h-64" />
          </DelayedSkeleton>
        )
      )}
      <LastChange race={place.timedRace} inDialog />
    </Dialog>
  );
}

function Shown({ place, runner }: { place: Place; runner: Runner }) {
  const clock = (ms: number | undefined) => (ms === undefined ? 'Not read' : core().clockText(ms, place.zone));
  const facts = [
    ['Contest', [runner.contest, runner.wave].filter(Boolean).join(', ')],
    ['Status', runner.status],
    ['Official time', runner.time],
    ['Place', runner.rank],
    ['Chips', runner.chips.join(', ')],
  ].filter(([, value]) => value !== undefined && value !== '');
  return (
    <div className="flex flex-col gap-8">
      <div className="flex flex-col gap-4">
        {runner.inRace && (
          <dl className="flex flex-wrap gap-x-8 gap-y-2">
            {facts.map(([label, value]) => (
              <div key={label}>
                <dt className="text-sm text-ink-2">{label}</dt>
                <dd className="tabular font-semibold">{value}</dd>
              </div>
            ))}
          </dl>
        )}
        {runner.findings.map((finding) => (
          <Notice key={finding} tone="info">
            <p>{finding}</p>
          </Notice>
        ))}
        <Actions place={place} about={`bib ${runner.bib}`} actions={actionsOf(runner)} />
      </div>
      {runner.points.length > 0 && (
        <section>
          <h3 className="display mb-3 text-lg">Points</h3>
          <Table
            caption="Points"
            rows={runner.points}
            rowKey={(point) => point.label}
            columns={[
              { key: 'label', head: 'Point', rowHead: true, cell: (point) => point.label },
              { key: 'gunTime', head: 'Gun time', align: 'right', cell: (point) => point.gunTime || '–' },
              { key: 'chipTime', head: 'Chip time', align: 'right', cell: (point) => point.chipTime || '–' },
              { key: 'time', head: 'Time of day', align: 'right', cell: (point) => clock(point.time) },
            ]}
          />
        </section>
      )}
      <section>
        <h3 className="display mb-3 text-lg">Every read</h3>
        {runner.reads.length === 0 ? (
          <p className="text-ink-2">No mat has read this runner, and nobody entered a time by hand.</p>
        ) : (
          <ol className="relative border-l-4 border-line pl-4">
            {runner.reads.map((read) => (
              <li key={read.id} className="relative flex flex-col gap-2 border-b border-rule py-3 last:border-0">
                <span
                  aria-hidden="true"
                  className={`absolute top-5 -left-[25px] size-3.5 rounded-full border-2 border-line ${read.used ? 'bg-line' : 'bg-card'}`}
                />
                <div>
                  <p className={`tabular ${read.voided ? 'text-ink-2' : ''}`}>
                    <span className="font-semibold">{clock(read.time)}</span> {read.mat}
                  </p>
                  <p className={read.used ? 'font-medium' : 'text-ink-2'}>{read.result}</p>
                  <p className="text-sm text-ink-2">
                    {[
                      read.byHand === undefined ? `Box ${read.source}` : 'By hand',
                      read.chip && `chip ${read.chip}`,
                      read.time !== read.sent && `sent as ${clock(read.sent)}`,
                    ]
                      .filter(Boolean)
                      .join(', ')}
                  </p>
                </div>
                <Actions
                  place={place}
                  about={`the read at ${read.mat}, ${clock(read.time)}`}
                  actions={readActions(read, place)}
                />
              </li>
            ))}
          </ol>
        )}
      </section>
      <section {...focusHome('runner-corrections')}>
        <h3 id="runner-corrections" tabIndex={-1} className="display mb-3 text-lg">
          Corrections
        </h3>
        {runner.corrections.length === 0 ? (
          <p className="text-ink-2">Nobody has corrected anything about this runner.</p>
        ) : (
          <CorrectionList race={place.timedRace} zone={place.zone} corrections={runner.corrections} />
        )}
      </section>
    </div>
  );
}

const TIME_HINT = 'As the race’s clock showed it, like 10:12:05.3 AM';

/** What can be decided about one read. */
function readActions(read: Runner['reads'][number], { date, zone }: Place): Action[] {
  if (read.byHand !== undefined) return [];
  const asked = (kind: string): Asked => ({ kind, readId: read.id });
  const move: Action = {
    label: 'Change its time',
    asked: asked('retime'),
    fields: [
      { name: 'time', label: 'Time of day', hint: TIME_HINT, initial: deskCore().timeShown(read.time, date, zone) },
    ],
  };
  const restore: Action = { label: 'Restore', asked: asked('restore') };
  if (read.voided) return [restore];
  return [{ label: 'Void', asked: asked('void') }, move, ...(read.time === read.sent ? [] : [restore])];
}

/** What can be decided about a runner. */
function actionsOf(runner: Runner): Action[] {
  const { bib } = runner;
  if (!runner.inRace && !runner.entered) {
    const fields = [{ name: 'bib', label: 'Bib' }] as const;
    return [
      { label: 'Give it to a bib', confirm: 'Give it for the whole day', fields, asked: { kind: 'chip', chip: bib } },
    ];
  }
  const looked = runner.lastPassing === undefined ? {} : { time: new Date(runner.lastPassing).toISOString() };
  const mats = runner.points.flatMap((point) =>
    point.mats.map((mat) => ({ id: mat, label: mat === point.label ? mat : `${mat} (${point.label})` })),
  );
  const unique = mats.filter((one, at) => mats.findIndex((other) => other.id === one.id) === at);
  const statuses = deskCore()
    .statusChoices()
    .map(
      ({ value, label }): Action => ({ label, asked: { kind: 'status', bib, ...(value ? { status: value } : {}) } }),
    );
  return [
    ...(runner.undecided ? [{ label: 'Accept', asked: { kind: 'accept', bib, ...looked } }] : []),
    ...(runner.finished ? [{ label: 'Refuse the finish', asked: { kind: 'refuse', bib, ...looked } }] : []),
    ...(runner.oddStart
      ? [
          { label: 'Own crossing', asked: { kind: 'start', bib, start: 'crossing' } as const },
          { label: 'Own gun', asked: { kind: 'start', bib, start: 'gun' } as const },
        ]
      : []),
    ...statuses,
    {
      label: 'Add a time',
      asked: { kind: 'add', bib },
      fields: [
        { name: 'mat', label: 'Mat', options: unique },
        { name: 'time', label: 'Time of day', hint: TIME_HINT },
      ],
    },
    {
      label: 'New chip',
      confirm: 'Exchange the chip',
      asked: { kind: 'exchange', bib },
      fields: [
        { name: 'chip', label: 'New chip' },
        { name: 'from', label: 'From', hint: TIME_HINT },
      ],
    },
    { label: 'Take out of the race', asked: { kind: 'remove', bib } },
  ];
}
