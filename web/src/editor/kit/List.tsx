/** Lists whose rows can be added, removed and sorted, by dragging or by buttons. The focus follows the row and is never lost. */
import { Plus, Trash2 } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { Button, FieldProblemText, moved, useReorder } from '@/ui';
import { type Draft, useForm, useFormState, useProblem } from './form';
import { TextLine, TextLines } from './inputs';
import { canRemoveRow, fieldNamed, joinDistances, newRow } from './rules';
import { StartTimeField } from './StartTimeField';
import { Grip, MoveButtons } from './sorting';

let lastId = 0;
/** A new unique id for a row. */
function newId(): string {
  lastId += 1;
  return `new-${lastId}`;
}

const capital = (word: string) => word.replace(/^./, (first) => first.toUpperCase());

/** A list in the draft, with buttons to change it. Each row gets only its index, so that typing in one row renders only that row. */
export function List<Row>({
  name,
  problemName = name,
  alsoProblem = problemName,
  title,
  hint = '',
  hideTitle = false,
  item,
  of,
  put,
  createRow,
  canRemove = () => true,
  children,
}: {
  /** The field of the record that is the list, or contains it. */
  name: keyof Draft & string;
  /** The list's name in problems. */
  problemName?: string;
  /** A field that is computed from the list; its problem is shown here too. */
  alsoProblem?: string;
  title: string;
  /** A sentence below the title. */
  hint?: string;
  /** Hides the title, because a heading above the list already says it. */
  hideTitle?: boolean;
  /** The name of one row, in lower case. */
  item: string;
  /** Returns the rows of a draft. */
  of: (draft: Draft) => readonly Row[];
  /** Returns the change of the draft that replaces the rows. */
  put: (rows: Row[], draft: Draft) => Partial<Draft>;
  /** Creates a row to add. */
  createRow: () => Row;
  canRemove?: (rows: readonly Row[]) => boolean;
  /** Renders the fields of a row; `next` adds a row under it. */
  children: (at: number, next: () => void) => ReactNode;
}) {
  const form = useForm();
  const add = useRef<HTMLButtonElement>(null);
  const count = useFormState(({ draft }) => of(draft).length);
  const storedIds = useFormState(({ rows }) => rows[name]);
  const removable = useFormState(({ draft }) => canRemove(of(draft)));
  // Rows that were not added in this session have no ids: their indexes identify them.
  const ids = storedIds?.length === count ? storedIds : Array.from({ length: count }, (_, at) => String(at));
  const change = (rows: Row[], rowIds: string[]) => form.set(put(rows, form.draft), { [name]: rowIds });
  const sort = useReorder(
    ids,
    (at) => `${capital(item)} ${at + 1}`,
    (from, to) => change(moved(of(form.draft), from, to), moved(ids, from, to)),
  );
  const insert = (at: number) => {
    change(of(form.draft).toSpliced(at, 0, createRow()), ids.toSpliced(at, 0, newId()));
    // The new row is rendered after this event.
    setTimeout(() =>
      sort.box.current?.querySelector<HTMLElement>(`[data-entry="${at}"] :is(input, textarea)`)?.focus(),
    );
  };
  const own = useProblem(problemName);
  const other = useProblem(alsoProblem, alsoProblem !== problemName);
  const problem = own ?? other;
  const many = count > 1;
  return (
    <fieldset data-field={problemName} className="flex min-w-0 flex-col gap-3">
      <legend className={hideTitle ? 'sr-only' : 'label mb-3 text-base'}>{title}</legend>
      {hint && <p className="-mt-2 text-sm text-ink-3">{hint}</p>}
      {count > 0 && (
        <ol ref={sort.box} className="flex flex-col gap-4">
          {ids.map((id, at) => (
            <li
              key={id}
              {...sort.entry(at)}
              className="flex flex-wrap items-end justify-end gap-x-1 gap-y-1 rounded-control data-dragged:opacity-60 data-over:outline-2 data-over:outline-offset-2 data-over:outline-line"
            >
              <Grip shown={many} {...sort.grip(at)} />
              <div className="min-w-0 flex-1 basis-56">{children(at, () => insert(at + 1))}</div>
              <span className="flex">
                {many && <MoveButtons what={`${item} ${at + 1}`} at={at} sort={sort} />}
                <Button
                  icon
                  tone="quiet"
                  aria-label={`Remove ${item} ${at + 1}`}
                  isDisabled={!removable}
                  onPress={() => {
                    change(of(form.draft).toSpliced(at, 1), ids.toSpliced(at, 1));
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
      <Button ref={add} size="sm" className="self-start" onPress={() => insert(count)}>
        <Plus size={18} aria-hidden="true" />
        {`Add ${/^[aeiou]/i.test(item) ? 'an' : 'a'} ${item}`}
      </Button>
      <p className="sr-only" aria-live="polite">
        {sort.announcement}
      </p>
    </fieldset>
  );
}

/** The lists of texts in the record. */
export type TextListName = 'Rules' | 'Amenities' | 'LiveSites';

const NONE: string[] = [];

/** A list of texts in the record. Blank entries are not removed (SPEC §5). */
export function TextList({
  name,
  label,
  hideTitle = false,
}: {
  name: TextListName;
  label?: string;
  hideTitle?: boolean;
}) {
  const field = fieldNamed(name);
  return (
    <List
      name={name}
      title={label ?? field.label}
      hint={field.hint}
      hideTitle={hideTitle}
      item={field.item}
      of={(draft) => draft[name] ?? NONE}
      put={(rows) => ({ [name]: rows })}
      createRow={() => ''}
    >
      {(at, next) => <Entry name={name} label={`${capital(field.item)} ${at + 1}`} at={at} onEnter={next} />}
    </List>
  );
}

/** An entry of a text list: a single line of text, which may wrap on the screen. */
function Entry({ name, label, at, onEnter }: { name: TextListName; label: string; at: number; onEnter: () => void }) {
  const form = useForm();
  const text = useFormState(({ draft }) => draft[name]?.[at] ?? '');
  return (
    <TextLines
      name={`${name}.${at}`}
      label={label}
      rows={1}
      value={text}
      onChange={(now) => form.set({ [name]: (form.draft[name] ?? NONE).with(at, now.replace(/\s*\n\s*/g, ' ')) })}
      onEnter={onEnter}
    />
  );
}

/** The rows of distance and start time, at least one; the field Distance is computed from their names (SPEC §5). */
export function DistanceRows() {
  const { name, label, item } = fieldNamed('DistanceStartTimes');
  return (
    <List
      name="DistanceStartTimes"
      problemName={name}
      alsoProblem="Distance"
      title={label}
      item={item}
      of={(draft) => draft.DistanceStartTimes}
      put={withDistance}
      createRow={newRow}
      canRemove={canRemoveRow}
    >
      {(at) => <DistanceRow at={at} />}
    </List>
  );
}

const withDistance = (rows: Draft['DistanceStartTimes']): Partial<Draft> => ({
  DistanceStartTimes: rows,
  Distance: joinDistances(rows),
});

function DistanceRow({ at }: { at: number }) {
  const form = useForm();
  const row = useFormState(({ draft }) => draft.DistanceStartTimes[at]) ?? newRow();
  const set = (change: Partial<typeof row>) =>
    form.set(withDistance(form.draft.DistanceStartTimes.with(at, { ...row, ...change })));
  const start = `DistanceStartTimes.${at}.startTime`;
  return (
    <div className="flex flex-wrap items-start gap-x-3 gap-y-4">
      <TextLine
        name={`DistanceStartTimes.${at}.distance`}
        label={`Distance ${at + 1}`}
        placeholder="10K"
        className="min-w-0 flex-1 basis-40"
        value={row.distance}
        onChange={(distance) => set({ distance })}
      />
      <div data-field={start}>
        <StartTimeField
          value={row.startTime}
          fallback={newRow().startTime}
          error={useProblem(start, true)}
          onChange={(startTime) => set({ startTime })}
        />
      </div>
    </div>
  );
}
