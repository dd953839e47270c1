/** What both editors ask the core about fields, dates, rows, frames and the usual rules. Nothing here decides: each function is one call. */
import { siteSettings } from '@/api';
import {
  core,
  type DistanceStart,
  deskCore,
  type EmbedKind,
  type Frame,
  type Race,
  type RaceField,
  type RuleSettings,
  type StartPicker,
  type VisibilityWords,
} from '@/core';

let byName: ReadonlyMap<string, RaceField> | undefined;

/** The core's table of the fields, by their names in the record. */
function fields(): ReadonlyMap<string, RaceField> {
  byName ??= new Map(
    deskCore()
      .raceFields()
      .map((field) => [field.name, field]),
  );
  return byName;
}

/** A field by its name in the record. */
export function fieldNamed(name: keyof Race): RaceField {
  const field = fields().get(name);
  if (!field) throw new Error(`The table of the fields has no ${name}`);
  return field;
}

/** The fields of one picture. */
export function pictureFields(): RaceField[] {
  return [...fields().values()].filter((field) => field.input === 'picture');
}

/** The field that a problem is about, by the problem's name for it: `Rules.2` is about `Rules`. */
export function fieldOf(problem: string): RaceField | undefined {
  const [name = problem] = problem.split('.');
  return [...fields().values()].find((field) =>
    field.names.length > 0 ? field.names.includes(name) : field.name === name,
  );
}

/** The zones that a race can be in, the default one first: `Eastern Time (America/New York)`. */
export function zoneOptions(): { id: string; label: string }[] {
  return core()
    .timeZones()
    .map((id) => {
      const part = new Intl.DateTimeFormat('en-US', { timeZone: id, timeZoneName: 'longGeneric' })
        .formatToParts()
        .find((one) => one.type === 'timeZoneName');
      const name = id.replaceAll('_', ' ');
      return { id, label: part && part.value !== id ? `${part.value} (${name})` : name };
    });
}

/** Hosts beside the core's table from which frames may come: the installation's own. */
export function extraHosts(): string[] {
  return [...siteSettings().embedHosts];
}

/** The frame that a pasted text makes; nothing for a blank or a refused one, whose reason the check says. */
export function embed(kind: EmbedKind, pasted: string): Frame | undefined {
  try {
    return deskCore().embedParse(kind, pasted, extraHosts());
  } catch {
    return undefined;
  }
}

/** What stands at a course map, counted from 1. */
export function courseHint(number: number, rows: readonly DistanceStart[]): string {
  return deskCore().courseHint(number, [...rows]);
}

/** `2027-06-15`, `June 15, 2027` and `Tuesday` of a written date; nothing when it is none. */
export function readDate(text: string): { iso: string; text: string; weekday: string } | undefined {
  try {
    return { iso: core().dateIso(text), text: core().dateWrite(text), weekday: core().dateWeekday(text) };
  } catch {
    return undefined;
  }
}

/** A link as it was meant, with the `https://` that people leave out. */
export function linkTyped(text: string): string {
  return deskCore().linkTyped(text);
}

/** The same of a website path, which may also be a path of this site. */
export function pathTyped(text: string): string {
  return deskCore().pathTyped(text);
}

/** The field Distance that the rows make. */
export function joinDistances(rows: readonly DistanceStart[]): string {
  return deskCore().distanceJoin([...rows]);
}

/** What is said of hidden pages. */
export function visibilityWords(): VisibilityWords {
  return deskCore().visibilityWords();
}

/** A row that is added. */
export function newRow(): DistanceStart {
  return deskCore().distanceNew();
}

/** Whether a row may be taken away. */
export function canRemoveRow(rows: readonly DistanceStart[]): boolean {
  return deskCore().distanceCanRemove([...rows]);
}

/** What the three pickers of a start time offer, and what is chosen. */
export function startPicker(written: string): StartPicker {
  return deskCore().startPicker(written);
}

/** The start time of three choices; a blank one comes from `fallback`. */
export function startPicked(hour: string, minute: string, half: string, fallback: string): string {
  return deskCore().startPicked(hour, minute, half, fallback);
}

/** The usual rules for these settings. */
export function usualRules(settings: RuleSettings): string[] {
  return deskCore().defaultRules(settings);
}

/** Whether somebody has written rules of their own, which would be lost under the usual ones. */
export function hasOwnRules(rules: string[], settings: RuleSettings): boolean {
  return deskCore().hasOwnRules(rules, settings);
}

/** The rules after their settings changed: the usual ones follow, written ones stay. */
export function retunedRules(rules: string[], before: RuleSettings, after: RuleSettings): string[] {
  return deskCore().retunedRules(rules, before, after);
}

/** Asked before so many memories are deleted. */
export function confirmMemories(count: number): string {
  return deskCore().memoriesConfirm(count);
}
