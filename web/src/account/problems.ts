import { useState } from 'react';
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
