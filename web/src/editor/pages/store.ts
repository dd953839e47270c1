/**
 * The state of a race's editor, stored outside React's tree: a section can be collapsed, or rendered anew for another screen width,
 * without losing input, and a keystroke renders only its own field.
 */
import { createContext, useContext, useSyncExternalStore } from 'react';
import { createStore } from 'zustand/vanilla';
import type { Part, Race } from '@/core';
import { Saver } from '../drafts/Saver';
import { type Draft, Form, type FormState, untouched } from '../kit/form';
import { allProblems } from '../kit/numbers';
import type { EditedRace, SavedState } from './api';
import { adoptUnsaved, difference, storedUnsaved, storeUnsaved, type UnsavedChanges } from './drafts';
import type { Editing, PartState } from './part';
import { changed, check, parts, rebase } from './rules';

const NOTHING: PartState = {};

/** The states of the parts of one race. */
export class EditorStore {
  private readonly parts;
  private readonly savers: ReadonlyMap<Part, Saver>;
  private readonly forms: ReadonlyMap<Part, Form>;

  constructor(
    /** The race's id: unsaved changes are stored under it, independent of the race's name. The name while no id is known. */
    private id: string,
    /** The race's name. */
    public name: string,
  ) {
    const all = parts().map(({ part }) => part);
    adoptUnsaved(id, name, all);
    this.parts = createStore<ReadonlyMap<Part, PartState>>(
      () =>
        new Map(
          all.map((part) => {
            const stored = storedUnsaved(id, part);
            return [part, stored ? { stored } : NOTHING];
          }),
        ),
    );
    this.savers = new Map(all.map((part) => [part, new Saver(() => this.write(part))]));
    this.forms = new Map(all.map((part) => [part, this.makeForm(part)]));
  }

  /** To be called when the race's id becomes known after the editor was opened without it. Also offers the changes stored under it. */
  identify(id: string): void {
    if (id === this.id) return;
    this.storeAll();
    const all = this.parts.getState();
    adoptUnsaved(id, this.id, [...all.keys()]);
    this.id = id;
    for (const [part, { editing, stored }] of all) {
      const found = editing || stored ? undefined : storedUnsaved(id, part);
      if (found) this.put(part, { stored: found });
    }
  }

  /** Calls a listener after every change. */
  get subscribe() {
    return this.parts.subscribe;
  }

  /** Returns the state of a part. */
  get(part: Part): PartState {
    return this.parts.getState().get(part) ?? NOTHING;
  }

  /** Changes the state of a part. Changes of the edit are stored in the browser half a second later. */
  put(part: Part, change: Partial<PartState>): void {
    const before = this.get(part);
    const after = { ...before, ...change };
    this.parts.setState(new Map(this.parts.getState()).set(part, after), true);
    if (before.editing === after.editing && before.stored === after.stored) return;
    const saver = this.savers.get(part);
    // When the edit mode was left, its stored changes must not be offered after a reload.
    if (after.editing) saver?.changed();
    else saver?.now();
  }

  /** Changes the edit of a part; does nothing outside the edit mode. */
  edit(part: Part, change: Partial<Editing>): void {
    const now = this.get(part).editing;
    if (!now) return;
    const next = { ...now, ...change };
    if (next.draft !== now.draft && next.found === now.found) next.found = checked(part, next.draft);
    const dirty = next.extraUnsaved || next.draft.refusedNumbers !== undefined || changed(part, next.base, next.draft);
    this.put(part, { editing: { ...next, dirty } });
  }

  /** The form of a part, which its fields use in the edit mode. */
  form(part: Part): Form {
    const form = this.forms.get(part);
    if (!form) throw new Error(`There is no part ${part}`);
    return form;
  }

