/**
 * What is wrong with the form, outside React's tree: every keystroke is checked as a whole, and only the field whose own
 * sentence changed renders anew.
 */
import { createContext, useContext, useSyncExternalStore } from 'react';
import type { FieldError, Filled } from '@/core';
import { keepConfirmed, keptConfirmed } from './draft';
import { SECTIONS, type SectionId, type SectionInfo, sectionOf } from './sections';

/** How a section stands. */
export interface SectionState {
  /** Nothing of a person's is in it, it is done, or something is wrong with it. */
  state: 'empty' | 'ready' | 'open';
  /** How many of its problems may be seen. */
  problems: number;
  /** It holds the usual words alone, which a person may confirm. */
  usual: boolean;
}

/** Everything wrong, what of it may be shown, and how each section stands. */
export class ProblemStore {
  private found: readonly FieldError[] = [];
  private refused: readonly FieldError[] = [];
  private touched = new Set<string>();
  private submitted = false;
  private listeners = new Set<() => void>();
  private shown: readonly FieldError[] = [];
  private states = new Map<SectionId, SectionState>();
  private filled: Filled = { own: [], usual: [] };
  private confirmed = new Set<string>(keptConfirmed());

  /** Tells of changes; made for `useSyncExternalStore`. */
  subscribe = (listener: () => void) => {
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
    };
  };

  /** The core's word on the whole form: what is wrong, and what a person put into it. */
  update(found: readonly FieldError[], filled: Filled): void {
    this.found = found;
    this.filled = filled;
    this.changed();
  }

  /** Somebody looked at the usual words of a section: they are right, or not any more. */
  confirm(id: SectionId, right: boolean): void {
    if (right) this.confirmed.add(id);
    else this.confirmed.delete(id);
    keepConfirmed([...this.confirmed]);
    this.changed();
  }

  /** Whether somebody said that the usual words of a section are right. */
  isConfirmed(id: SectionId): boolean {
    return this.confirmed.has(id);
  }

  /** The server's word on single fields, each kept until its field changes. */
  refuse(fields: readonly FieldError[]): void {
    this.refused = fields;
    this.changed();
  }

  /** A field was changed: what the server said of it is out of date. */
  edited(field: string): void {
    const within = (inner: string, outer: string) => inner === outer || inner.startsWith(`${outer}.`);
    const left = this.refused.filter((one) => !within(one.field, field) && !within(field, one.field));
    if (left.length !== this.refused.length) {
      this.refused = left;
      this.changed();
    }
  }

  /** A field was left: from now on its problem shows. */
  touch(field: string): void {
    if (this.touched.has(field)) return;
    this.touched.add(field);
    this.changed();
  }

  /** The form was sent and is not right: everything shows. */
  showAll(): void {
    this.submitted = true;
    this.changed();
  }

  /** As if nobody had been here. */
  clear(): void {
    this.refused = [];
    this.touched.clear();
    this.confirmed.clear();
    keepConfirmed([]);
    this.submitted = false;
    this.changed();
  }

  /** The sentence at a field. `eager` fields do not wait to be left. */
  message(field: string, eager = false): string | undefined {
    const refused = this.refused.find((one) => one.field === field);
    if (refused) return refused.message;
    if (!eager && !this.submitted && !this.touched.has(field)) return undefined;
    return this.found.find((one) => one.field === field)?.message;
  }

  /** Whether anything is wrong, shown or not. */
  get any(): boolean {
    return this.found.length > 0;
  }

  /** What is wrong and may be shown, in the form's order. The same list until something changes. */
  visible = (): readonly FieldError[] => this.shown;

  /** How a section stands. The same object until it changes. */
  section(id: SectionId): SectionState {
    return this.states.get(id) ?? EMPTY;
  }

  private changed(): void {
    const visible = [
      ...this.refused,
      ...this.found.filter(
        (one) =>
          (this.submitted || this.touched.has(one.field)) && !this.refused.some((other) => other.field === one.field),
      ),
    ];
    const key = (list: readonly FieldError[]) => list.map((one) => `${one.field} ${one.message}`).join('\n');
    if (key(visible) !== key(this.shown)) this.shown = visible;
    for (const section of SECTIONS) {
      const { id } = section;
      const problems = visible.filter((one) => sectionOf(one.field) === id).length;
      const wrong = problems > 0 || this.found.some((one) => sectionOf(one.field) === id);
      const own = this.done(section);
      const usual = !own && section.fields.some((field) => this.filled.usual.includes(field));
      const state = wrong ? 'open' : own || (usual && this.confirmed.has(id)) ? 'ready' : 'empty';
      const before = this.states.get(id);
      if (before?.state !== state || before.problems !== problems || before.usual !== usual)
        this.states.set(id, { state, problems, usual });
    }
    for (const listener of this.listeners) listener();
  }

  /** Whether a person put enough into a section. */
  private done({ done, all }: SectionInfo): boolean {
    const has = (field: string) => this.filled.own.includes(field);
    return all ? done.every(has) : done.some(has);
  }
}

const EMPTY: SectionState = { state: 'empty', problems: 0, usual: false };

/** The form's store. */
export const ProblemContext = createContext<ProblemStore | undefined>(undefined);

/** The form's store; only within the form. */
export function useProblemStore(): ProblemStore {
  const store = useContext(ProblemContext);
  if (!store) throw new Error('useProblemStore() outside of the form');
  return store;
}

/** The sentence at a field, or nothing. */
export function useProblem(field: string, eager = false): string | undefined {
  const store = useProblemStore();
  return useSyncExternalStore(store.subscribe, () => store.message(field, eager));
}

/** How a section stands. */
export function useSectionState(id: SectionId): SectionState {
  const store = useProblemStore();
  return useSyncExternalStore(store.subscribe, () => store.section(id));
}

/** All problems that show. */
export function useVisibleProblems(): readonly FieldError[] {
  const store = useProblemStore();
  return useSyncExternalStore(store.subscribe, store.visible);
}

/** How many sections are ready. */
export function useReadyCount(): number {
  const store = useProblemStore();
  return useSyncExternalStore(
    store.subscribe,
    () => SECTIONS.filter((section) => store.section(section.id).state === 'ready').length,
  );
}

/** Whether the usual words of a section are confirmed, and how to say so. */
export function useConfirmed(id: SectionId): [confirmed: boolean, confirm: (right: boolean) => void] {
  const store = useProblemStore();
  const confirmed = useSyncExternalStore(store.subscribe, () => store.isConfirmed(id));
  return [confirmed, (right) => store.confirm(id, right)];
}
