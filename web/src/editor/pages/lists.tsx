/** Lists that grow, shrink and are sorted by keyboard: distances, rules, amenities. The focus moves along, never to nowhere. */
import { Plus } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import type { DistanceStart } from '@/core';
import { Button, FieldProblemText } from '@/ui';
import { RowActions } from '../shared/RowActions';
import { moved } from '../shared/rows';
import { StartTimeField } from '../shared/StartTimeField';
import { LineOf } from './fields';
import { canRemoveRow, newRow } from './rules';
import { useThisPart } from './usePart';

/** A list of rows with the ways to change it. */
export function SortedRows<Row>({
  field,
  title,
  item,
  rows,
  fresh,
  onChange,
  canRemove = true,
  children,
}: {
  /** The core's name of the list. */
  field: string;
  title: string;
  /** What one row is called, with a small letter. */
  item: string;
  rows: readonly Row[];
  /** A row that is added. */
  fresh: () => Row;
  onChange: (rows: Row[]) => void;
  canRemove?: boolean;
  /** A row's fields. */
  children: (row: Row, at: number) => ReactNode;
}) {
  const part = useThisPart();
  const box = useRef<HTMLFieldSetElement>(null);
  const [said, setSaid] = useState('');
  const problem = part.problem(field);
  /** Puts the focus there once the list is drawn anew. */
  const focus = (...selectors: string[]) =>
    setTimeout(() => {
      const found = selectors.map((one) => box.current?.querySelector<HTMLElement>(one)).find(Boolean);
      found?.focus();
    });
  return (
    <fieldset ref={box} className="flex flex-col gap-3">
      <legend className="label mb-3 text-base">{title}</legend>
      {rows.length > 0 && (
        <ol className="flex flex-col gap-4">
          {rows.map((row, at) => (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity of their own and hold no state.
              key={at}
              className="flex flex-wrap items-end gap-x-3 gap-y-1 border-b border-rule pb-4 last:border-0 last:pb-0"
            >
              <div className="min-w-0 flex-1 basis-64">{children(row, at)}</div>
              <RowActions
                what={`${item} ${at + 1}`}
                at={at}
                count={rows.length}
                canRemove={canRemove}
                onMove={(by) => {
                  onChange(moved(rows, at, by));
                  setSaid(`Moved to place ${at + by + 1} of ${rows.length}`);
                  // At either end its own button can do no more, and the other one takes the focus.
                  const place = `li:nth-child(${at + by + 1}) [data-move`;
                  focus(`${place}="${by}"]:not([disabled])`, `${place}]:not([disabled])`);
                }}
                onRemove={() => {
                  onChange(rows.filter((_, other) => other !== at));
                  setSaid(`Removed ${item} ${at + 1}`);
                  focus('[data-add]');
                }}
              />
            </li>
          ))}
        </ol>
      )}
      {problem && <FieldProblemText>{problem}</FieldProblemText>}
      <Button
        size="sm"
        data-add
        className="self-start"
        onPress={() => {
          onChange([...rows, fresh()]);
          focus('li:last-child input');
        }}
      >
        <Plus size={18} aria-hidden="true" />
        {`Add ${/^[aeiou]/i.test(item) ? 'an' : 'a'} ${item}`}
      </Button>
      <span className="sr-only" aria-live="polite">
        {said}
      </span>
    </fieldset>
  );
}

/** A list of texts of the record. Blank entries are kept as they are (SPEC §5). */
export function TextList({ name, title, item }: { name: 'Rules' | 'Amenities'; title: string; item: string }) {
  const part = useThisPart();
  const rows = part.draft[name];
  return (
    <SortedRows
      field={name}
      title={title}
      item={item}
      rows={rows}
      fresh={() => ''}
      onChange={(next) => part.set({ [name]: next })}
    >
      {(text, at) => (
        <LineOf
          field={`${name}.${at}`}
          label={`${item.replace(/^./, (first) => first.toUpperCase())} ${at + 1}`}
          value={text}
          onChange={(next) => part.set({ [name]: rows.map((old, other) => (other === at ? next : old)) })}
        />
      )}
    </SortedRows>
  );
}

/** The rows of distance and start time, of which at least one stays (SPEC §5). */
export function DistanceRows({ onChange }: { onChange: (rows: DistanceStart[]) => void }) {
  const part = useThisPart();
  const rows = part.draft.DistanceStartTimes;
  const set = (at: number, change: Partial<DistanceStart>) =>
    onChange(rows.map((row, other) => (other === at ? { ...row, ...change } : row)));
  return (
    <SortedRows
      field="DistanceStartTimes"
      title="Distances and start times"
      item="distance"
      rows={rows}
      fresh={newRow}
      onChange={onChange}
      canRemove={canRemoveRow(rows)}
    >
      {(row, at) => (
        <div className="flex flex-wrap items-start gap-x-3 gap-y-4">
          <LineOf
            field={`DistanceStartTimes.${at}.distance`}
            label={`Distance ${at + 1}`}
            placeholder="10K"
            className="min-w-0 flex-1 basis-40"
            value={row.distance ?? ''}
            onChange={(distance) => set(at, { distance })}
          />
          <StartTimeField
            value={row.startTime ?? ''}
            fallback={newRow().startTime ?? ''}
            error={part.problem(`DistanceStartTimes.${at}.startTime`, true)}
            onChange={(startTime) => set(at, { startTime })}
          />
        </div>
      )}
    </SortedRows>
  );
}
