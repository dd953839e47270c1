import { type RefObject, useEffect, useState } from 'react';
import { CallError, callWords } from '@/api';
import type { FieldError } from '@/core';

/**
 * The problems of a form's fields, and the props of each field that shows them. A problem disappears while its field is edited, never
 * when the field is left: the form would move between the press and the release of a mouse button, and the click would be lost.
 */
export function useProblems() {
  const [problems, setProblems] = useState<Record<string, string>>({});
  return {
    /** Shows these messages, by field name, in place of the earlier ones. */
    show: setProblems,
    /** Shows the core's problems in place of the earlier ones. Returns whether there are any. */
    showFound: (found: readonly FieldError[]) => {
      setProblems(Object.fromEntries(found.map(({ field, message }) => [field, message])));
      return found.length > 0;
    },
    /** The props of the field with this name. */
    field: (name: string) => ({
      name,
      error: problems[name],
      onChange: () => setProblems(({ [name]: _, ...others }) => others),
    }),
  };
}

/**
 * Returns a function that moves the focus to the form's first field with a problem, so that a keyboard and a screen reader are where
 * something has to be done.
 */
export function useFirstProblem(form: RefObject<HTMLFormElement | null>): () => void {
  const [asked, setAsked] = useState(0);
  useEffect(() => {
    if (asked > 0) form.current?.querySelector<HTMLElement>('input[aria-invalid], [data-invalid] button')?.focus();
  }, [asked, form]);
  return () => setAsked((times) => times + 1);
}

/** What is said above a form whose request failed: nothing when the problems are shown at its fields. */
export function formFailure(error: unknown): string | undefined {
  return error instanceof CallError && Object.keys(error.fields).length > 0 ? undefined : callWords(error);
}
