/**
 * What Edit Pages asks the core, under the screen's own types. Nothing here decides: each function is one call, so that a rule
 * has one place in TypeScript at which it is asked.
 */
import { siteSettings } from '@/api';
import {
  type CreatePhase,
  core,
  type DistanceStart,
  deskCore,
  type EmbedKind,
  type FieldError,
  type FormField,
  type Frame,
  type Notice,
  type Race,
  type RaceListItem,
  todayIn,
} from '@/core';

/** A part of a race's page: it is edited, saved, versioned and remembered by itself. */
export type PartId =
  | 'header'
  | 'location'
  | 'details'
  | 'partners'
  | 'buttons'
  | 'course'
  | 'awards'
  | 'prizes'
  | 'training'
  | 'rules'
  | 'safety'
  | 'accommodation'
  | 'refund'
  | 'memories'
  | 'card'
  | 'media';

/** The version of each part: a short hash of its values. */
export type Versions = Partial<Record<PartId, string>>;

/** A part as the editor lists it. */
export interface PartInfo {
  part: PartId;
  title: string;
  /** The heading of the section that it stands in. */
  section: string;
}

/** The call that saves a part: with the text of a JSON body, or with the fields of a multipart one. */
export interface EditRequest {
  path: string;
  json?: string;
  fields?: FormField[];
  /** Sponsors alone: the positions whose logos are sent, an empty file for none. */
  logos?: number[];
}

/** How a save ended, for the core's words. */
export interface EditEnd {
  end: CreatePhase;
  status?: number;
  code?: string;
  message?: string;
  /** Memories alone: how many pictures were to be added; missing when one was to be deleted. */
  count?: number;
}

/** What follows from it. */
export interface EditOutcome {
  notice?: Notice;
  /** The edit mode is left. */
  leave: boolean;
  /** Somebody else saved the part meanwhile. */
  conflict: boolean;
}

/** A field that differs between two states of a part, in text for people. */
export interface FieldChange {
  field: string;
  label: string;
  old: string;
  new: string;
  /** The pictures of either state, where the field has any. */
  oldUrl?: string[];
  newUrl?: string[];
}

/** A race of the selection. */
export interface ListRow {
  name: string;
  date: string;
  badge?: { month: string; day: number; year: number };
  upcoming: boolean;
  label: string;
}

/** A dialog's heading and what it says. */
export interface DialogWords {
  title: string;
  text: string;
}

/** The words of the editors that depend on nothing; what each is for stands in the core. */
export type EditorWords = Record<
  | 'loading'
  | 'notFound'
  | 'back'
  | 'noRaces'
  | 'blank'
  | 'deleted'
  | 'deleteFailed'
  | 'noneDeleted'
  | 'restored'
  | 'restoreFailed'
  | 'conflictMine'
  | 'conflictTheirs'
  | 'keepMine'
  | 'takeTheirs'
  | 'historyOriginal'
  | 'historyEmpty'
  | 'versionRestored'
  | 'versionRestoreFailed'
  | 'unsavedFound'
  | 'leave',
  string
>;

interface EditCore {
  editParts(): PartInfo[];
  editRequest(part: PartId, before: Race, after: Race, versions: Versions): EditRequest;
  editCheck(part: PartId, race: Race, today: string, extraHosts: readonly string[]): FieldError[];
  editChanged(part: PartId, before: Race, after: Race): boolean;
  editChanges(part: PartId, before: Race, after: Race): FieldChange[];
  editOutcome(part: PartId, end: EditEnd): EditOutcome;
  editorWords(): EditorWords;
  deleteWords(name: string): DialogWords;
  conflictWords(by: string): DialogWords;
  deleteConfirms(name: string, typed: string): boolean;
  duplicateName(name: string, date: string): string;
  listSearch(items: RaceListItem[], query: string, today: string): ListRow[];
}

const edit = () => deskCore() as unknown as EditCore;

/** Every part, in the order of the editor. */
export function parts(): PartInfo[] {
  return edit().editParts();
}

/** A part's title. */
export function partTitle(part: PartId): string {
  return parts().find((one) => one.part === part)?.title ?? part;
}

/** The call that saves a part: `before` as it was loaded, under the name that the race has now. */
export function editRequest(part: PartId, before: Race, after: Race, versions: Versions): EditRequest {
  return edit().editRequest(part, before, after, versions);
}

/** Everything wrong with a part. */
export function check(part: PartId, race: Race): FieldError[] {
  return edit().editCheck(part, race, todayIn(race.TimeZone), siteSettings().embedHosts);
}

/** Whether a part differs between two states of its race. */
export function changed(part: PartId, before: Race, after: Race): boolean {
  return edit().editChanged(part, before, after);
}

/** In what a part differs between two states of its race. */
export function changes(part: PartId, before: Race, after: Race): FieldChange[] {
  return edit().editChanges(part, before, after);
}

/** What the page says and does about how a save ended. */
export function outcome(part: PartId, end: EditEnd): EditOutcome {
  return edit().editOutcome(part, end);
}

/** The words that depend on nothing. */
export function words(): EditorWords {
  return edit().editorWords();
}

/** Before a race is deleted. */
export function deleteWords(name: string): DialogWords {
  return edit().deleteWords(name);
}

/** Whether what was typed confirms that this race is to be deleted. */
export function deleteConfirms(name: string, typed: string): boolean {
  return edit().deleteConfirms(name, typed);
}

/** Before one of two versions of a part is chosen. */
export function conflictWords(by: string): DialogWords {
  return edit().conflictWords(by);
}

/** The name to offer for a copy. */
export function duplicateName(race: RaceListItem): string {
  return edit().duplicateName(race.name, race.date);
}

/** The races of the selection that a query finds, in its order. */
export function searchRaces(races: readonly RaceListItem[], query: string): ListRow[] {
  return edit().listSearch([...races], query, todayIn());
}

/** The frame that a pasted text makes; nothing for a blank or a refused one, whose reason {@link check} says. */
export function embed(kind: EmbedKind, pasted: string): Frame | undefined {
  try {
    return deskCore().embedParse(kind, pasted, [...siteSettings().embedHosts]);
  } catch {
    return undefined;
  }
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
