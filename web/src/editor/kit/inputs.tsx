/** The inputs of the form's fields, for values that need not be fields of the record by themselves. `name` is the one in problems. */
import type { KeyboardEvent, ReactNode } from 'react';
import type { Flag } from '@/core';
import { Switch, TextAreaField, TextField } from '@/ui';
import { useForm, useProblem } from './form';
import { linkTyped } from './rules';

/** What a layout may say of a field beside its name. */
export interface FieldWords {
  /** Another label than the table's. */
  label?: string;
  hint?: ReactNode;
  placeholder?: string;
  className?: string;
}

/** The place of a field, which the list of problems leads to. */
export function Place({
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

/** How the text of a link or a path stands once its field is left, and how it is typed. */
export const LINK = { inputMode: 'url', placeholder: 'https://', meant: linkTyped } as const;

/** What a field for text needs: the name under which its problems are told, its words and its text. */
type TextFacts = FieldWords & {
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
  meant,
  className,
  ...words
}: TextFacts & {
  inputMode?: 'url';
  isReadOnly?: boolean;
  /** The text as it was meant, which stands there once the field is left. */
  meant?: (text: string) => string;
}) {
  const form = useForm();
  const error = useProblem(name);
  return (
    <Place field={name} className={className}>
      <TextField
        autoComplete="off"
        {...words}
        name={name}
        label={label}
        value={value}
        onChange={onChange}
        onBlur={() => {
          const text = meant?.(value) ?? value;
          if (text !== value) onChange(text);
          form.touch(name);
        }}
        error={error}
      />
    </Place>
  );
}

/** A link. Not of the type `url`: its native check would come before the core's. */
export function LinkLine(props: Omit<Parameters<typeof TextLine>[0], 'meant' | 'inputMode'>) {
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
}: TextFacts & {
  rows?: number;
  /** What Enter does instead of beginning a new line. */
  onEnter?: () => void;
  /** Its problem shows at once. */
  eager?: boolean;
}) {
  const form = useForm();
  const error = useProblem(name, eager);
  return (
    <Place field={name} className={className}>
      <TextAreaField
        {...words}
        {...(onEnter ? { onKeyDown: (event) => enter(event, onEnter) } : {})}
        name={name}
        label={label}
        value={value}
        onChange={onChange}
        onBlur={() => form.touch(name)}
        error={error}
      />
    </Place>
  );
}

/** Enter does something else, unless it ends a word of an input method. */
function enter(event: KeyboardEvent & { continuePropagation: () => void }, act: () => void): void {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) {
    event.continuePropagation();
    return;
  }
  event.preventDefault();
  act();
}

/** A flag. */
export function Flipped({
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
