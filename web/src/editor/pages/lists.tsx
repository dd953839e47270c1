/** Lists that grow, shrink and are sorted by keyboard: distances, rules, amenities. The focus moves along, never to nowhere. */
import { Plus, Trash2 } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import type { DistanceStart } from '@/core';
import { Button, FieldProblemText, moved, useReorder } from '@/ui';
import { StartTimeField } from '../shared/StartTimeField';
import { Grip, MoveButtons } from '../shared/sorting';
import { LineOf, LinesOf } from './fields';
import { canRemoveRow, newRow } from './rules';
import { useThisPart } from './usePart';

/** A list of rows with the ways to change it. */
export function SortedRows<Row>({
  field,
  alsoField,
  title,
  item,
  rows,
  fresh,
  onChange,
  canRemove = true,
  hideTitle = false,
  children,
}: {
  /** The core's name of the list. */
  field: string;
  /** The name of a field that follows from the list, whose problem stands here too. */
  alsoField?: string;
  title: string;
  /** The title stands above already. */
  hideTitle?: boolean;
  /** What one row is called, with a small letter. */
  item: string;
  rows: readonly Row[];
  /** A row that is added. */
  fresh: () => Row;
  onChange: (rows: Row[]) => void;
  canRemove?: boolean;
  /** A row's fields; `next` adds a row under it. */
  children: (row: Row, at: number, next: () => void) => ReactNode;
}) {
  const part = useThisPart();
  const add = useRef<HTMLButtonElement>(null);
  const ids = useIds(rows.length);
  const sort = useReorder(
    ids.current,
    (at) => `${capital(item)} ${at + 1}`,
    (from, to) => {
      ids.current = moved(ids.current, from, to);
      onChange(moved(rows, from, to));
    },
  );
  const insert = (at: number) => {
    ids.current.splice(at, 0, newId());
    onChange([...rows.slice(0, at), fresh(), ...rows.slice(at)]);
    // The new row is on the page after this event.
    setTimeout(() =>
      sort.box.current?.querySelector<HTMLElement>(`[data-entry="${at}"] :is(input, textarea)`)?.focus(),
    );
  };
  const problem = part.problem(field) ?? (alsoField && part.problem(alsoField, true));
  const many = rows.length > 1;
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className={hideTitle ? 'sr-only' : 'label mb-3 text-base'}>{title}</legend>
      {rows.length > 0 && (
        <ol ref={sort.box} className="flex flex-col gap-4">
          {rows.map((row, at) => (
            <li
              key={ids.current[at]}
              {...sort.entry(at)}
              className="flex flex-wrap items-end justify-end gap-x-1 gap-y-1 rounded-control data-dragged:opacity-60 data-over:outline-2 data-over:outline-offset-2 data-over:outline-line"
            >
              <Grip shown={many} {...sort.grip(at)} />
              <div className="min-w-0 flex-1 basis-56">{children(row, at, () => insert(at + 1))}</div>
              <span className="flex">
                {many && <MoveButtons what={`${item} ${at + 1}`} at={at} sort={sort} />}
                <Button
                  icon
                  tone="quiet"
                  aria-label={`Remove ${item} ${at + 1}`}
                  isDisabled={!canRemove}
                  onPress={() => {
                    ids.current = ids.current.filter((_, other) => other !== at);
                    onChange(rows.filter((_, other) => other !== at));
                    add.current?.focus();
                  }}
                >
                  <Trash2 size={18} aria-hidden="true" />
                </Button>
              </span>
            </li>
          ))}
        </ol>
      )}
      {problem && <FieldProblemText>{problem}</FieldProblemText>}
      <Button ref={add} size="sm" className="self-start" onPress={() => insert(rows.length)}>
        <Plus size={18} aria-hidden="true" />
        {`Add ${/^[aeiou]/i.test(item) ? 'an' : 'a'} ${item}`}
      </Button>
      <p className="sr-only" aria-live="polite">
        {sort.said}
      </p>
    </fieldset>
  );
}

let made = 0;
function newId(): string {
  made += 1;
  return String(made);
}

/** What tells rows apart that are texts: as many as there are rows, each row's own for as long as it is on the page. */
function useIds(count: number) {
  const ids = useRef<string[]>([]);
  while (ids.current.length < count) ids.current.push(newId());
  ids.current.length = count;
  return ids;
}

const capital = (word: string) => word.replace(/^./, (first) => first.toUpperCase());

/** A list of texts of the record. Blank entries are kept as they are (SPEC §5). */
export function TextList({
  name,
  title,
  item,
  hideTitle = false,
}: {
  name: 'Rules' | 'Amenities';
  title: string;
  item: string;
  hideTitle?: boolean;
}) {
  const part = useThisPart();
  const rows = part.draft[name];
  return (
    <SortedRows
      field={name}
      title={title}
      hideTitle={hideTitle}
      item={item}
      rows={rows}
      fresh={() => ''}
      onChange={(next) => part.set({ [name]: next })}
    >
      {(text, at, next) => (
        <LinesOf
          field={`${name}.${at}`}
          label={`${capital(item)} ${at + 1}`}
          rows={1}
          value={text}
          onChange={(now) => part.set({ [name]: rows.map((old, other) => (other === at ? now : old)) })}
          // An entry is one line however many it takes on the screen.
          onEnter={next}
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
      // Their names together are the record's Distance, which has no field of its own here.
      alsoField="Distance"
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
