/** The kit's fields, bound to the form by name. Each renders alone when its value or its problem changes. */
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { type FieldPath, useController, useWatch } from 'react-hook-form';
import type { EmbedKind, Flag } from '@/core';
import {
  DateField,
  FieldProblemText,
  type Option,
  PictureField,
  PicturesField,
  SelectField,
  Switch,
  TextAreaField,
  TextField,
} from '@/ui';
import { confirmMemories } from '../pictures/rules';
import { USES } from '../pictures/uses';
import { StartTimeField } from '../shared/StartTimeField';
import { useProblem, useProblemStore } from './problems';
import { embed, linkTyped, newRow, readDate } from './rules';
import { problemKey } from './useCreateForm';
import { inspect, type PictureName, type Values } from './values';

interface Bound {
  name: FieldPath<Values>;
  label: ReactNode;
  hint?: ReactNode;
  placeholder?: string;
}

/** A text of the form: its value, its problem, and what tells the form of both. */
function useText(name: FieldPath<Values>, eager = false) {
  const { field } = useController<Values>({ name });
  const store = useProblemStore();
  const key = problemKey(name);
  return {
    key,
    props: {
      name,
      value: String(field.value ?? ''),
      onChange: field.onChange as (text: string) => void,
      onBlur: () => {
        field.onBlur();
        store.touch(key);
      },
      error: useProblem(key, eager),
    },
  };
}

/** The place of a field, which the list of problems leads to. */
function Place({ field, className, children }: { field: string; className?: string | undefined; children: ReactNode }) {
  return (
    <div data-field={field} className={className}>
      {children}
    </div>
  );
}

/** One line of text. */
export function Line({
  name,
  className,
  meant,
  onChanged,
  ...parts
}: Bound & {
  className?: string;
  inputMode?: 'url' | 'text';
  /** The text as it was meant, which stands there once the field is left. */
  meant?: (text: string) => string;
  isReadOnly?: boolean;
  /** Called once the form has the new text. */
  onChanged?: () => void;
}) {
  const { key, props } = useText(name);
  return (
    <Place field={key} className={className}>
      <TextField
        autoComplete="off"
        {...parts}
        {...props}
        onChange={(text) => {
          props.onChange(text);
          onChanged?.();
        }}
        onBlur={() => {
          const text = meant?.(props.value) ?? props.value;
          if (text !== props.value) props.onChange(text);
          props.onBlur();
        }}
      />
    </Place>
  );
}

/** A link. Not of the type `url`: its native check would speak before the core does. */
export function LinkLine(parts: Bound & { className?: string }) {
  return <Line placeholder="https://" inputMode="url" meant={linkTyped} {...parts} />;
}

/** Several lines of text. */
export function Lines({ name, rows, ...parts }: Bound & { rows?: number }) {
  const { key, props } = useText(name);
  return (
    <Place field={key}>
      <TextAreaField {...(rows ? { rows } : {})} {...parts} {...props} />
    </Place>
  );
}

/** An entry of a list: one text, all of it in sight however long. Enter is done with it, not a new line in it. */
export function Entry({ name, label, onEnter }: Bound & { onEnter: () => void }) {
  const { key, props } = useText(name);
  return (
    <Place field={key}>
      <TextAreaField
        rows={1}
        label={label}
        {...props}
        onChange={(text) => props.onChange(text.replace(/\s*\n\s*/g, ' '))}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return event.continuePropagation();
          event.preventDefault();
          onEnter();
        }}
      />
    </Place>
  );
}

/** Pasted markup or an address, with what the core makes of it said at once. */
export function EmbedLines({ name, kind, ...parts }: Bound & { kind: EmbedKind }) {
  const { key, props } = useText(name, true);
  const frame = embed(kind, props.value);
  return (
    <Place field={key}>
      <TextAreaField rows={2} {...parts} {...props} />
      <p aria-live="polite" className="mt-1 flex items-center gap-2 text-sm font-medium text-success empty:hidden">
        {frame && (
          <>
            <Check size={16} aria-hidden="true" /> {frame.provider}: {frame.title}
          </>
        )}
      </p>
    </Place>
  );
}

/** A date, with its weekday. */
export function DateLine({ name, label }: Bound) {
  const { key, props } = useText(name);
  const date = readDate(props.value);
  return (
    <Place field={key}>
      <DateField
        label={label}
        placeholder="June 15, 2027"
        {...props}
        read={(text) => readDate(text)?.iso}
        write={(iso) => readDate(iso)?.text ?? iso}
      />
      <p aria-live="polite" className="mt-1 text-sm text-ink-2 empty:hidden">
        {date && `${date.weekday}, ${date.text}`}
      </p>
    </Place>
  );
}