  private makeForm(part: Part): Form {
    // Fields may read the state once more between leaving the edit mode and being unmounted.
    let last: FormState | undefined;
    const get = () => {
      const now = this.get(part).editing ?? last ?? untouched({} as Race);
      last = now;
      return now;
    };
    return new Form({
      subscribe: this.subscribe,
      get,
      check: (draft) => checked(part, draft),
      saved: () => this.get(part).editing?.base ?? get().draft,
      put: (next, typed) => {
        const { lastSave } = this.get(part);
        this.edit(part, next);
        // The message about the form disappears together with the last problem that the server reported.
        if (typed && lastSave?.aboutInput && next.refused.length === 0) this.put(part, { lastSave: undefined });
      },
    });
  }

  /** Stores all unsaved changes now, because the page is about to be closed. */
  storeAll(): void {
    for (const saver of this.savers.values()) saver.flush();
  }

  /**
   * Rebases the other parts after a part was saved from this page: they may share fields with it, and the user's own save must not
   * be a conflict for them. `before` is the race before the save.
   */
  rebaseOthers(saved: Part, before: Race, { updatedRace, versions }: SavedState): void {
    for (const part of this.parts.getState().keys()) {
      if (part === saved) continue;
      const { editing, undo, stored } = this.get(part);
      const rebased = <T extends { base: Race; draft: Race }>(one: T | undefined) => {
        const to = one && rebase(part, one.base, one.draft, saved, updatedRace);
        return to && { ...one, ...to, version: versions[part] };
      };
      const next = { editing: rebased(editing), undo: rebased(undo) };
      if (next.editing) this.edit(part, next.editing);
      if (next.undo) this.put(part, { undo: next.undo });
      const to = rebased(stored && { base: { ...before, ...stored.before }, draft: { ...before, ...stored.after } });
      if (to && stored) this.put(part, { stored: { ...stored, ...this.toStored(to), at: stored.at } });
    }
  }

  /** The race with all unsaved changes applied. */
  withUnsaved(race: Race): Race {
    const changes = [...this.parts.getState().values()].map(
      ({ editing }) => editing && difference(editing.base, editing.draft),
    );
    return Object.assign({}, race, ...changes);
  }

  /** The parts that would lose something if the page were left: those with changes and those being sent. */
  get unsaved(): Part[] {
    return [...this.parts.getState()]
      .filter(([, state]) => state.editing?.dirty || state.sent !== undefined)
      .map(([part]) => part);
  }

  /** Whether anything would be lost if the page were left. */
  get hasUnsaved(): boolean {
    return this.unsaved.length > 0;
  }

  /** Whether the browser has stored all unsaved changes, so that leaving loses no text. */
  get canStore(): boolean {
    return this.unsaved.every((part) => !this.savers.get(part)?.refused);
  }

  private write(part: Part): boolean {
    const { editing, stored } = this.get(part);
    return storeUnsaved(this.id, part, editing ? (editing.dirty ? this.toStored(editing) : undefined) : stored);
  }

  private toStored({ base, draft, version }: Pick<Editing, 'base' | 'draft' | 'version'>): UnsavedChanges {
    return {
      race: this.name,
      before: difference(draft, base),
      after: difference(base, draft),
      ...(version === undefined ? {} : { version }),
      at: Date.now(),
    };
  }
}

/** All problems of a part, chosen files included. */
function checked(part: Part, draft: Draft) {
  return allProblems(draft, check(part, draft));
}

/** The edited race, as its parts use it. */
export interface EditorContext extends EditedRace {
  /** The race's name, as this page last received it. */
  name: string;
  store: EditorStore;
  /** Updates all pages that show the race, after a save of `part` (if given). */
  saved: (state: SavedState, part?: Part) => void;
  /** Restores the race after somebody deleted it, under another name if one is given. */
  restoreDeletedRace: (name?: string) => Promise<void>;
}

/** See {@link useEditor}. */
export const EditorContext = createContext<EditorContext | undefined>(undefined);

/** The edited race; throws outside of its editor. */
export function useEditor(): EditorContext {
  const editor = useContext(EditorContext);
  if (!editor) throw new Error('useEditor() outside of the editor');
  return editor;
}

/** The current state of a part. */
export function usePartState(part: Part): PartState {
  const { store } = useEditor();
  return useSyncExternalStore(store.subscribe, () => store.get(part));
}
