import { useDeferredValue, useEffect, useRef, useState } from 'react';
import { callFailure } from '@/api';
import type { CallFailure } from '@/ui';
import { Button, buttonStyle, CallNotice, EmptyState, Notice, SearchField, SelectField, Switch, TextField } from '@/ui';
import { ColumnMapping } from '@/ui/ColumnMapping';
import { PagedList } from '@/ui/PagedList';
import {
  type ImportLine,
  type ImportOutcome,
  type ImportShow,
  linesQuery,
  type Others,
  PAGE_ROWS,
  refusedAddress,
  type SentResults,
} from './importApi';

const SHOWN: readonly { id: ImportShow; label: string; count: (outcome: ImportOutcome) => number }[] = [
  { id: 'all', label: 'All lines', count: (one) => one.lines },
  { id: 'accepted', label: 'Results', count: (one) => one.accepted },
  { id: 'differing', label: 'Other than in the file', count: (one) => one.differing },
  { id: 'refused', label: 'Refused', count: (one) => one.refusedLines },
  { id: 'numbered', label: 'With a made bib', count: (one) => one.numbered },
  { id: 'tooFast', label: 'Faster than any human', count: (one) => one.tooFast },
  { id: 'overGun', label: 'Chip time over gun time', count: (one) => one.overGun },
  { id: 'leftOut', label: 'Of other contests', count: (one) => one.leftOut },
];

