/**
 * The text of the setup form, separate from the saved setup. The desk is fetched every few seconds: that must never overwrite text that a
 * user is typing, and saving must never revert a gun that was fired meanwhile.
 */
import { type ContestDraft, deskCore, type SetupClash, type SetupDraft } from '@/core';

/** The form's text and the saved setup on which it is based. */
export interface DraftState {
  /** The saved setup that was last merged into the form. */
  base: SetupDraft;
  /** The text in the form. */
  draft: SetupDraft;
  /** The fields that another user has changed differently, until this user has decided about them or the setup is saved. */
  clashes: readonly SetupClash[];
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** Whether the form has changes that are not saved. */
export const isDirty = (state: DraftState) => !same(state.base, state.draft);

/** Returns a form without changes to the saved setup. */
export const formOf = (saved: SetupDraft): DraftState => ({ base: saved, draft: saved, clashes: [] });

/**
 * Merges the server's current setup into the form. A form without changes takes all of it. A form with changes keeps every field that was
 * changed here, and takes those that only another user has changed, in particular a fired gun.
 */
export function merge(state: DraftState, saved: SetupDraft): DraftState {
  if (same(state.base, saved)) return state;
  if (!isDirty(state) || same(state.draft, saved)) return formOf(saved);
  const { draft, clashes } = deskCore().setupMerge(state.base, state.draft, saved);
  const labels = new Set(clashes.map((one) => one.label));
  return { base: saved, draft, clashes: [...state.clashes.filter((one) => !labels.has(one.label)), ...clashes] };
}

/** Resolves a clash: the form keeps its own text. */
export function keepMine(state: DraftState, clash: SetupClash): DraftState {
  return { ...state, clashes: state.clashes.filter((one) => one !== clash) };
}

/** Resolves a clash: the form takes the other user's text. */
export function takeTheirs(state: DraftState, clash: SetupClash): DraftState {
  return {
    ...state,
    draft: deskCore().setupTake(state.draft, clash),
    clashes: state.clashes.filter((one) => one !== clash),
  };
}

/** Returns the draft with one contest changed. */
export function withContest(draft: SetupDraft, index: number, change: Partial<ContestDraft>): SetupDraft {
  return { ...draft, contests: draft.contests.map((one, i) => (i === index ? { ...one, ...change } : one)) };
}

/** The storage key. It contains the race's id, because another race may take its name. */
const key = (id: string) => `timing-draft:${id}`;

/** Returns the unsaved form that this tab stored, so that a reload of the page loses nothing. */
export function storedForm(id: string): DraftState | undefined {
  try {
    const text = sessionStorage.getItem(key(id));
    return text ? { clashes: [], ...(JSON.parse(text) as Omit<DraftState, 'clashes'>) } : undefined;
  } catch {
    return undefined;
  }
}

/** Stores a form with unsaved changes for a reload of the page; deletes the stored one when there are no changes. */
export function storeForm(id: string, state: DraftState): void {
  try {
    if (isDirty(state)) sessionStorage.setItem(key(id), JSON.stringify(state));
    else sessionStorage.removeItem(key(id));
  } catch {
    // Without session storage, unsaved changes are lost when the page is reloaded.
  }
}
