import { useDeferredValue, useEffect, useRef, useState } from 'react';
import { deskCore } from '@/core';
import type { CallFailure } from '@/ui';
import { Button, buttonStyle, CallNotice, EmptyState, Notice, SearchField, SelectField } from '@/ui';
import { ColumnMapping } from '@/ui/ColumnMapping';
import {
  fileAddress,
  type ListLine,
  type ListOutcome,
  lineCount,
  linesQuery,
  PAGE_ROWS,
  type SentList,
  type ShowLines,
} from './entrantsApi';
import { PagedList } from './PagedList';
import type { Place } from './types';

const SHOWN: readonly { id: ShowLines; label: string; count: (outcome: ListOutcome) => number }[] = [
  { id: 'all', label: 'All lines', count: lineCount },
  { id: 'added', label: 'Added', count: (one) => one.added },
  { id: 'changed', label: 'Changed', count: (one) => one.changed },
  { id: 'emptied', label: 'Would lose something', count: (one) => one.emptied },
  { id: 'moved', label: 'To another contest', count: (one) => one.moved },
  { id: 'waves', label: 'In no known wave', count: (one) => one.waves },
  { id: 'refused', label: 'Refused', count: (one) => one.refused },
  { id: 'unchanged', label: 'Unchanged', count: (one) => one.unchanged },
];

/** What a list would change: what needs a person's eyes first, the columns, then every line. */
export function ListPreview({
  timedRace,
  outcome,
  sent,
  checking,
  onCheck,
  onCancel,
  applying,
  failure,
  onApply,
}: Pick<Place, 'timedRace'> & {
  outcome: ListOutcome;
  sent: SentList;
  checking: boolean;
  onCheck: (list: SentList) => void;
  onCancel: () => void;
  applying: boolean;
  failure: CallFailure | undefined;
  onApply: () => void;
}) {
  const blocked = outcome.warnings.some((warning) => warning.blocks);
  const changes = outcome.added + outcome.changed;
  const [show, setShow] = useState<ShowLines>('all');
  const [typed, setTyped] = useState('');
  const [isChanged, setChanged] = useState(false);
  const search = useDeferredValue(typed.trim());
  const preview = outcome.preview ?? '';
  const region = useRef<HTMLElement>(null);
  // The button that was pressed may be gone: the focus goes to what it has brought.
  useEffect(() => region.current?.focus(), []);
  return (
    <section
      ref={region}
      tabIndex={-1}
      className="flex scroll-mt-24 flex-col gap-5 outline-none"
      aria-label="What the list would change"
    >
      {outcome.warnings.map((warning) => (
        <Notice key={warning.text} tone={warning.blocks || warning.show ? 'error' : 'info'}>
          <p>{warning.text}</p>
          {warning.show && (
            <div className="mt-2 flex flex-wrap gap-3">
              <Button size="sm" onPress={() => setShow(warning.show ?? 'all')} aria-label={`Show: ${warning.text}`}>
                Show them
              </Button>
              {warning.show === 'refused' && (
                <a
                  className={buttonStyle({ size: 'sm' })}
                  href={fileAddress(timedRace, 'listPreviews', preview, 'refused.csv')}
                  download
                >
                  Download the refused lines
                </a>
              )}
            </div>
          )}
        </Notice>
      ))}
      <ColumnMapping
        columns={outcome.columns}
        choices={deskCore().columnChoices()}
        dates={sent.dates}
        checking={checking}
        mustAnswer={blocked}
        onCheck={(columns, dates) => onCheck({ ...sent, columns, dates })}
        onChanged={setChanged}
      />
      <Notice tone="info" title={outcome.summary}>
        {changes === 0 ? 'Nothing would change.' : 'Nothing has been changed yet.'}
      </Notice>
      <div className="flex flex-wrap items-end gap-3">
        <SelectField
          label="Lines"
          value={show}
          onChange={(id) => setShow(id as ShowLines)}
          options={SHOWN.map(({ id, label, count }) => ({
            id,
            label: `${label} (${count(outcome).toLocaleString('en-US')})`,
          }))}
          className="w-64 max-w-full"
        />
        <SearchField label="Bib or name" value={typed} onChange={setTyped} className="min-w-52 max-w-md flex-1" />
      </div>
      <PagedList
        label="Lines of the list"
        listKey={`${preview} ${show} ${search}`}
        page={(number) => linesQuery(timedRace, outcome, { show, search, page: number }) as never}
        read={(found: { total: number; lines: readonly ListLine[] }) => ({ total: found.total, rows: found.lines })}
        pageRows={PAGE_ROWS}
        rowKey={(line) => String(line.line)}
        rowHeight={64}
        row={(line) => <Line line={line} />}
        empty={<EmptyState title="No such lines">No line of the list is of this kind.</EmptyState>}
      />
      {failure && <CallNotice {...failure} onRetry={() => onCheck(sent)} />}
      <div className="flex flex-wrap gap-3">
        {changes > 0 && !blocked && (
          <Button tone="ink" pending={applying} isDisabled={checking || isChanged} onPress={onApply}>
            Apply {changes.toLocaleString('en-US')} {changes === 1 ? 'change' : 'changes'}
          </Button>
        )}
        <Button onPress={onCancel}>Put the list away</Button>
      </div>
    </section>
  );
}

function Line({ line }: { line: ListLine }) {
  const label = SHOWN.find((one) => one.id === line.kind)?.label;
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="tabular font-semibold">{line.bib || '–'}</span>
        <span className="min-w-0">{line.name}</span>
        <span className={`label text-sm ${line.kind === 'refused' ? 'text-live' : 'text-ink-2'}`}>{label}</span>
        <span className="tabular ml-auto text-sm text-ink-3">Line {line.line}</span>
      </p>
      {line.reason && <p className="text-sm text-live">{line.reason}</p>}
      {line.fields && line.fields.length > 0 && (
        <ul className="flex flex-wrap gap-x-4 text-sm">
          {line.fields.map((field) => (
            <li key={field.label}>
              <span className="text-ink-2">{field.label}:</span>{' '}
              {line.kind === 'changed' && (
                <>
                  <del className="text-ink-2">{field.before || 'nothing'}</del>{' '}
                </>
              )}
              <ins className={`no-underline ${field.after === '' ? 'font-semibold text-live' : 'font-semibold'}`}>
                {field.after || 'nothing'}
              </ins>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
