/**
 * What Edit Pages asks the core, under the screen's own types. Nothing here decides: each function is one call, so that a rule
 * has one place in TypeScript at which it is asked.
 */
import {
  type DialogWords,
  deskCore,
  type EditChange,
  type EditOutcome,
  type EditorWords,
  type EditRequest,
  type FieldError,
  type Flag,
  type Frame,
  type ListRow,
  type Merged,
  type Notice,
  now,
  type Part,
  type PartInfo,
  type Race,
  type RaceListItem,
  type Reason,
  type Rebased,
  type SaveResult,
  todayIn,
  type Versions,
} from '@/core';
import { extraHosts } from '../kit/rules';

export * from '../kit/rules';

/** Every part, in the order of the editor. */
export function parts(): PartInfo[] {
  return deskCore().editParts();
}

/** A part's title. */
export function partTitle(part: Part): string {
  return parts().find((one) => one.part === part)?.title ?? part;
}

/** The call that saves a part: `before` as it was loaded, under the name that the race has now. */
export function editRequest(part: Part, before: Race, after: Race, versions: Versions): EditRequest {
  return deskCore().editRequest(part, before, after, versions);
}

/** Everything wrong with a part. */
export function check(part: Part, race: Race): FieldError[] {
  return deskCore().editCheck(part, race, todayIn(race.TimeZone), extraHosts());
}

/** Whether a part differs between two states of its race. */
export function changed(part: Part, before: Race, after: Race): boolean {
  return deskCore().editChanged(part, before, after);
}

/** In what a part differs between two states of its race. */
export function changes(part: Part, before: Race, after: Race): EditChange[] {
  return deskCore().editChanges(part, before, after);
}

/** A part under edit after another part was saved from the same screen; nothing where it stays as it is. */
export function rebase(part: Part, base: Race, draft: Race, savedPart: Part, saved: Race): Rebased | undefined {
  return deskCore().editRebase(part, base, draft, savedPart, saved);
}

/** A part that two people changed from `base` on: of what both changed the other's where `taken` names it, else this person's. */
export function merge(part: Part, base: Race, mine: Race, theirs: Race, taken: readonly string[]): Merged {
  return deskCore().editMerge(part, base, mine, theirs, [...taken]);
}

/** Why a save failed, so often in vain before, and what leads on; `changed` since it was sent. Nothing where its words say it. */
export function reason(part: Part, end: SaveResult, vain: number, changed: boolean): Reason | undefined {
  return deskCore().editReason(part, end, vain, changed);
}

/** After a race was deleted. */
export function deletedNotice(name: string): Notice {
  return deskCore().deletedNotice(name);
}

/** After a deleted race came back. */
export function restoredNotice(): Notice {
  return deskCore().restoredNotice();
}

/** What the page says and does about how a save ended. */
export function outcome(part: Part, end: SaveResult): EditOutcome {
  return deskCore().editOutcome(part, end);
}

/** The words that depend on nothing. */
export function words(): EditorWords {
  return deskCore().editorWords();
}

/** Before a race is deleted. */
export function deleteWords(name: string): DialogWords {
  return deskCore().deleteWords(name);
}

/** Whether what was typed confirms that this race is to be deleted. */
export function deleteConfirms(name: string, typed: string): boolean {
  return deskCore().deleteConfirms(name, typed);
}

/** Before a page is hidden, or published. */
export function visibilityConfirm(name: string, hide: Flag): DialogWords {
  return deskCore().visibilityConfirm(name, hide);
}

/** Before one of two versions of a part is chosen. */
export function conflictWords(by: string): DialogWords {
  return deskCore().conflictWords(by);
}

/** The name to offer for a copy. */
export function duplicateName(race: RaceListItem): string {
  return deskCore().duplicateName(race.name, race.date);
}

/** The races of the selection that a query finds, in its order. */
export function searchRaces(races: readonly RaceListItem[], query: string): ListRow[] {
  return deskCore().listSearch([...races], query, now());
}

/** A race with the frames that its page shows, for a preview of what is not saved yet. */
export function withFrames(race: Race): Race {
  return deskCore().editFrames(race, extraHosts());
}

/** Where the race is, as a map; nothing when neither field says it. */
export function locationFrame(race: Race): Frame | undefined {
  return deskCore().embedLocation(race.Coordinates, race.StringAddress);
}
