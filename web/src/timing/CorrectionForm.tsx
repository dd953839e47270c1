import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { CallError, callFailure, callWords } from '@/api';
import { deskCore } from '@/core';
import { Button, CallNotice, type Option, SelectField, TextField } from '@/ui';
import { BibField } from './BibField';
import { type Asked, useCorrect } from './corrections';
import type { Place } from './types';

/** A field of a correction that a person fills in besides the reason. Times are typed as times of the race's day. */
export interface FormField {
  name: 'bib' | 'chip' | 'time' | 'from' | 'to' | 'mat' | 'source' | 'offsetMs';
  label: string;
  hint?: string;
  /** May stay empty. */
  optional?: boolean;
  /** The field's choices, for one that is not typed. */
  options?: readonly Option[];
  initial?: string;
}

/** The form of a correction: its fields and the reason, which is filled in. Errors are shown at their fields. */
export function CorrectionForm({
  place,
  label,
  asked,
  fields = [],
  confirm,
  onDone,
  onCancel,
}: {
  place: Place;
  /** The form's name for screen readers: what is done to whom. */
  label: string;
  /** What is sent besides the fields; a function when it depends on the moment of sending. */
  asked: Asked | (() => Asked);
  fields?: readonly FormField[];
  /** The text of the button that sends it. */
  confirm: string;
  onDone?: () => void;
  onCancel?: () => void;
}) {
  const first = typeof asked === 'function' ? asked() : asked;
  const [texts, setTexts] = useState<Record<string, string>>(() => ({
    ...Object.fromEntries(fields.map((field) => [field.name, field.initial ?? field.options?.[0]?.id ?? ''])),
    reason: deskCore().correctionReason(first.kind ?? ''),
  }));
  const [problems, setProblems] = useState<Record<string, string>>({});
  const correct = useCorrect(place.timedRace);
  const refusedFields = correct.error instanceof CallError ? correct.error.fields : {};
  const errors = { ...refusedFields, ...problems };
  const shown = new Set(['reason', ...fields.map((field) => field.name)]);
  const elsewhere = Object.entries(errors).filter(([field]) => !shown.has(field));

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (correct.isPending) return;
    const filled = fill(typeof asked === 'function' ? asked() : asked, fields, texts, place);
    setProblems(filled.problems);
    correct.reset();
    if (Object.keys(filled.problems).length === 0) correct.mutate(filled.asked, { onSuccess: () => onDone?.() });
  };
  const cancelByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !onCancel) return;
    // Only the form is closed, not the dialog around it.
    event.stopPropagation();
    onCancel();
  };
  const change = (name: string) => (text: string) => {
    setTexts((before) => ({ ...before, [name]: text }));
    setProblems(({ [name]: _, ...others }) => others);
  };
  return (
    <form
      aria-label={label}
      onSubmit={submit}
      onKeyDown={cancelByKey}
      noValidate
      className="flex w-full flex-col gap-3 rounded-control border border-rule bg-sunk p-3"
    >
      <div className="flex flex-wrap items-start gap-3">
        {fields.map((field, at) => (
          <OneField
            key={field.name}
            field={field}
            place={place}
            value={texts[field.name] ?? ''}
            error={errors[field.name]}
            onChange={change(field.name)}
            autoFocus={at === 0 && onCancel !== undefined}
          />
        ))}
        <TextField
          label="Reason"
          value={texts.reason ?? ''}
          onChange={change('reason')}
          className="min-w-48 flex-1"
          error={errors.reason}
        />
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          tone="ink"
          size="sm"
          pending={correct.isPending}
          // So that the second press of an action confirms it.
          autoFocus={fields.length === 0 && onCancel !== undefined}
        >
          {confirm}
        </Button>
        {onCancel && (
          <Button size="sm" onPress={onCancel}>
            Cancel
          </Button>
        )}
      </div>
      {elsewhere.map(([field, words]) => (
        <CallNotice key={field} words={words} loggedOut={false} />
      ))}
      {correct.isError && Object.keys(refusedFields).length === 0 && <CallNotice {...callFailure(correct.error)} />}
    </form>
  );
}

function OneField({
  field,
  place,
  value,
  error,
  onChange,
  autoFocus,
}: {
  field: FormField;
  place: Place;
  value: string;
  error: string | undefined;
  onChange: (text: string) => void;
  autoFocus: boolean;
}) {
  const { label, hint, options, name, optional } = field;
  if (options) {
    return <SelectField label={label} value={value} onChange={onChange} options={options} className="min-w-40" />;
  }
  if (name === 'bib') {
    return (
      <BibField
        race={place.timedRace}
        label={label}
        value={value}
        onChange={onChange}
        error={error}
        autoFocus={autoFocus}
      />
    );
  }
  return (
    <TextField
      label={label}
      value={value}
      onChange={onChange}
      className="w-52"
      error={error}
      autoFocus={autoFocus}
      {...(hint ? { hint } : {})}
      {...(optional ? {} : { isRequired: true })}
    />
  );
}

/** Returns the correction with the typed texts, and the problem of each field. */
function fill(asked: Asked, fields: readonly FormField[], texts: Record<string, string>, place: Place) {
  const problems: Record<string, string> = {};
  const filled: Asked & { reason: string } = { ...asked, reason: texts.reason ?? '' };
  for (const { name } of fields) {
    const text = (texts[name] ?? '').trim();
    try {
      if (name === 'time' || name === 'from' || name === 'to') {
        const time = deskCore().timeTyped(text, place.date, place.zone);
        if (time !== undefined) filled[name] = time;
      } else if (name === 'offsetMs') {
        filled.offsetMs = deskCore().offsetTyped(text);
      } else {
        filled[name] = text;
      }
    } catch (error) {
      problems[name] = callWords(error);
    }
  }
  for (const { field, message } of deskCore().correctionCheck(filled)) problems[field] ??= message;
  return { asked: filled, problems };
}
