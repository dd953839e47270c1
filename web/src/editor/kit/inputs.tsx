/** The inputs of the form's fields, for values that may be only a part of a record's field. `name` is the name that problems use. */
import type { KeyboardEvent, ReactNode } from 'react';
import type { Flag } from '@/core';
import { Switch, TextAreaField, TextField } from '@/ui';
import { useForm, useProblem } from './form';
import { linkCompleted } from './rules';

/** The texts that a layout may give for a field. */
export interface FieldWords {
  /** Replaces the table's label. */
  label?: string;
  hint?: ReactNode;
  placeholder?: string;
  className?: string;
}

/** Marks the element of a field, so that the list of problems can link to it. */
export function FieldAnchor({
  field,
  className,
  children,
}: {
  field: string;
  className?: string | undefined;
  children: ReactNode;
}) {
  return (
    <div data-field={field} className={className}>
      {children}
    </div>
  );
}

/** The properties of an input for a link. */
export const LINK = { inputMode: 'url', placeholder: 'https://', normalize: linkCompleted } as const;

/** The properties of a text input: the name that its problems use, its texts and its value. */
type TextInputProps = FieldWords & {
  name: string;
  label: string;
  value: string;
  onChange: (text: string) => void;
};

/** One line of text. */
export function TextLine({
  name,
  label,
  value,
  onChange,
  normalize,
  className,
  ...words
}: TextInputProps & {
  inputMode?: 'url';
  isReadOnly?: boolean;
  /** Returns the corrected text, which replaces the typed one when the field is left. */
  normalize?: (text: string) => string;
}) {
  const form = useForm();
  const error = useProblem(name);
  return (
    <FieldAnchor field={name} className={className}>
      <TextField
        autoComplete="off"
        {...words}
        name={name}
        label={label}
        value={value}
        onChange={onChange}
        onBlur={() => {
          const text = normalize?.(value) ?? value;
          if (text !== value) onChange(text);
          form.touch(name);
        }}
        error={error}
      />
    </FieldAnchor>
  );
}

/** An input for a link. Its type is not `url`, because the browser's own check would run before the core's. */
export function LinkLine(props: Omit<Parameters<typeof TextLine>[0], 'normalize' | 'inputMode'>) {
  return <TextLine {...LINK} {...props} />;
}

/** Several lines of text. */
export function TextLines({
  name,
  label,
  value,
  onChange,
  onEnter,
  eager = false,
  className,
  ...words
}: TextInputProps & {
  rows?: number;
  /** Called when Enter is pressed, instead of starting a new line. */
  onEnter?: () => void;
  /** Shows its problem at once, before the field is left. */
  eager?: boolean;
}) {
  const form = useForm();
  const error = useProblem(name, eager);
  return (
    <FieldAnchor field={name} className={className}>
      <TextAreaField
        {...words}
        {...(onEnter ? { onKeyDown: (event) => onEnterKey(event, onEnter) } : {})}
        name={name}
        label={label}
        value={value}
        onChange={onChange}
        onBlur={() => form.touch(name)}
        error={error}
      />
    </FieldAnchor>
  );
}

/** Calls `act` when Enter is pressed, unless the key belongs to an input method (IME) composition. */
function onEnterKey(event: KeyboardEvent & { continuePropagation: () => void }, act: () => void): void {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) {
    event.continuePropagation();
    return;
  }
  event.preventDefault();
  act();
}

/** A switch for a flag. */
export function FlagSwitch({
  name,
  value,
  onChange,
  children,
}: {
  name?: string;
  value: Flag | undefined;
  onChange: (flag: Flag) => void;
  children: ReactNode;
}) {
  return (
    <Switch
      {...(name ? { name } : {})}
      isSelected={value === 'True'}
      onChange={(on) => onChange(on ? 'True' : 'False')}
    >
      {children}
    </Switch>
  );
}
