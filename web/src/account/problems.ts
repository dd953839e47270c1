import { useEffect, useState } from 'react';
import { CallError } from '@/api';
import type { FieldError } from '@/core';

/** The control of a field with a problem; the first in the form is found. */
const FIRST_WRONG = 'input[aria-invalid], textarea[aria-invalid], [data-invalid] button';

/**
 * The problems of a form's fields, and the props of each field that shows them. Whenever problems are shown, the first field with one gets
 * the focus, so that a keyboard and a screen reader are where something has to be done. A problem disappears while its field is edited,
 * never when the field is left: the form would move between the press and the release of a mouse button, and the click would be lost.
 */
export function useProblems() {
  const [form, setForm] = useState<HTMLFormElement | null>(null);
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [shown, setShown] = useState(0);
  useEffect(() => {
    if (shown > 0) form?.querySelector<HTMLElement>(FIRST_WRONG)?.focus();
  }, [shown, form]);
  /** Shows these messages, by field name, in place of the earlier ones. */
  const show = (messages: Record<string, string>) => {
    setProblems(messages);
    setShown((times) => times + 1);
  };
  return {
    /** The props of the form. */
    form: { ref: setForm, noValidate: true },
    /** Moves the focus to the form's first field. */
    focus: () => form?.querySelector('input')?.focus(),
    show,
    /** Shows the core's problems in place of the earlier ones. Returns whether there are any. */
    showFound: (found: readonly FieldError[]) => {
      show(Object.fromEntries(found.map(({ field, message }) => [field, message])));
      return found.length > 0;
    },
    /** Shows what a refused request says about the fields; nothing when it failed for another reason. */
    showRefused: (error: unknown) => {
      if (error instanceof CallError) show(error.fields);
    },
    /** Shows this message at one field, or none; the focus stays where it is. */
    showAt: (name: string, message: string | undefined) =>
      setProblems(({ [name]: _, ...others }) => (message === undefined ? others : { ...others, [name]: message })),
    /** The props of the field with this name. */
    field: (name: string) => ({
      name,
      error: problems[name],
      onChange: () => setProblems(({ [name]: _, ...others }) => others),
    }),
  };
}
