/** A field of a race, drawn from the core's table: a layout names it, and may say more than the table. */
import { Check } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import type { Flag, Race, RaceField } from '@/core';
import { DateField, Frame, NumberField, SelectField } from '@/ui';
import { type Draft, useForm, useProblem, useValue } from './form';
import { type FieldWords, Flipped, LINK, Place, TextLine, TextLines } from './inputs';
import { TextList } from './List';
import { Picture } from './Picture';
import { embed, fieldNamed, pathTyped, readDate, zoneOptions } from './rules';

/** What {@link Field} takes. */
export interface FieldProps extends FieldWords {
  /** The field's name in the record. */
  name: keyof Race;
  /** How many lines it shows when it is empty. */
  rows?: number;
  /** It only shows its value. */
  isReadOnly?: boolean;
  /** A list whose title stands above already. */
  hideTitle?: boolean;
  /** Shows a pasted frame as the page will, in this height in pixels. */
  preview?: number;
  /** What changes with it. */
  also?: (draft: Draft, changes: Partial<Draft>) => Partial<Draft>;
}

/** A field of a race. */
export function Field({ also, ...props }: FieldProps) {
  const form = useForm();
  const field = fieldNamed(props.name);
  const set = (value: unknown) => {
    // The weekday follows from the date.
    const day = field.input === 'date' ? { Day: readDate(String(value))?.weekday ?? '' } : {};
    const changes = { [field.name]: value, ...day } as Partial<Draft>;
    form.set({ ...changes, ...also?.(form.draft, changes) });
  };
  const bound = { ...props, field, set };
  switch (field.input) {
    case 'lines':
      return <Lines {...bound} />;
    case 'entries':
      return <TextList {...props} name={field.name as 'Rules' | 'Amenities'} />;
    case 'switch':
      return <Toggle {...bound} />;
    case 'number':
      return <Whole {...bound} />;
    case 'date':
      return <DateLine {...bound} />;
    case 'zone':
      return <Zone {...bound} />;
    case 'frame':
      return <Pasted {...bound} />;
    case 'picture':
      return <Picture field={field} {...props} />;
    default:
      return <Line {...bound} />;
  }
}

/** A field with its entry of the table, and the way to change it. */
type Bound = Omit<FieldProps, 'also'> & { field: RaceField; set: (value: unknown) => void };

/** What the table and the layout say of a field together. */
function wordsOf({ field, label, hint, placeholder }: FieldWords & { field: RaceField }) {
  const shown = placeholder ?? field.placeholder;
  return {
    name: field.name,
    label: label ?? (field.asks || field.label),
    hint: hint ?? field.hint,
    ...(shown ? { placeholder: shown } : {}),
  };
}

function Line({ field, set, isReadOnly = false, className, ...words }: Bound) {
  const value = String(useValue(field.name as keyof Race) ?? '');
  const { input } = field;
  return (
    <TextLine
      {...wordsOf({ field, ...words })}
      {...(input === 'link' ? LINK : input === 'path' ? { meant: pathTyped } : {})}
      {...(isReadOnly ? { isReadOnly } : {})}
      {...(className ? { className } : {})}
      value={value}
      onChange={set}
    />
  );
}

function Lines({ field, set, rows, className, ...words }: Bound) {
  const value = String(useValue(field.name as keyof Race) ?? '');
  return (
    <TextLines
      {...wordsOf({ field, ...words })}
      {...(rows ? { rows } : {})}
      {...(className ? { className } : {})}
      value={value}
      onChange={set}
    />
  );
}

function Toggle({ field, set, label }: Bound) {
  const value = useValue(field.name as keyof Race);
  return (
    <Place field={field.name}>
      <Flipped name={field.name} value={value as Flag | undefined} onChange={set}>
        {label ?? (field.asks || field.label)}
      </Flipped>
    </Place>
  );
}

/** Shows its children while a flag is on. */
export function When({ flag, children }: { flag: 'MilitaryBase'; children: ReactNode }) {
  return useValue(flag) === 'True' ? children : null;
}

function Whole({ field, set, ...words }: Bound) {
  const form = useForm();
  const { name } = field;
  const value = useValue(name as 'AgeRequirement');
  return (
    <Place field={name}>
      <NumberField
        {...wordsOf({ field, ...words })}
        className="max-w-56"
        minValue={0}
        value={value}
        error={useProblem(name)}
        onBlur={() => form.touch(name)}
        onChange={(number) => set(Number.isNaN(number) ? 0 : number)}
      />
    </Place>
  );
}

/** A date, with its weekday. */
function DateLine({ field, set, ...words }: Bound) {
  const form = useForm();
  const { name } = field;
  const value = useValue(name as 'Date');
  const date = readDate(value);
  return (
    <Place field={name}>
      <DateField
        {...wordsOf({ field, ...words })}
        placeholder="June 15, 2027"
        value={value}
        onChange={set}
        onBlur={() => form.touch(name)}
        error={useProblem(name)}
        read={(text) => readDate(text)?.iso}
        write={(iso) => readDate(iso)?.text ?? iso}
      />
      <p aria-live="polite" className="mt-1 text-sm text-ink-2 empty:hidden">
        {date && `${date.weekday}, ${date.text}`}
      </p>
    </Place>
  );
}

function Zone({ field, set, ...words }: Bound) {
  const { name } = field;
  const options = useMemo(zoneOptions, []);
  return (
    <Place field={name}>
      <SelectField
        {...wordsOf({ field, ...words })}
        options={options}
        value={useValue(name as 'TimeZone')}
        onChange={set}
        error={useProblem(name, true)}
      />
    </Place>
  );
}

/** What is pasted for a frame, with what the core makes of it said at once. */
function Pasted({ field, set, preview, ...words }: Bound) {
  const value = String(useValue(field.name as keyof Race) ?? '');
  const frame = useMemo(() => field.frame && embed(field.frame, value), [field, value]);
  return (
    <div>
      <TextLines {...wordsOf({ field, ...words })} rows={2} eager value={value} onChange={set} />
      <p aria-live="polite" className="mt-1 flex items-center gap-2 text-sm font-medium text-success empty:hidden">
        {frame && (
          <>
            <Check size={16} aria-hidden="true" /> {frame.provider}: {frame.title}
          </>
        )}
      </p>
      {frame && preview && <Frame key={frame.url} source={frame} height={preview} className="mt-3" />}
    </div>
  );
}
