/**
 * What Edit Pages asks the core, under the screen's own types. Nothing here decides: each function is one call, so that a rule
 * has one place in TypeScript at which it is asked.
 */
import { siteSettings } from '@/api';
import {
  core,
  type DialogWords,
  type DistanceStart,
  deskCore,
  type EditChange,
  type EditEnd,
  type EditOutcome,
  type EditorWords,
  type EditRequest,
  type EmbedKind,
  type FieldError,
  type Frame,
  type Frames,
  type ListRow,
  type Part,
  type PartInfo,
  type Race,
  type RaceListItem,
  todayIn,
  type Versions,
} from '@/core';

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
  return deskCore().editCheck(part, race, todayIn(race.TimeZone), [...siteSettings().embedHosts]);
}

/** Whether a part differs between two states of its race. */
export function changed(part: Part, before: Race, after: Race): boolean {
  return deskCore().editChanged(part, before, after);
}

/** In what a part differs between two states of its race. */
export function changes(part: Part, before: Race, after: Race): EditChange[] {
  return deskCore().editChanges(part, before, after);
}

/** What the page says and does about how a save ended. */
export function outcome(part: Part, end: EditEnd): EditOutcome {
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
  return deskCore().listSearch([...races], query, todayIn());
}

/** The frame that a pasted text makes; nothing for a blank or a refused one, whose reason {@link check} says. */
export function embed(kind: EmbedKind, pasted: string): Frame | undefined {
  try {
    return deskCore().embedParse(kind, pasted, [...siteSettings().embedHosts]);
  } catch {
    return undefined;
  }
}

/** A race with the frames that its page shows, for a preview of what is not saved yet. */
export function withFrames(race: Race): Race {
  const frames: Frames = {
    Map: locationFrame(race),
    Course1: embed('Course', race.Course1),
    Course2: embed('Course', race.Course2),
    Course3: embed('Course', race.Course3),
    RaceMap: embed('RaceMap', race.RaceMap),
    Youtube: embed('Video', race.YoutubeLink),
    SmugMug: embed('Gallery', race.SmugMugEmbed),
  };
  // The core tells a missing frame from an empty one.
  const known = Object.entries(frames).filter(([, frame]) => frame);
  return { ...race, Frames: Object.fromEntries(known) };
}

/** Where the race is, as a map; nothing when neither field says it. */
export function locationFrame(race: Race): Frame | undefined {
  return deskCore().embedLocation(race.Coordinates, race.StringAddress);
}

/** `2027-06-15`, `June 15, 2027` and `Tuesday` of a written date; nothing when it is none. */
export function readDate(text: string): { iso: string; text: string; weekday: string } | undefined {
  try {
    return { iso: core().dateIso(text), text: core().dateWrite(text), weekday: core().dateWeekday(text) };
  } catch {
    return undefined;
  }
}

/** The field Distance that the rows make. */
export function joinDistances(rows: readonly DistanceStart[]): string {
  return deskCore().distanceJoin([...rows]);
}

/** A row that is added. */
export function newRow(): DistanceStart {
  return deskCore().distanceNew();
}

/** Whether a row may be taken away. */
export function canRemoveRow(rows: readonly DistanceStart[]): boolean {
  return deskCore().distanceCanRemove([...rows]);
}
