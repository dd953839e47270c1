/**
 * A form under edit: what is typed, what is wrong with it, and what of that may be shown. Fields ask a {@link Form}; the editor
 * that they stand in gives it an {@link Adapter}, which says where the state lives, what checks it and who keeps it.
 */
import { createContext, useContext, useSyncExternalStore } from 'react';
import type { FieldError, Race } from '@/core';
import { fieldOf } from './rules';

/** The record as it is edited. A chosen picture stands in it by an address that leads to its file. */
export type Draft = Race & {
  /** How many courses were chosen; without it as many as the record has. */
  NumberOfCourses?: number;
};

/** How a form stands. A new object after every change. */
export interface FormState {
  draft: Draft;
  /** Everything wrong with it, by the core. */
  found: readonly FieldError[];
  /** What the server refused, each until its field changes. */
  refused: readonly FieldError[];
  /** The fields that were left, whose problems show. */
  touched: ReadonlySet<string>;
  /** Sending was tried: every problem shows. */
  submitted: boolean;
  /** The ids of a list's rows, by the name of the list. */
  rows: Readonly<Record<string, readonly string[]>>;
}

/** A form that nobody has touched. */
export function untouched(draft: Draft): FormState {
  return { draft, found: [], refused: [], touched: new Set(), submitted: false, rows: {} };
}

/** An editor's side of a form. */
export interface Adapter {
  /** Calls back after every change; made for `useSyncExternalStore`. */
  subscribe: (listener: () => void) => () => void;
  /** How the form stands. The same object until it changes. */
  get: () => FormState;
  /** Takes the form as it stands from now on. `typed` when somebody changed a value. */
  put: (next: FormState, typed: boolean) => void;
  /** Everything wrong with a draft. */
  check: (draft: Draft) => FieldError[];
  /** The race as it is saved; missing where there is none yet. */
  saved?: () => Race;
}

/** A form for its fields. */
export class Form {
  constructor(readonly adapter: Adapter) {}

  /** What is typed. */
  get draft(): Draft {
    return this.adapter.get().draft;
  }

  /** Changes fields, and the ids of the rows of a list that grew, shrank or was sorted. */
  set(changes: Partial<Draft>, rows: FormState['rows'] = {}): void {
    const now = this.adapter.get();
    const draft = { ...now.draft, ...changes };
    const names = Object.keys(changes);
    // What the server said is about the old value; of a field that is none of the record's, about all of them.
    const refused = now.refused.filter(({ field }) => {
      const name = fieldOf(field)?.name;
      return name !== undefined && !names.includes(name);
    });
    const found = this.adapter.check(draft);
    this.adapter.put({ ...now, draft, found, refused, rows: { ...now.rows, ...rows } }, true);
  }

  /** A field was left: from now on its problem shows. */
  touch(field: string): void {
    const now = this.adapter.get();
    if (!now.touched.has(field)) this.adapter.put({ ...now, touched: new Set([...now.touched, field]) }, false);
  }

  /** Sending was tried and the form is not right: everything shows. */
  showAll(): void {
    this.adapter.put({ ...this.adapter.get(), submitted: true }, false);
  }

  /** The server refused fields. */
  refuse(refused: readonly FieldError[]): void {
    this.adapter.put({ ...this.adapter.get(), refused }, false);
  }
}

/** The sentence at a field. `eager` fields do not wait to be left. */
export function problemAt(state: FormState, field: string, eager = false): string | undefined {
  const refused = state.refused.find((one) => one.field === field);
  if (refused) return refused.message;
  if (!eager && !state.submitted && !state.touched.has(field)) return undefined;
  return state.found.find((one) => one.field === field)?.message;
}

/** What is wrong and may be shown. */
export function visibleProblems({ found, refused, touched, submitted }: FormState): readonly FieldError[] {
  const shown = found.filter(({ field }) => submitted || touched.has(field));
  return [...refused, ...shown.filter(({ field }) => !refused.some((other) => other.field === field))];
}

/** The form around these fields. */
export const FormContext = createContext<Form | undefined>(undefined);

/** The form around these fields; throws outside of one. */
export function useForm(): Form {
  const form = useContext(FormContext);
  if (!form) throw new Error('useForm() outside of a form');
  return form;
}

/** Something of the form's state, followed: what asks is rendered anew only when that changes. */
export function useFormState<T>(select: (state: FormState) => T): T {
  const { adapter } = useForm();
  return useSyncExternalStore(adapter.subscribe, () => select(adapter.get()));
}

/** A value of the draft, followed. */
export function useValue<Name extends keyof Draft>(name: Name): Draft[Name] {
  return useFormState((state) => state.draft[name]);
}

/** The sentence at a field, followed. */
export function useProblem(field: string, eager = false): string | undefined {
  return useFormState((state) => problemAt(state, field, eager));
}