/** What would become of a file of results: what needs a person's eyes first, the columns, every line, then the question. */
export function ImportPreview({
  race,
  sent,
  outcome,
  checking,
  onCheck,
  onCancel,
  importing,
  failure,
  reason,
  onReason,
  onImport,
}: {
  race: string;
  sent: SentResults;
  outcome: ImportOutcome;
  checking: boolean;
  onCheck: (sent: Omit<SentResults, 'contest'>) => void;
  onCancel: () => void;
  importing: boolean;
  failure: CallFailure | undefined;
  /** Why the results change, as typed; it outlives another check. */
  reason: string;
  onReason: (reason: string) => void;
  onImport: (said: { version: string; reason: string; despiteTimed: boolean; others?: Others }) => void;
}) {
  const [show, setShow] = useState<ImportShow>('all');
  const [typed, setTyped] = useState('');
  const [despiteTimed, setDespiteTimed] = useState(false);
  const [areTakenOut, setTakenOut] = useState(false);
  const [isChanged, setChanged] = useState(false);
  const search = useDeferredValue(typed.trim());
  const region = useRef<HTMLElement>(null);
  // The button that was pressed may be gone: the focus goes to what it has brought.
  useEffect(() => region.current?.focus(), []);
  const blocked = outcome.warnings.some((warning) => warning.blocks);
  const preview = outcome.preview ?? '';
  const missing =
    (outcome.needsReason && reason.trim() === '') ||
    (outcome.timedHere !== '' && !despiteTimed) ||
    (outcome.takesOut !== '' && !areTakenOut);
  const others: Others | undefined = outcome.takesOut === '' ? sent.others : 'takenOut';
  return (
    <section
      ref={region}
      tabIndex={-1}
      className="flex scroll-mt-24 flex-col gap-5 outline-none"
      aria-label="What would become of the file"
    >
      {outcome.warnings.map((warning) => (
        <Notice key={warning.text} tone={warning.blocks ? 'error' : 'info'}>
          <p>{warning.text}</p>
          {warning.show && (
            <div className="mt-2 flex flex-wrap gap-3">
              <Button size="sm" onPress={() => setShow(warning.show ?? 'all')} aria-label={`Show: ${warning.text}`}>
                Show them
              </Button>
              {warning.show === 'refused' && (
                <a className={buttonStyle({ size: 'sm' })} href={refusedAddress(race, preview)} download>
                  Download the refused lines
                </a>
              )}
            </div>
          )}
        </Notice>
      ))}
      {outcome.contests.length > 1 && (
        <SelectField
          label="Which of the file’s contests is it?"
          value={sent.only ?? outcome.only}
          onChange={(only) => onCheck({ ...sent, only })}
          options={outcome.contests.map((name) => ({ id: name, label: name }))}
          placeholder="All lines"
          className="max-w-sm"
        />
      )}
      <ColumnMapping
        columns={outcome.columns}
        choices={outcome.choices}
        dates={sent.dates}
        checking={checking}
        mustAnswer={blocked}
        onCheck={(columns, dates) => onCheck({ ...sent, columns, dates })}
        onChanged={setChanged}
      />
      <Notice tone="info" title={outcome.summary}>
        {outcome.contest}
        {outcome.distance && `, ${outcome.distance}`}. {outcome.rule} {outcome.changed}
      </Notice>
      <div className="flex flex-wrap items-end gap-3">
        <SelectField
          label="Lines"
          value={show}
          onChange={(id) => setShow(id as ImportShow)}
          options={SHOWN.map(({ id, label, count }) => ({
            id,
            label: `${label} (${count(outcome).toLocaleString('en-US')})`,
          }))}
          className="w-72 max-w-full"
        />
        <SearchField label="Bib or name" value={typed} onChange={setTyped} className="min-w-52 max-w-md flex-1" />
      </div>
      <PagedList
        label="Lines of the file"
        listKey={`${preview} ${show} ${search}`}
        page={(number) => linesQuery(race, outcome, { show, search, page: number }) as never}
        read={(found: { total: number; lines: readonly ImportLine[] }) => ({ total: found.total, rows: found.lines })}
        pageRows={PAGE_ROWS}
        rowKey={(line) => String(line.line)}
        rowHeight={64}
        row={(line) => <Line line={line} />}
        empty={<EmptyState title="No such lines">No line of the file is of this kind.</EmptyState>}
        failure={callFailure}
      />
      {!blocked && outcome.needsReason && (
        <TextField
          label="Why the results change"
          hint="Everybody can read it."
          value={reason}
          onChange={onReason}
          className="max-w-xl"
        />
      )}
      {!blocked && outcome.timedHere && (
        <Notice tone="error">
          <p className="mb-2">{outcome.timedHere}</p>
          <Switch isSelected={despiteTimed} onChange={setDespiteTimed}>
            Import it all the same
          </Switch>
        </Notice>
      )}
      {!blocked && outcome.takesOut && (
        <Notice tone="error">
          <p>{outcome.takesOut}</p>
          <div className="mt-2 flex flex-wrap items-center gap-4">
            <Button size="sm" pending={checking} onPress={() => onCheck({ ...sent, others: 'stay' })}>
              Only add: they stay
            </Button>
            <Switch isSelected={areTakenOut} onChange={setTakenOut}>
              The file is all: take them out
            </Switch>
          </div>
        </Notice>
      )}
      {!blocked && sent.others === 'stay' && (
        <Notice tone="info">
          <p>The file adds to the published results: whoever is not in it stays.</p>
          <Button size="sm" className="mt-2" pending={checking} onPress={() => onCheck({ ...sent, others: undefined })}>
            The file is all of the results
          </Button>
        </Notice>
      )}
      {failure && <CallNotice {...failure} onRetry={() => onCheck(sent)} />}
      <div className="flex flex-wrap gap-3">
        {!blocked && outcome.accepted > 0 && (
          <Button
            tone="ink"
            pending={importing}
            isDisabled={checking || missing || isChanged}
            onPress={() =>
              onImport({ version: outcome.version, reason: reason.trim(), despiteTimed, ...(others ? { others } : {}) })
            }
          >
            Publish {outcome.accepted.toLocaleString('en-US')} {outcome.accepted === 1 ? 'result' : 'results'}
          </Button>
        )}
        <Button onPress={onCancel}>Put the file away</Button>
      </div>
    </section>
  );
}

const FIELDS: Readonly<Record<string, string>> = {
  place: 'Place',
  genderPlace: 'Place in the gender',
  ageGroupPlace: 'Place in the age group',
  age: 'Age',
};

function Line({ line }: { line: ImportLine }) {
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="tabular font-semibold">{line.bib || '–'}</span>
        <span className="min-w-0">{line.name}</span>
        <span className="text-sm text-ink-2">{line.becomes}</span>
        {line.kind === 'leftOut' && <span className="label text-sm text-ink-2">Of another contest</span>}
        <span className="tabular ml-auto text-sm text-ink-3">Line {line.line}</span>
      </p>
      {line.reason && <p className="text-sm text-live">{line.reason}</p>}
      {line.differences.map((difference) => (
        <p key={difference.field} className="text-sm">
          <span className="text-ink-2">
            {FIELDS[difference.field] ?? 'Place'} in the file: {difference.file || 'none'}.
          </span>{' '}
          {difference.why}
        </p>
      ))}
    </>
  );
}
