import { useCallback, useEffect, useState } from 'react';
import { type Resolver, type UseFormReturn, useForm } from 'react-hook-form';
import { DraftKeeper } from './DraftKeeper';
import { keptDraft } from './draft';
import { ProblemStore } from './problems';
import { checkValues, draftValues, filledValues, newValues, toForm, type Values, withFiles } from './values';

/** The form, what is wrong with it, and its draft. */
export interface CreateFormHandle {
  form: UseFormReturn<Values>;
  problems: ProblemStore;
  draft: DraftKeeper;
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
 * checks the whole form into the {@link ProblemStore}, and the {@link DraftKeeper} keeps it.
 */
export function useCreateForm(): CreateFormHandle {
  const [problems] = useState(() => new ProblemStore());
  const [start] = useState(() => {
    const kept = keptDraft();
    return kept === undefined ? newValues() : draftValues(kept);
  });
  // Sending is when react-hook-form itself asks; between, the subscription below does, once a change.
  const form = useForm<Values>({
    defaultValues: start,
    resolver,
    mode: 'onSubmit',
    reValidateMode: 'onSubmit',
    shouldFocusError: false,
  });
  const [draft] = useState(
    () =>
      new DraftKeeper({
        get: () => toForm(form.getValues()),
        set: (next) => {
          problems.clear();
          form.reset(withFiles(next, form.getValues()));
        },
      }),
  );

  useEffect(() => {
    const look = () => {
      const values = form.getValues();
      problems.update(checkValues(values), filledValues(values));
    };
    look();
    draft.start();
    const stop = form.subscribe({
      formState: { values: true },
      callback: ({ name }) => {
        look();
        // Without a name it is a whole new form, of which the keeper knows.
        if (!name) return;
        problems.edited(problemKey(name));
        draft.changed();
      },
    });
    return () => {
      stop();
      draft.stop();
    };
  }, [form, problems, draft]);

  const clear = useCallback(() => {
    problems.clear();
    form.reset(newValues());
    draft.drop();
  }, [form, problems, draft]);

  return { form, problems, draft, clear };
}

/** The core's name of a form's path: `Rules.2.text` → `Rules.2`, `pictures.medal` → `medal`. */
export function problemKey(path: string): string {
  return path
    .replace(/^(Rules|Amenities)\.(\d+)\.text$/, '$1.$2')
    .replace(/^CommunityPartnersData\.(\d+)\.image$/, 'communityPartnerImages.$1')
    .replace(/^pictures\./, '')
    .replace(/^memories/, 'memImages');
}
