import { createContext, useCallback, useContext, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { FormSection } from '@/core';
import { Form, untouched } from '../kit/form';
import { DraftSync } from './DraftSync';
import { localDraft, storeConfirmed, storedConfirmed, storedRefusedNumbers, storeRefusedNumbers } from './draft';
import type { CreateState } from './sections';
import { checkDraft, draftFromText, filledIn, newDraft, toForm, withFiles } from './values';

/** The form, its state and its draft. */
export interface CreateHandle {
  form: Form;
  state: StoreApi<CreateState>;
  draft: DraftSync;
  /** Empties the form and deletes the draft. */
  clear: () => void;
}

/** The state of a form in which nothing was done yet. */
function initialState(draft = newDraft()): CreateState {
  return { ...untouched(draft), found: checkDraft(draft), filled: filledIn(draft), confirmed: new Set() };
}

/** The kit's form of a new race: checked as a whole after every change, and saved by a {@link DraftSync}. */
function createForm(): Omit<CreateHandle, 'clear'> {
  const stored = localDraft();
  const confirmed = new Set(storedConfirmed() as FormSection[]);
  const refusedNumbers = storedRefusedNumbers();
  const draftAtStart = stored === undefined ? newDraft() : draftFromText(stored);
  const start = initialState({ ...draftAtStart, ...(refusedNumbers ? { refusedNumbers } : {}) });
  const state = createStore<CreateState>(() => ({ ...start, confirmed }));
  const draft = new DraftSync({
    get: () => toForm(state.getState().draft),
    set: (form) => {
      storeConfirmed([]);
      storeRefusedNumbers(undefined);
      state.setState(initialState(withFiles(form, state.getState().draft)));
    },
  });
  const form = new Form({
    subscribe: state.subscribe,
    get: state.getState,
    check: checkDraft,
    put: (next, typed) => {
      state.setState(typed ? { ...next, filled: filledIn(next.draft) } : next);
      if (!typed) return;
      storeRefusedNumbers(next.draft.refusedNumbers);
      draft.changed();
    },
  });
  return { form, state, draft };
}

/** The form of Create Race. */
export function useCreateForm(): CreateHandle {
  const [{ form, state, draft }] = useState(createForm);
  useEffect(() => {
    draft.start();
    return () => draft.stop();
  }, [draft]);
  const clear = useCallback(() => {
    state.setState(initialState());
    draft.drop();
  }, [state, draft]);
  return { form, state, draft, clear };
}

/** The form's state, for components that are not fields. */
export const CreateContext = createContext<StoreApi<CreateState> | undefined>(undefined);

/** Selects a value from the form's state; the calling component renders again only when that value changes. */
export function useCreate<T>(select: (state: CreateState) => T): T {
  return useStore(useCreateStore(), useShallow(select));
}

function useCreateStore(): StoreApi<CreateState> {
  const store = useContext(CreateContext);
  if (!store) throw new Error('useCreateStore() outside of the form');
  return store;
}

/** Whether the default text of a section is confirmed, and a function to change that. */
export function useConfirmed(id: FormSection): [confirmed: boolean, confirm: (right: boolean) => void] {
  const store = useCreateStore();
  const confirm = (right: boolean) => {
    const confirmed = new Set(store.getState().confirmed);
    if (right) confirmed.add(id);
    else confirmed.delete(id);
    storeConfirmed([...confirmed]);
    store.setState({ confirmed });
  };
  return [useCreate(({ confirmed }) => confirmed.has(id)), confirm];
}
