/**
 * What is being edited on a race's page, outside React's tree: a section may be folded away or rendered anew for another width
 * without losing a word, and a keystroke renders only its own field.
 */
import { createContext, useContext, useSyncExternalStore } from 'react';
import { createStore } from 'zustand/vanilla';
import type { Part, Race } from '@/core';
import { Saver } from '../drafts/Saver';
import { fileProblems } from '../kit/chosen';
import { Form, type FormState, untouched } from '../kit/form';
import type { EditedRace, SaveAnswer } from './api';
import { difference, type Kept, keep, kept } from './drafts';
import type { Editing, PartState } from './part';
import { changed, check, parts, rebase } from './rules';

const NOTHING: PartState = {};

/** The parts of one race. */
export class EditorStore {
  private readonly parts;
  private readonly savers: ReadonlyMap<Part, Saver>;
  private readonly forms: ReadonlyMap<Part, Form>;

  constructor(
    /** The race's id, under which words are kept whatever it is called. */
    private readonly id: string,
    /** The race's name. */
    public name: string,
  ) {
    const all = parts().map(({ part }) => part);
    this.parts = createStore<ReadonlyMap<Part, PartState>>(
      () =>
        new Map(
          all.map((part) => {
            const words = kept(id, part);
            return [part, words ? { kept: words } : NOTHING];
          }),
        ),
    );
    this.savers = new Map(all.map((part) => [part, new Saver(() => this.write(part))]));
    this.forms = new Map(all.map((part) => [part, this.makeForm(part)]));
  }

  /** Calls back after every change. */
  get subscribe() {
    return this.parts.subscribe;
  }

  /** How a part stands. */
  get(part: Part): PartState {
    return this.parts.getState().get(part) ?? NOTHING;
  }

  /** Changes how a part stands. Edited words are kept half a second later. */
  put(part: Part, change: Partial<PartState>): void {
    const before = this.get(part);
    const after = { ...before, ...change };
    this.parts.setState(new Map(this.parts.getState()).set(part, after), true);
    if (before.editing === after.editing && before.kept === after.kept) return;
    const saver = this.savers.get(part);
    // What is no longer edited must not come back after a reload.
    if (after.editing) saver?.changed();
    else saver?.now();
  }

  /** Changes what is being edited of a part; nothing where it is not. */
  edit(part: Part, change: Partial<Editing>): void {
    const now = this.get(part).editing;
    if (!now) return;
    const next = { ...now, ...change };
    if (next.draft !== now.draft && next.found === now.found) next.found = checked(part, next.draft);
    this.put(part, { editing: { ...next, dirty: next.waiting || changed(part, next.base, next.draft) } });
  }

  /** The kit's form of a part, for its fields while it is edited. */
  form(part: Part): Form {
    const form = this.forms.get(part);
    if (!form) throw new Error(`A page has no part ${part}`);
    return form;
  }

  private makeForm(part: Part): Form {
    // Fields may ask once more after the edit mode was left, before they are gone.
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
        const { ended } = this.get(part);
        this.edit(part, next);
        // What was said of the form goes with the last of what the server refused.
        if (typed && ended?.typed && next.refused.length === 0) this.put(part, { ended: undefined });
      },
    });
  }

  /** Keeps everything now, because the page is about to go. */
  keepAll(): void {
    for (const saver of this.savers.values()) saver.flush();
  }

  /**
   * A part was saved from this screen: the others that share fields with it go on from there, so that one's own save is no
   * conflict with oneself. `before` is the race as it was before that.
   */
  follow(saved: Part, before: Race, { updatedRace, versions }: SaveAnswer): void {
    if (!updatedRace || !versions) return;
    for (const part of this.parts.getState().keys()) {
      if (part === saved) continue;
      const { editing, undo, kept: words } = this.get(part);
      const onward = <T extends { base: Race; draft: Race }>(one: T | undefined) => {
        const to = one && rebase(part, one.base, one.draft, saved, updatedRace);
        return to && { ...one, ...to, version: versions[part] };
      };
      const next = { editing: onward(editing), undo: onward(undo) };
      if (next.editing) this.edit(part, next.editing);
      if (next.undo) this.put(part, { undo: next.undo });
      const kept = onward(words && { base: { ...before, ...words.before }, draft: { ...before, ...words.after } });
      if (kept && words) this.put(part, { kept: { ...words, ...this.asKept(kept), at: words.at } });
    }
  }

  /** A race with everything that is being changed laid over it. */
  drafted(race: Race): Race {
    const changes = [...this.parts.getState().values()].map(
      ({ editing }) => editing && difference(editing.base, editing.draft),
    );
    return Object.assign({}, race, ...changes);
  }

  /** The parts of which something would be lost by leaving: changed, or on their way. */
  get unsaved(): Part[] {
    return [...this.parts.getState()]
      .filter(([, state]) => state.editing?.dirty || state.sent !== undefined)
      .map(([part]) => part);
  }

  /** Whether anything would be lost by leaving. */
  get busy(): boolean {
    return this.unsaved.length > 0;
  }

  /** Whether the browser keeps what is unsaved, so that leaving loses no word. */
  get keeps(): boolean {
    return this.unsaved.every((part) => !this.savers.get(part)?.refused);
  }

  private write(part: Part): boolean {
    const { editing, kept: words } = this.get(part);
    return keep(this.id, part, editing ? (editing.dirty ? this.asKept(editing) : undefined) : words);
  }

  private asKept({ base, draft, version }: Pick<Editing, 'base' | 'draft' | 'version'>): Kept {
    return {
      race: this.name,
      before: difference(draft, base),
      after: difference(base, draft),
      ...(version === undefined ? {} : { version }),
      at: Date.now(),
    };
  }
}

/** Everything wrong with a part, chosen files included. */
function checked(part: Part, draft: Race) {
  return [...check(part, draft), ...fileProblems(draft)];
}

/** The race under edit, for its parts. */
export interface EditorContext extends EditedRace {
  /** The race's name, as far as this screen knows. */
  name: string;
  store: EditorStore;
  /** Something was saved, in this part where one is given: every page shows it. */
  saved: (answer: SaveAnswer, part?: Part) => void;
  /** Brings the race back, which was deleted meanwhile, under another name where one is given. */
  bringBack: (name?: string) => Promise<void>;
}

/** See {@link useEditor}. */
export const EditorContext = createContext<EditorContext | undefined>(undefined);

/** The race under edit; only within its editor. */
export function useEditor(): EditorContext {
  const editor = useContext(EditorContext);
  if (!editor) throw new Error('useEditor() outside of the editor');
  return editor;
}

/** How a part stands, followed. */
export function usePartState(part: Part): PartState {
  const { store } = useEditor();
  return useSyncExternalStore(store.subscribe, () => store.get(part));
}
