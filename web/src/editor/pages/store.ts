/**
 * What is being edited on a race's page, outside React's tree: a section may be folded away or drawn anew for another width
 * without losing a word, and a keystroke renders only its own part.
 */
import { createContext, useContext, useSyncExternalStore } from 'react';
import type { EditEnd, FieldError, Notice, Part, Race } from '@/core';
import type { Conflict, EditedRace, SaveAnswer } from './api';
import { AUTOSAVE_MS, difference, type Kept, keep, kept } from './drafts';
import type { PartSend } from './part';
import { changed, parts, rebase } from './rules';

/** A part in its edit mode. */
export interface Editing {
  /** The race when editing began. */
  base: Race;
  /** The part's version then. */
  version: string | undefined;
  /** The race with what was changed. */
  draft: Race;
  /** What waits beside the record, such as chosen files. */
  extra: unknown;
  /** Whether there is anything to save. */
  dirty: boolean;
  /** The fields that were left, whose problems show. */
  touched: ReadonlySet<string>;
  /** Saving was tried: every problem shows. */
  submitted: boolean;
  /** The server's word on single fields. */
  refused: readonly FieldError[];
}

/** How the last save ended. */
export interface Ended {
  /** What is said; it goes by itself where the core says so. */
  notice?: Notice | undefined;
  /** How it failed, and how often in a row it had before; the core says why and what leads on, which stays. */
  failed?: { how: EditEnd; vain: number } | undefined;
  /** It failed for what stood in the form: nothing is said of that any more once it is changed. */
  typed?: boolean;
  /** What was sent from the form, to tell whether anything was typed since; nothing of what was done by a press of its own. */
  draft?: Race | undefined;
}

/** How a part stands. The same object until it changes. */
export interface PartState {
  editing?: Editing | undefined;
  /** What Cancel put away, until something else happens. */
  undo?: Editing | undefined;
  /** Words from before a reload, not taken up yet. */
  kept?: Kept | undefined;
  /** What has left, 0 to 1, while sending. */
  sent?: number | undefined;
  stop?: (() => void) | undefined;
  ended?: Ended | undefined;
  conflict?: Conflict | undefined;
  /** What was sent last, to be sent again. */
  again?: PartSend | undefined;
  /** Whether that was the form, which may be sent again without a press. */
  form?: boolean | undefined;
}

const NOTHING: PartState = {};

/** The parts of one race. */
export class EditorStore {
  private parts = new Map<Part, PartState>();
  private listeners = new Set<() => void>();
  private due = new Map<Part, ReturnType<typeof setTimeout>>();
  private unkept = new Set<Part>();

  constructor(
    /** The race's id, under which words are kept whatever it is called. */
    private readonly id: string,
    /** The race's name. */
    public name: string,
  ) {}

  /** Tells of changes; made for `useSyncExternalStore`. */
  subscribe = (listener: () => void) => {
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
    };
  };

  /** How a part stands. What was kept of it is looked up when it is first asked for. */
  get(part: Part): PartState {
    let state = this.parts.get(part);
    if (!state) {
      const words = kept(this.id, part);
      state = words ? { kept: words } : NOTHING;
      this.parts.set(part, state);
    }
    return state;
  }

  /** Changes how a part stands. Edited words are kept half a second later. */
  put(part: Part, change: Partial<PartState>): void {
    const before = this.get(part);
    const after = { ...before, ...change };
    this.parts.set(part, after);
    if (before.editing !== after.editing || before.kept !== after.kept) {
      clearTimeout(this.due.get(part));
      this.due.set(
        part,
        setTimeout(() => this.keep(part), AUTOSAVE_MS),
      );
      // What is no longer edited must not come back after a reload.
      if (!after.editing) this.keep(part);
    }
    for (const listener of this.listeners) listener();
  }

  /** Keeps everything now, because the page is about to go. */
  keepAll(): void {
    for (const part of this.due.keys()) this.keep(part);
  }

  /**
   * A part was saved from this screen: the others that share fields with it go on from there, so that one's own save is no
   * conflict with oneself. `before` is the race as it was before that.
   */
  follow(saved: Part, before: Race, { updatedRace, versions }: SaveAnswer): void {
    if (!updatedRace || !versions) return;
    for (const { part } of parts()) {
      if (part === saved) continue;
      const { editing, undo, kept: words } = this.get(part);
      const onward = <T extends { base: Race; draft: Race }>(one: T | undefined) => {
        const to = one && rebase(part, one.base, one.draft, saved, updatedRace);
        return to && { ...one, ...to, version: versions[part] };
      };
      const next = { editing: onward(editing), undo: onward(undo) };
      if (next.editing)
        this.put(part, { editing: { ...next.editing, dirty: changed(part, next.editing.base, next.editing.draft) } });
      if (next.undo) this.put(part, { undo: next.undo });
      const kept = onward(words && { base: { ...before, ...words.before }, draft: { ...before, ...words.after } });
      if (kept && words) this.put(part, { kept: { ...words, ...this.asKept(kept), at: words.at } });
    }
  }

  /** A race with everything that is being changed laid over it. */
  drafted(race: Race): Race {
    const changes = [...this.parts.values()].map(({ editing }) => editing && difference(editing.base, editing.draft));
    return Object.assign({}, race, ...changes);
  }

  /** The parts of which something would be lost by leaving: changed, or on their way. */
  get unsaved(): Part[] {
    return [...this.parts]
      .filter(([, state]) => state.editing?.dirty || state.sent !== undefined)
      .map(([part]) => part);
  }

  /** Whether anything would be lost by leaving. */
  get busy(): boolean {
    return this.unsaved.length > 0;
  }

  /** Whether the browser keeps what is unsaved, so that leaving loses no word. */
  get keeps(): boolean {
    return this.unsaved.every((part) => !this.unkept.has(part));
  }

  private keep(part: Part): void {
    clearTimeout(this.due.get(part));
    this.due.delete(part);
    const { editing, kept: words } = this.get(part);
    const done = keep(this.id, part, editing ? (editing.dirty ? this.asKept(editing) : undefined) : words);
    if (done) this.unkept.delete(part);
    else this.unkept.add(part);
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

/** The race under edit, for its parts. */
export interface EditorContext extends EditedRace {
  /** The race's name, as far as this screen knows. */
  name: string;
  store: EditorStore;
  /** Something was saved, in this part if one is told: every page shows it. */
  saved: (answer: SaveAnswer, part?: Part) => void;
  /** Brings the race back, which was deleted meanwhile, under another name where it is told one. */
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
