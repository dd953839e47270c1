/**
 * The state of a form that is being edited: its values, its problems, and which of those are shown. Fields use a {@link Form}; the
 * editor that contains them provides an {@link Adapter}, which stores the state, checks it and saves it.
 */
import { createContext, useContext, useSyncExternalStore } from 'react';
import type { FieldError, Race } from '@/core';
import { fieldOf } from './rules';

/** The record while it is edited. A chosen picture is in it as an image with an object URL; see `chosen.ts`. */
export type Draft = Race & {
  /** The number of courses that was chosen; if missing, the number that the record has. */
  NumberOfCourses?: number;
  /** The typed numbers that the record cannot store, by field; see `numbers.ts`. */
  refusedNumbers?: Readonly<Record<string, number>> | undefined;
};

/** The state of a form. A new object after every change. */
export interface FormState {
  draft: Draft;
  /** All problems that the core finds. */
  found: readonly FieldError[];
  /** The problems that the server reported, each until its field changes. */
  refused: readonly FieldError[];
  /** The fields that the user has left; their problems are shown. */
  touched: ReadonlySet<string>;
  /** Whether sending was attempted; then all problems are shown. */
  submitted: boolean;
  /** The ids of the rows of each list, by the list's name. */
  rows: Readonly<Record<string, readonly string[]>>;
}

/** The state of a form before any input. */
export function untouched(draft: Draft): FormState {
  return { draft, found: [], refused: [], touched: new Set(), submitted: false, rows: {} };
}

/** The editor's part of a form: where the state is stored. */
export interface Adapter {
  /** Calls the listener after every change; for `useSyncExternalStore`. */
  subscribe: (listener: () => void) => () => void;
  /** Returns the state; the same object until it changes. */
  get: () => FormState;
  /** Replaces the state. `typed` is true when the user changed a value. */
  put: (next: FormState, typed: boolean) => void;
  /** Returns all problems of a draft. */
  check: (draft: Draft) => FieldError[];
  /** Returns the saved race; missing when a new race is created. */
  saved?: () => Race;
}

/** The form, as its fields use it. */
export class Form {
  constructor(readonly adapter: Adapter) {}

  /** The values. */
  get draft(): Draft {
    return this.adapter.get().draft;
  }

  /** Changes fields, and the ids of the rows of a list that grew, shrank or was sorted. */
  set(changes: Partial<Draft>, rows: FormState['rows'] = {}): void {
    const now = this.adapter.get();
    const draft = { ...now.draft, ...changes };
    const names = Object.keys(changes);
    // The server's problem was about the old value. A problem of a field outside the record is about all fields.
    const refused = now.refused.filter(({ field }) => {
      const name = fieldOf(field)?.name;
      return name !== undefined && !names.includes(name);
    });
    const found = this.adapter.check(draft);
    this.adapter.put({ ...now, draft, found, refused, rows: { ...now.rows, ...rows } }, true);
  }

  /** Marks a field as left: from now on its problem is shown. */
  touch(field: string): void {
    const now = this.adapter.get();
    if (!now.touched.has(field)) this.adapter.put({ ...now, touched: new Set([...now.touched, field]) }, false);
  }

  /** Shows all problems, after an attempt to send a form that has some. */
  showAll(): void {
    this.adapter.put({ ...this.adapter.get(), submitted: true }, false);
  }

  /** Sets the problems that the server reported. */
  refuse(refused: readonly FieldError[]): void {
    this.adapter.put({ ...this.adapter.get(), refused }, false);
  }
}

/** The problem to show at a field. `eager` shows it before the field is left. */
export function problemAt(state: FormState, field: string, eager = false): string | undefined {
  const refused = state.refused.find((one) => one.field === field);
  if (refused) return refused.message;
  if (!eager && !state.submitted && !state.touched.has(field)) return undefined;
  return state.found.find((one) => one.field === field)?.message;
}

/** All problems that are shown. */
export function visibleProblems({ found, refused, touched, submitted }: FormState): readonly FieldError[] {
  const shown = found.filter(({ field }) => submitted || touched.has(field));
  return [...refused, ...shown.filter(({ field }) => !refused.some((other) => other.field === field))];
}

/** Provides the form to the fields in it. */
export const FormContext = createContext<Form | undefined>(undefined);

/** The form that contains the calling component; throws outside of a form. */
export function useForm(): Form {
  const form = useContext(FormContext);
  if (!form) throw new Error('useForm() outside of a form');
  return form;
}

/** Selects a value from the form's state; the calling component renders again only when that value changes. */
export function useFormState<T>(select: (state: FormState) => T): T {
  const { adapter } = useForm();
  return useSyncExternalStore(adapter.subscribe, () => select(adapter.get()));
}

/** The current value of a field of the draft. */
export function useValue<Name extends keyof Draft>(name: Name): Draft[Name] {
  return useFormState((state) => state.draft[name]);
}

/** The current problem to show at a field. */
export function useProblem(field: string, eager = false): string | undefined {
  return useFormState((state) => problemAt(state, field, eager));
}
