/** A field of a race, rendered from the core's table of fields. A layout names the field, and may override the table's texts. */
import { Check } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import type { Flag, Race, RaceField } from '@/core';
import { DateField, Frame, NumberField, SelectField } from '@/ui';
import { type Draft, useForm, useFormState, useProblem, useValue } from './form';
import { FieldAnchor, type FieldWords, FlagSwitch, LINK, TextLine, TextLines } from './inputs';
import { TextList, type TextListName } from './List';
import { numberTyped } from './numbers';
import { Picture } from './Picture';
import { embed, fieldNamed, pathCompleted, readDate, zoneOptions } from './rules';

/** What {@link Field} takes. */
export interface FieldProps extends FieldWords {
  /** The field's name in the record. */
  name: keyof Race;
  /** The number of lines shown when it is empty. */
  rows?: number;
  /** The value is shown but cannot be changed. */
  isReadOnly?: boolean;
  /** Hides the title of a list, because a heading above it already says it. */
  hideTitle?: boolean;
  /** Shows a preview of a pasted frame with this height in pixels. */
  preview?: number;
  /** The title of that frame, when the recognized one is not the only one on the page. */
  previewTitle?: string;
  /** Returns the changes of other fields that follow from a change of this one. */
  alsoChange?: (draft: Draft, changes: Partial<Draft>) => Partial<Draft>;
}

/** A field of a race. */
export function Field({ alsoChange, ...props }: FieldProps) {
  const form = useForm();
  const field = fieldNamed(props.name);
  const set = (value: unknown) => {
    // The field `Day` is computed from the date.
    const day = field.input === 'date' ? { Day: readDate(String(value))?.weekday ?? '' } : {};
    const changes: Partial<Draft> =
      field.input === 'number' ? numberTyped(form.draft, field.name, Number(value)) : { [field.name]: value, ...day };
    form.set({ ...changes, ...alsoChange?.(form.draft, changes) });
  };
  const bound = { ...props, field, set };
  switch (field.input) {
    case 'lines':
      return <Lines {...bound} />;
    case 'entries':
    case 'sites':
      return <TextList {...props} name={field.name as TextListName} />;
    case 'switch':
      return <Toggle {...bound} />;
    case 'number':
      return <WholeNumber {...bound} />;
    case 'date':
      return <DateLine {...bound} />;
    case 'zone':
      return <Zone {...bound} />;
    case 'frame':
      return <PastedFrame {...bound} />;
    case 'picture':
      return <Picture field={field} {...props} />;
    default:
      return <Line {...bound} />;
  }
}

/** A field with its entry in the table, and a function that changes its value. */
type Bound = Omit<FieldProps, 'alsoChange'> & { field: RaceField; set: (value: unknown) => void };

/** The texts of a field: the layout's where it gives one, else the table's. */
function wordsOf({ field, label, hint, placeholder }: FieldWords & { field: RaceField }) {
  const shown = placeholder ?? field.placeholder;
  return {
    name: field.name,
    label: label ?? (field.inputLabel || field.label),
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
      {...(input === 'link' ? LINK : input === 'path' ? { normalize: pathCompleted } : {})}
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
    <FieldAnchor field={field.name}>
      <FlagSwitch name={field.name} value={value as Flag | undefined} onChange={set}>
        {label ?? (field.inputLabel || field.label)}
      </FlagSwitch>
    </FieldAnchor>
  );
}

/** Renders its children while a flag is on. */
export function IfFlag({ flag, children }: { flag: 'MilitaryBase'; children: ReactNode }) {
  return useValue(flag) === 'True' ? children : null;
}

function WholeNumber({ field, set, ...words }: Bound) {
  const form = useForm();
  const { name } = field;
  const value = useFormState(({ draft }) => draft.refusedNumbers?.[name] ?? draft[name as 'AgeRequirement']);
  return (
    <FieldAnchor field={name}>
      <NumberField
        {...wordsOf({ field, ...words })}
        className="max-w-56"
        minValue={0}
        value={value}
        error={useProblem(name)}
        onBlur={() => form.touch(name)}
        onChange={set}
      />
    </FieldAnchor>
  );
}

/** A date field that also shows the weekday. */
function DateLine({ field, set, ...words }: Bound) {
  const form = useForm();
  const { name } = field;
  const value = useValue(name as 'Date');
  const date = readDate(value);
  return (
    <FieldAnchor field={name}>
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
    </FieldAnchor>
  );
}

function Zone({ field, set, ...words }: Bound) {
  const { name } = field;
  const options = useMemo(zoneOptions, []);
  return (
    <FieldAnchor field={name}>
      <SelectField
        {...wordsOf({ field, ...words })}
        options={options}
        value={useValue(name as 'TimeZone')}
        onChange={set}
        error={useProblem(name, true)}
      />
    </FieldAnchor>
  );
}

/** A field for a pasted frame; shows at once which provider and title the core recognizes. */
function PastedFrame({ field, set, preview, previewTitle, ...words }: Bound) {
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
      {frame && preview && (
        <Frame
          key={frame.url}
          source={{ ...frame, title: previewTitle ?? frame.title }}
          height={preview}
          className="mt-3"
        />
      )}
    </div>
  );
}
