/** The kit's fields, bound to the part they stand in: its draft, its problems. */
import { Check } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useMemo } from 'react';
import { core, type EmbedKind, type Flag, type Race } from '@/core';
import { DateField, Frame, SelectField, Switch, TextAreaField, TextField } from '@/ui';
import { embed, linkTyped, readDate } from './rules';
import { useThisPart } from './usePart';

type NameOf<Kind> = { [Name in keyof Race]-?: Race[Name] extends Kind ? Name : never }[keyof Race];
/** The record's flags, `True` or `False`. */
export type FlagName = NameOf<Flag>;
/** The record's texts. */
export type TextName = Exclude<NameOf<string>, FlagName>;

/** What every field here takes. */
export interface FieldWords {
  label: string;
  hint?: ReactNode;
  placeholder?: string;
  className?: string;
}

/** What a line may take beside that. */
interface LineWords {
  inputMode?: 'url' | 'text';
  /** The text as it was meant, which stands there once the field is left. */
  meant?: (text: string) => string;
}

/** One line of text that is not a field of the record by itself, such as a button's link. `field` is the core's name of it. */
export function LineOf({
  field,
  value,
  onChange,
  meant,
  ...words
}: FieldWords & { field: string; value: string; onChange: (text: string) => void } & LineWords) {
  const part = useThisPart();
  return (
    <TextField
      autoComplete="off"
      {...words}
      name={field}
      value={value}
      onChange={onChange}
      onBlur={() => {
        const text = meant?.(value) ?? value;
        if (text !== value) onChange(text);
        part.touch(field);
      }}
      error={part.problem(field)}
    />
  );
}

/** One line of text of the record. */
export function Line({ name, ...words }: FieldWords & { name: TextName } & LineWords) {
  const part = useThisPart();
  return <LineOf {...words} field={name} value={part.draft[name]} onChange={(text) => part.set({ [name]: text })} />;
}

/** A link. Not of the type `url`: its native check would speak before the core does. */
export const LINK = { inputMode: 'url', placeholder: 'https://', meant: linkTyped } as const;

/** Several lines of text that are not a field of the record by themselves. */
export function LinesOf({
  field,
  value,
  onChange,
  rows = 6,
  onEnter,
  ...words
}: FieldWords & {
  field: string;
  value: string;
  onChange: (text: string) => void;
  rows?: number;
  /** What Enter does instead of a new line. */
  onEnter?: () => void;
}) {
  const part = useThisPart();
  return (
    <TextAreaField
      {...words}
      {...(onEnter ? { onKeyDown: (event) => enter(event, onEnter) } : {})}
      rows={rows}
      name={field}
      value={value}
      onChange={onChange}
      onBlur={() => part.touch(field)}
      error={part.problem(field)}
    />
  );
}

/** Enter does something of its own, unless it ends a word of an input method. */
function enter(event: KeyboardEvent, act: () => void): void {
  if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
  event.preventDefault();
  act();
}

/** Several lines of text of the record. */
export function Lines({ name, ...words }: FieldWords & { name: TextName; rows?: number }) {
  const part = useThisPart();
  return <LinesOf {...words} field={name} value={part.draft[name]} onChange={(text) => part.set({ [name]: text })} />;
}

/** A flag of the record. */
export function Toggle({ name, children }: { name: FlagName; children: ReactNode }) {
  const part = useThisPart();
  return (
    <ToggleOf value={part.draft[name]} onChange={(flag) => part.set({ [name]: flag })}>
      {children}
    </ToggleOf>
  );
}

/** A flag that is not a field of the record by itself. */
export function ToggleOf({
  value,
  onChange,
  children,
}: {
  value: Flag | undefined;
  onChange: (flag: Flag) => void;
  children: ReactNode;
}) {
  return (
    <Switch isSelected={value === 'True'} onChange={(on) => onChange(on ? 'True' : 'False')}>
      {children}
    </Switch>
  );
}

/** A date, with its weekday. */
export function DateLine({ name, ...words }: FieldWords & { name: TextName }) {
  const part = useThisPart();
  const value = part.draft[name];
  const date = readDate(value);
  return (
    <div className={words.className}>
      <DateField
        {...words}
        name={name}
        placeholder="June 15, 2027"
        value={value}
        onChange={(text) => part.set({ [name]: text, Day: readDate(text)?.weekday ?? '' })}
        onBlur={() => part.touch(name)}
        error={part.problem(name)}
        read={(text) => readDate(text)?.iso}
        write={(iso) => readDate(iso)?.text ?? iso}
      />
      <p aria-live="polite" className="mt-1 text-sm text-ink-2 empty:hidden">
        {date && `${date.weekday}, ${date.text}`}
      </p>
    </div>
  );
}

/** The race's zone. */
export function ZoneChoice({ className }: { className?: string }) {
  const part = useThisPart();
  const zones = useMemo(
    () =>
      core()
        .timeZones()
        .map((id) => ({ id, label: zoneName(id) })),
    [],
  );
  return (
    <SelectField
      label="Time zone"
      {...(className ? { className } : {})}
      options={zones}
      value={part.draft.TimeZone}
      onChange={(TimeZone) => part.set({ TimeZone })}
      error={part.problem('TimeZone', true)}
    />
  );
}

/** `Eastern Time (America/New York)`. */
function zoneName(id: string): string {
  const long = new Intl.DateTimeFormat('en-US', { timeZone: id, timeZoneName: 'longGeneric' })
    .formatToParts()
    .find((one) => one.type === 'timeZoneName')?.value;
  const name = id.replaceAll('_', ' ');
  return long && long !== id ? `${long} (${name})` : name;
}

/** Pasted markup or an address, with what the core makes of it said at once, and shown as the page will show it. */
export function EmbedLines({
  name,
  kind,
  height = 300,
  ...words
}: FieldWords & { name: TextName; kind: EmbedKind /** The preview's, in pixels. */; height?: number }) {
  const part = useThisPart();
  const value = part.draft[name];
  const frame = useMemo(() => embed(kind, value), [kind, value]);
  return (
    <div className={words.className}>
      <TextAreaField
        {...words}
        rows={2}
        name={name}
        value={value}
        onChange={(text) => part.set({ [name]: text })}
        onBlur={() => part.touch(name)}
        error={part.problem(name, true)}
      />
      <p aria-live="polite" className="mt-1 flex items-center gap-2 text-sm font-medium text-success empty:hidden">
        {frame && (
          <>
            <Check size={16} aria-hidden="true" /> {frame.provider}: {frame.title}
          </>
        )}
      </p>
      {frame && <Frame key={frame.url} source={frame} height={height} className="mt-3" />}
    </div>
  );
}
