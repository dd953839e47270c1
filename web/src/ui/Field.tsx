import { Check, ChevronDown, CircleAlert, Minus, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import {
  NumberField as AriaNumberField,
  type NumberFieldProps as AriaNumberFieldProps,
  Select as AriaSelect,
  type SelectProps as AriaSelectProps,
  Switch as AriaSwitch,
  type SwitchProps as AriaSwitchProps,
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
  Button,
  composeRenderProps,
  FieldError,
  Group,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  SelectValue,
  Text,
  TextArea,
} from 'react-aria-components';
import { controlStyle } from './controlStyle';

/** The parts of every field besides its control. `error` is shown at the field while it is set, and replaces the browser's own message. */
export interface FieldParts {
  label: ReactNode;
  /** A sentence below the label; screen readers read it with the label. */
  hint?: ReactNode;
  error?: string | undefined;
}

function FieldHead({ label, hint, required }: { label: ReactNode; hint?: ReactNode; required?: boolean | undefined }) {
  return (
    <div className="flex flex-col gap-0.5">
      <Label className="label text-sm">
        {label}
        {required === false && <span className="font-normal text-ink-3"> (optional)</span>}
      </Label>
      {hint && (
        <Text slot="description" className="text-sm text-ink-3">
          {hint}
        </Text>
      )}
    </div>
  );
}

/** A field's error message with an icon, so that it does not depend on colour alone. Must be inside a React Aria field. */
export function FieldProblem({ error }: { error?: string | undefined }) {
  return (
    <FieldError className="flex items-start gap-2 text-sm font-medium text-live">
      {({ validationErrors }) => (
        <>
          <CircleAlert size={16} className="mt-[3px] shrink-0" aria-hidden="true" />
          <span>{error || validationErrors.join(' ')}</span>
        </>
      )}
    </FieldError>
  );
}

/** The same message for use outside of a React Aria field: for files and groups of fields. */
export function FieldProblemText({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className="flex items-start gap-2 text-sm font-medium text-live">
      <CircleAlert size={16} className="mt-[3px] shrink-0" aria-hidden="true" />
      <span>{children}</span>
    </p>
  );
}

/** One line of text. */
export function TextField({
  label,
  hint,
  error,
  placeholder,
  after,
  note,
  className,
  ...props
}: AriaTextFieldProps &
  FieldParts & {
    placeholder?: string;
    /** Shown at the control's right end, such as Reveal. */
    after?: ReactNode;
    /** A sentence below the control that changes with the text; it is announced. */
    note?: ReactNode;
  }) {
  return (
    <AriaTextField
      {...props}
      // The core checks a field, not the browser, whose own message would stay until the field is left.
      validationBehavior="aria"
      {...(error ? { isInvalid: true } : {})}
      className={composeRenderProps(className, (own) => `flex flex-col gap-2 ${own ?? ''}`)}
    >
      <FieldHead label={label} hint={hint} />
      <div className="relative">
        {/* The direction of the text depends on what is typed. */}
        <Input
          dir="auto"
          {...(placeholder ? { placeholder } : {})}
          className={`${controlStyle} ${after ? 'pr-14' : ''}`}
        />
        {after && <div className="absolute inset-y-0 right-0 flex items-center">{after}</div>}
      </div>
      <FieldProblem error={error} />
      {note !== undefined && !error && (
        <p aria-live="polite" className="tabular text-sm text-ink-2 empty:hidden">
          {note}
        </p>
      )}
    </AriaTextField>
  );
}

/** Several lines of text; grows with its content where the browser supports that. */
export function TextAreaField({
  label,
  hint,
  error,
  rows = 4,
  placeholder,
  className,
  ...props
}: AriaTextFieldProps & FieldParts & { rows?: number; placeholder?: string }) {
  return (
    <AriaTextField
      {...props}
      validationBehavior="aria"
      {...(error ? { isInvalid: true } : {})}
      className={composeRenderProps(className, (own) => `flex flex-col gap-2 ${own ?? ''}`)}
    >
      <FieldHead label={label} hint={hint} />
      <TextArea
        dir="auto"
        rows={rows}
        {...(placeholder ? { placeholder } : {})}
        className={`${controlStyle} field-sizing-content py-2 ${rows > 1 ? 'min-h-24' : 'resize-none'}`}
      />
      <FieldProblem error={error} />
    </AriaTextField>
  );
}

/** A number with buttons to increase and decrease it. */
export function NumberField({ label, hint, error, className, ...props }: AriaNumberFieldProps & FieldParts) {
  const step = 'grid w-11 place-items-center text-ink-2 hover:bg-sunk data-[disabled]:text-ink-3';
  return (
    <AriaNumberField
      {...props}
      {...(error ? { isInvalid: true } : {})}
      className={composeRenderProps(className, (own) => `flex flex-col gap-2 ${own ?? ''}`)}
    >
      <FieldHead label={label} hint={hint} />
      <Group className="flex min-h-11 overflow-hidden rounded-control border border-control bg-card data-[invalid]:border-live hover:border-ink">
        <Button slot="decrement" className={`${step} border-r border-rule`}>
          <Minus size={18} aria-hidden="true" />
        </Button>
        <Input className="tabular w-full min-w-0 bg-transparent px-3 text-center" />
        <Button slot="increment" className={`${step} border-l border-rule`}>
          <Plus size={18} aria-hidden="true" />
        </Button>
      </Group>
      <FieldProblem error={error} />
    </AriaNumberField>
  );
}

/** An option of a {@link SelectField}. */
export interface Option {
  id: string;
  label: string;
}

/** A choice of one option. `value` and `onChange` use the option's id. */
export function SelectField({
  label,
  hint,
  error,
  options,
  value,
  onChange,
  hideLabel = false,
  placeholder = 'Choose',
  className,
  ...props
}: Omit<AriaSelectProps<Option>, 'children' | 'value' | 'onChange' | 'placeholder'> &
  FieldParts & {
    options: readonly Option[];
    value?: string;
    onChange?: (id: string) => void;
    /** Shows the label to screen readers only. */
    hideLabel?: boolean;
    placeholder?: string;
  }) {
  return (
    <AriaSelect
      {...props}
      placeholder={placeholder}
      {...(value === undefined ? {} : { value })}
      {...(onChange ? { onChange: (key) => onChange(String(key)) } : {})}
      {...(error ? { isInvalid: true } : {})}
      className={composeRenderProps(className, (own) => `group/select flex min-w-0 flex-col gap-2 ${own ?? ''}`)}
    >
      {hideLabel ? <Label className="sr-only">{label}</Label> : <FieldHead label={label} hint={hint} />}
      <Button
        className={`${controlStyle} flex items-center justify-between gap-2 text-left group-data-[invalid]/select:border-live`}
      >
        <SelectValue className="truncate data-[placeholder]:text-ink-3" />
        <ChevronDown size={18} className="shrink-0 text-ink-3" aria-hidden="true" />
      </Button>
      <FieldProblem error={error} />
      <Popover className="min-w-(--trigger-width) overflow-auto rounded-control border border-rule bg-card shadow-float">
        <ListBox className="max-h-80 overflow-auto p-1 outline-none">
          {options.map((option) => (
            <ListBoxItem
              key={option.id}
              id={option.id}
              textValue={option.label}
              className="flex min-h-11 cursor-pointer items-center justify-between gap-4 rounded-chip px-3 data-[focused]:bg-sunk data-[selected]:font-semibold"
            >
              {({ isSelected }) => (
                <>
                  {option.label}
                  {isSelected && <Check size={18} aria-hidden="true" className="text-line" />}
                </>
              )}
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}

/** A switch that takes effect at once. Its text says what is on when it is on. */
export function Switch({ children, className, ...props }: Omit<AriaSwitchProps, 'children'> & { children: ReactNode }) {
  return (
    <AriaSwitch
      {...props}
      className={composeRenderProps(
        className,
        (own) =>
          `group flex min-h-11 cursor-pointer items-center gap-3 text-base data-[disabled]:cursor-not-allowed data-[disabled]:text-ink-3 ${own ?? ''}`,
      )}
    >
      {/* A flat track with a square thumb, like the switch of a timing box; its position and tick show the state, not only its colour. */}
      <span className="flex h-7 w-12 shrink-0 items-center rounded-control border border-control bg-sunk p-[3px] transition-colors group-data-[selected]:border-line group-data-[selected]:bg-line group-data-[focus-visible]:outline-3 group-data-[focus-visible]:outline-offset-2 group-data-[focus-visible]:outline-line">
        <span className="grid size-5 place-items-center rounded-[4px] bg-card text-transparent shadow-[0_0_0_1px_var(--color-control)] transition-transform group-data-[selected]:translate-x-5 group-data-[selected]:text-line group-data-[selected]:shadow-none">
          <Check size={14} strokeWidth={3.5} aria-hidden="true" />
        </span>
      </span>
      {children}
    </AriaSwitch>
  );
}
