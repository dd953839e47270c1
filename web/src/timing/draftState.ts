/**
 * The setup form's text, kept apart from what the server has. The desk is read again every few seconds; a read must never
 * take away what somebody is typing, and saving must never put back a gun that was fired meanwhile.
 */
import { type ContestDraft, deskCore, type SetupClash, type SetupDraft } from '@/core';

/** The form beside the saved setup that it began from. */
export interface DraftState {
  /** The saved setup as the form last took it over. */
  base: SetupDraft;
  /** What stands in the form. */
  draft: SetupDraft;
  /** What somebody else changed differently meanwhile, until a person has decided or it is saved. */
  clashes: readonly SetupClash[];
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** Whether the form has changes that are not saved. */
export const isDirty = (state: DraftState) => !same(state.base, state.draft);

/** A form that begins from a saved setup. */
export const begin = (saved: SetupDraft): DraftState => ({ base: saved, draft: saved, clashes: [] });

/**
 * Takes in what the server has now. An untouched form follows it. Of a touched one every text stays that was changed here, and
 * what only somebody else changed comes along, a fired gun before all.
 */
export function merge(state: DraftState, saved: SetupDraft): DraftState {
  if (same(state.base, saved)) return state;
  if (!isDirty(state) || same(state.draft, saved)) return begin(saved);
  const { draft, clashes } = deskCore().setupMerge(state.base, state.draft, saved);
  const labels = new Set(clashes.map((one) => one.label));
  return { base: saved, draft, clashes: [...state.clashes.filter((one) => !labels.has(one.label)), ...clashes] };
}

/** The form as it stands, now that a person has decided so. */
export function keepMine(state: DraftState, clash: SetupClash): DraftState {
  return { ...state, clashes: state.clashes.filter((one) => one !== clash) };
}

/** The form with the other person's text where both had changed it. */
export function takeTheirs(state: DraftState, clash: SetupClash): DraftState {
  return {
    ...state,
    draft: deskCore().setupTake(state.draft, clash),
    clashes: state.clashes.filter((one) => one !== clash),
  };
}

/** The draft with one contest changed. */
export function withContest(draft: SetupDraft, index: number, change: Partial<ContestDraft>): SetupDraft {
  return { ...draft, contests: draft.contests.map((one, i) => (i === index ? { ...one, ...change } : one)) };
}

/** By the race's id, since another race may take its name. */
const key = (id: string) => `timing-draft:${id}`;

/** The form that this tab left unsaved, so that even a reload loses nothing. */
export function stored(id: string): DraftState | undefined {
  try {
    const text = sessionStorage.getItem(key(id));
    return text ? { clashes: [], ...(JSON.parse(text) as Omit<DraftState, 'clashes'>) } : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps an unsaved form for a reload, or forgets it once it is saved. */
export function store(id: string, state: DraftState): void {
  try {
    if (isDirty(state)) sessionStorage.setItem(key(id), JSON.stringify(state));
    else sessionStorage.removeItem(key(id));
  } catch {
    // A full or forbidden store only costs the comfort after a reload.
  }
}