/** One of several words. */
export function Choice({ name, options, ...parts }: Bound & { options: readonly Option[] }) {
  const { key, props } = useText(name);
  return (
    <Place field={key}>
      <SelectField {...parts} {...props} options={options} />
    </Place>
  );
}

/** The names of the form's flags. */
export type FlagName = {
  [Name in keyof Values]-?: NonNullable<Values[Name]> extends Flag
    ? Flag extends NonNullable<Values[Name]>
      ? Name
      : never
    : never;
}[keyof Values];

/** A flag, `True` or `False`. */
export function Toggle({
  name,
  children,
  onToggle,
}: {
  name: FlagName;
  children: ReactNode;
  onToggle?: (on: boolean) => void;
}) {
  const { field } = useController<Values>({ name });
  return (
    <Place field={name}>
      <Switch
        name={name}
        isSelected={field.value === 'True'}
        onBlur={field.onBlur}
        onChange={(on) => {
          field.onChange(on ? 'True' : 'False');
          onToggle?.(on);
        }}
      >
        {children}
      </Switch>
    </Place>
  );
}

/** Shows its children while a flag is on. */
export function When({ flag, children }: { flag: FlagName; children: ReactNode }) {
  return useWatch<Values>({ name: flag }) === 'True' ? children : null;
}

/** One picture. It enters the form once the core has looked into it. */
export function Picture({
  name,
  label,
  hint,
  fit,
}: {
  name: PictureName;
  label: string;
  hint?: string;
  fit?: 'photo' | 'whole';
}) {
  const { field } = useController<Values, `pictures.${PictureName}`>({ name: `pictures.${name}` });
  const error = useProblem(name, true);
  return (
    <Place field={name}>
      <PictureField
        name={name}
        label={label}
        hint={hint}
        {...(fit ? { fit } : {})}
        use={fit === 'photo' ? USES.card : USES.prize}
        file={field.value}
        error={error && <FieldProblemText>{error}</FieldProblemText>}
        onChange={(file) => inspect(file ? [file] : []).then(() => field.onChange(file))}
      />
    </Place>
  );
}

/** A sponsor's picture. */
export function PartnerPicture({ at }: { at: number }) {
  const { field } = useController<Values, `CommunityPartnersData.${number}.image`>({
    name: `CommunityPartnersData.${at}.image`,
  });
  const key = `communityPartnerImages.${at}`;
  const error = useProblem(key, true);
  return (
    <Place field={key}>
      <PictureField
        name="communityPartnerImages"
        label={`Logo of partner ${at + 1}`}
        use={USES.logo}
        file={field.value}
        error={error && <FieldProblemText>{error}</FieldProblemText>}
        onChange={(file) => inspect(file ? [file] : []).then(() => field.onChange(file))}
      />
    </Place>
  );
}

/** The gallery's pictures. */
export function Memories() {
  const { field } = useController<Values, 'memories'>({ name: 'memories' });
  const count = field.value.length;
  return (
    <Place field="memImages">
      <PicturesField
        name="memImages"
        use={USES.memory}
        label="Pictures of past races"
        files={field.value}
        onChange={(files) => inspect(files).then(() => field.onChange(files))}
        question={confirmMemories}
        errorOf={(index) => <MemoryProblem at={index} />}
      />
      <p aria-live="polite" className="mt-3 text-sm text-ink-2">
        {count === 0 ? 'No images selected' : `${count} ${count === 1 ? 'image' : 'images'} selected`}
      </p>
    </Place>
  );
}

function MemoryProblem({ at }: { at: number }) {
  const error = useProblem(`memImages.${at}`, true);
  return error ? <FieldProblemText>{error}</FieldProblemText> : null;
}

/** The start time of a distance. */
export function StartTime({ at }: { at: number }) {
  const { field } = useController<Values, `DistanceStartTimes.${number}.startTime`>({
    name: `DistanceStartTimes.${at}.startTime`,
  });
  const store = useProblemStore();
  const key = `DistanceStartTimes.${at}.startTime`;
  return (
    <Place field={key}>
      <StartTimeField
        value={field.value}
        fallback={newRow().startTime}
        error={useProblem(key)}
        onChange={(time) => {
          field.onChange(time);
          store.touch(key);
        }}
      />
    </Place>
  );
}
