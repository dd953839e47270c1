/**
 * The core's functions that Edit Pages calls, with the page's own types. There is no rule here: each function is one call, so that
 * every rule is called from one place in TypeScript.
 */
import {
  type DialogWords,
  deskCore,
  type EditChange,
  type EditedMedia,
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
  type RaceStage,
  type Reason,
  type Rebased,
  type SaveResult,
  todayIn,
  type Versions,
} from '@/core';
import { extraHosts } from '../kit/rules';

/** Every part, in the order of the editor. */
export function parts(): PartInfo[] {
  return deskCore().editParts();
}

/** A part's title. */
export function partTitle(part: Part): string {
  return parts().find((one) => one.part === part)?.title ?? part;
}

/** The request that saves a part. `before` is the loaded race, with the name that it has now. */
export function editRequest(part: Part, before: Race, after: Race, versions: Versions): EditRequest {
  return deskCore().editRequest(part, before, after, versions);
}

/** All problems of a part. */
export function check(part: Part, race: Race): FieldError[] {
  return deskCore().editCheck(part, race, todayIn(race.TimeZone), extraHosts());
}

/** Whether a part differs between two states of its race. */
export function changed(part: Part, before: Race, after: Race): boolean {
  return deskCore().editChanged(part, before, after);
}

/** The differences of a part between two states of its race. */
export function changes(part: Part, before: Race, after: Race): EditChange[] {
  return deskCore().editChanges(part, before, after);
}

/** The new base and draft of a part after another part was saved from the same page; undefined when nothing changes for it. */
export function rebase(part: Part, base: Race, draft: Race, savedPart: Part, saved: Race): Rebased | undefined {
  return deskCore().editRebase(part, base, draft, savedPart, saved);
}

/** Merges a part that two users changed, starting from `base`. For a field that both changed: `theirs` if `taken` names it, else `mine`. */
export function merge(part: Part, base: Race, mine: Race, theirs: Race, taken: readonly string[]): Merged {
  return deskCore().editMerge(part, base, mine, theirs, [...taken]);
}

/** Why a save failed, and the next step. `changed`: whether the form was changed since it was sent. Undefined when the message says it. */
export function reason(part: Part, end: SaveResult, earlierFailures: number, changed: boolean): Reason | undefined {
  return deskCore().editReason(part, end, earlierFailures, changed);
}

/** The message after a race was deleted. */
export function deletedNotice(name: string): Notice {
  return deskCore().deletedNotice(name);
}

/** The message after a deleted race was restored. */
export function restoredNotice(): Notice {
  return deskCore().restoredNotice();
}

/** The message for the result of a save, and what the page does. */
export function outcome(part: Part, end: SaveResult): EditOutcome {
  return deskCore().editOutcome(part, end);
}

/** The texts without parameters. */
export function words(): EditorWords {
  return deskCore().editorWords();
}

/** The texts of the dialog before a race is deleted. */
export function deleteWords(name: string): DialogWords {
  return deskCore().deleteWords(name);
}

/** Whether the typed text confirms the deletion of this race. */
export function deleteConfirms(name: string, typed: string): boolean {
  return deskCore().deleteConfirms(name, typed);
}

/** The texts of the dialog before a page is hidden or published. */
export function visibilityConfirm(name: string, hide: Flag): DialogWords {
  return deskCore().visibilityConfirm(name, hide);
}

/** The texts of the dialog in which a conflict is resolved. */
export function conflictWords(by: string): DialogWords {
  return deskCore().conflictWords(by);
}

/** The name to suggest for a copy. */
export function duplicateName(race: RaceListItem): string {
  return deskCore().duplicateName(race.name, race.date);
}

/** The races that match a search, in the order of the list. */
export function searchRaces(races: readonly RaceListItem[], query: string): ListRow[] {
  return deskCore().listSearch([...races], query, now());
}

/** A race with the frames that its page shows, for a preview of unsaved changes. */
export function withFrames(race: Race): Race {
  return deskCore().editFrames(race, extraHosts());
}

/** The parts of the media page in the order of their editor, with the texts for a missing part. */
export function editedMedia(race: Race, stage: RaceStage): EditedMedia[] {
  return deskCore().editedMedia(race, stage);
}

/** A map of the race's location; undefined when neither field gives one. */
export function locationFrame(race: Race): Frame | undefined {
  return deskCore().embedLocation(race.Coordinates, race.StringAddress);
}
