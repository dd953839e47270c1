import { useCallback, useEffect, useState } from 'react';
import { type Resolver, type UseFormReturn, useForm } from 'react-hook-form';
import { AUTOSAVE_MS, dropDraft, keepDraft, keptDraft } from './draft';
import { ProblemStore } from './problems';
import { checkValues, draftValues, newValues, toForm, type Values } from './values';

/** The form, what is wrong with it, and its draft. */
export interface CreateFormHandle {
  form: UseFormReturn<Values>;
  problems: ProblemStore;
  /** When the draft was last kept; nothing when it is not kept. */
  savedAt: Date | undefined;
  /** Empties the form and forgets the draft. */
  clear: () => void;
}

/** The core, as react-hook-form asks it before it sends. */
const resolver: Resolver<Values> = (values) => {
  const found = checkValues(values);
  if (found.length === 0) return { values, errors: {} };
  return {
    values: {},
    errors: Object.fromEntries(found.map((one) => [one.field, { type: one.code, message: one.message }])),
  };
};

/**
 * The Create Race form. Its fields live in react-hook-form, so that a keystroke renders one field; after every change the core
 * checks the whole form into the {@link ProblemStore}, and half a second later the draft is kept.
 */
export function useCreateForm(): CreateFormHandle {
  const [problems] = useState(() => new ProblemStore());
  const [start] = useState(() => {
    const kept = keptDraft();
    return kept === undefined ? newValues() : draftValues(kept);
  });
  const [savedAt, setSavedAt] = useState<Date>();
  // Sending is when react-hook-form itself asks; between, the subscription below does, once a change.
  const form = useForm<Values>({
    defaultValues: start,
    resolver,
    mode: 'onSubmit',
    reValidateMode: 'onSubmit',
    shouldFocusError: false,
  });

  useEffect(() => {
    let due: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      const values = form.getValues();
      problems.update(checkValues(values), values);
    };
    const keep = () => {
      due = undefined;
      setSavedAt(keepDraft(toForm(form.getValues())) ? new Date() : undefined);
    };
    // Leaving within the half second must not lose the last word.
    const leave = () => {
      if (due === undefined) return;
      clearTimeout(due);
      keep();
    };
    look();
    addEventListener('pagehide', leave);
    const stop = form.subscribe({
      formState: { values: true },
      callback: ({ name }) => {
        look();
        clearTimeout(due);
        due = undefined;
        // Without a name it is a reset, whose draft was just forgotten.
        if (!name) return;
        problems.edited(problemKey(name));
        due = setTimeout(keep, AUTOSAVE_MS);
      },
    });
    return () => {
      stop();
      removeEventListener('pagehide', leave);
      leave();
    };
  }, [form, problems]);

  const clear = useCallback(() => {
    dropDraft();
    setSavedAt(undefined);
    problems.clear();
    form.reset(newValues());
  }, [form, problems]);

  return { form, problems, savedAt, clear };
}

/** The core's name of a form's path: `Rules.2.text` → `Rules.2`, `pictures.medal` → `medal`. */
export function problemKey(path: string): string {
  return path
    .replace(/^(Rules|Amenities)\.(\d+)\.text$/, '$1.$2')
    .replace(/^CommunityPartnersData\.(\d+)\.image$/, 'communityPartnerImages.$1')
    .replace(/^pictures\./, '')
    .replace(/^memories/, 'memImages');
}
