import { createContext, useCallback, useContext, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { FormSection } from '@/core';
import { Form, untouched } from '../kit/form';
import { DraftKeeper } from './DraftKeeper';
import { keepConfirmed, keptConfirmed, keptDraft } from './draft';
import type { CreateState } from './sections';
import { checkDraft, filledIn, keptAsDraft, newDraft, toForm, withFiles } from './values';

/** The form, how it stands, and its draft. */
export interface CreateHandle {
  form: Form;
  state: StoreApi<CreateState>;
  draft: DraftKeeper;
  /** Empties the form and forgets the draft. */
  clear: () => void;
}

/** A form as if nobody had been here. */
function fresh(draft = newDraft()): CreateState {
  return { ...untouched(draft), found: checkDraft(draft), filled: filledIn(draft), confirmed: new Set() };
}

/** The kit's form of a new race: checked as a whole after every change, and kept by a {@link DraftKeeper}. */
function createForm(): Omit<CreateHandle, 'clear'> {
  const kept = keptDraft();
  const confirmed = new Set(keptConfirmed() as FormSection[]);
  const start = fresh(kept === undefined ? newDraft() : keptAsDraft(kept));
  const state = createStore<CreateState>(() => ({ ...start, confirmed }));
  const draft = new DraftKeeper({
    get: () => toForm(state.getState().draft),
    set: (form) => {
      keepConfirmed([]);
      state.setState(fresh(withFiles(form, state.getState().draft)));
    },
  });
  const form = new Form({
    subscribe: state.subscribe,
    get: state.getState,
    check: checkDraft,
    put: (next, typed) => {
      state.setState(typed ? { ...next, filled: filledIn(next.draft) } : next);
      if (typed) draft.changed();
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
    state.setState(fresh());
    draft.drop();
  }, [state, draft]);
  return { form, state, draft, clear };
}

/** How the form stands, for what is not a field. */
export const CreateContext = createContext<StoreApi<CreateState> | undefined>(undefined);

/** Something that follows from how the form stands: what asks is rendered anew only when that changes. */
export function useCreate<T>(select: (state: CreateState) => T): T {
  return useStore(useCreateStore(), useShallow(select));
}

function useCreateStore(): StoreApi<CreateState> {
  const store = useContext(CreateContext);
  if (!store) throw new Error('useCreateStore() outside of the form');
  return store;
}

/** Whether the usual words of a section are confirmed, and how to say so. */
export function useConfirmed(id: FormSection): [confirmed: boolean, confirm: (right: boolean) => void] {
  const store = useCreateStore();
  const confirm = (right: boolean) => {
    const confirmed = new Set(store.getState().confirmed);
    if (right) confirmed.add(id);
    else confirmed.delete(id);
    keepConfirmed([...confirmed]);
    store.setState({ confirmed });
  };
  return [useCreate(({ confirmed }) => confirmed.has(id)), confirm];
}
