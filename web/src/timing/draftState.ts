/**
 * The setup form's text, kept apart from what the server has. The desk is read again every few seconds; a read must never
 * take away what somebody is typing, and saving must never put back a gun that was fired meanwhile.
 */
import type { ContestDraft, SetupDraft } from '@/core';

/** The form beside the saved setup that it began from. */
export interface DraftState {
  /** The saved setup as the form last took it over. */
  base: SetupDraft;
  /** What stands in the form. */
  draft: SetupDraft;
  /** The saved setup was changed by somebody else in more than its guns, and the form has changes of its own. */
  conflict: boolean;
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** Whether the form has changes that are not saved. */
export const isDirty = (state: DraftState) => !same(state.base, state.draft);

/** A form that begins from a saved setup. */
export const begin = (saved: SetupDraft): DraftState => ({ base: saved, draft: saved, conflict: false });

/**
 * Takes in what the server has now. An untouched form follows it. A touched one keeps every text, except guns that only
 * the server's side changed: those are facts of the day, not opinions.
 */
export function merge(state: DraftState, saved: SetupDraft): DraftState {
  if (same(state.base, saved)) return state;
  if (!isDirty(state) || same(state.draft, saved)) return begin(saved);
  const gunOf = (draft: SetupDraft, name: string) => draft.contests.find((one) => one.name === name)?.gun;
  const contests = state.draft.contests.map((contest) => {
    const before = gunOf(state.base, contest.name) ?? '';
    const now = gunOf(saved, contest.name);
    return now !== undefined && contest.gun === before ? { ...contest, gun: now } : contest;
  });
  const withoutGuns = (draft: SetupDraft) => ({
    ...draft,
    contests: draft.contests.map((one) => ({ ...one, gun: '' })),
  });
  return {
    base: saved,
    draft: { ...state.draft, contests },
    conflict: state.conflict || !same(withoutGuns(state.base), withoutGuns(saved)),
  };
}

/** The draft with one contest changed. */
export function withContest(draft: SetupDraft, index: number, change: Partial<ContestDraft>): SetupDraft {
  return { ...draft, contests: draft.contests.map((one, i) => (i === index ? { ...one, ...change } : one)) };
}

const key = (race: string) => `timing-draft:${race}`;

/** The form that this tab left unsaved, so that even a reload loses nothing. */
export function stored(race: string): DraftState | undefined {
  try {
    const text = sessionStorage.getItem(key(race));
    return text ? (JSON.parse(text) as DraftState) : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps an unsaved form for a reload, or forgets it once it is saved. */
export function store(race: string, state: DraftState): void {
  try {
    if (isDirty(state)) sessionStorage.setItem(key(race), JSON.stringify(state));
    else sessionStorage.removeItem(key(race));
  } catch {
    // A full or forbidden store only costs the comfort after a reload.
  }
}
