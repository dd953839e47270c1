/**
 * The core's functions that both editors call: fields, dates, rows, frames and the usual rules. There is no rule here: each function
 * is one call.
 */
import { CallError, type Refusal, type RefusedField, siteSettings } from '@/api';
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
  if (!field) throw new Error(`The core's table of fields has no field ${name}`);
  return field;
}

/** The fields that hold one picture each. */
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

/** The time zones that a race can have, the default first, as `Eastern Time (America/New York)`. */
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

/** Further hosts from which frames may be embedded, besides the core's table: those that the installation configures. */
export function extraHosts(): string[] {
  return [...siteSettings().embedHosts];
}

/** The frame of a pasted text; undefined when the text is blank or refused (the check reports the reason). */
export function embed(kind: EmbedKind, pasted: string): Frame | undefined {
  try {
    return deskCore().embedParse(kind, pasted, extraHosts());
  } catch {
    return undefined;
  }
}

/** The hint at a course map; `number` starts at 1. */
export function courseHint(number: number, rows: readonly DistanceStart[]): string {
  return deskCore().courseHint(number, [...rows]);
}

/** The title of a course map; `number` starts at 1. */
export function courseTitle(number: number, rows: readonly DistanceStart[]): string {
  return deskCore().courseTitle(number, [...rows]);
}

/** `2027-06-15`, `June 15, 2027` and `Tuesday` of a date text; undefined when the text is not a date. */
export function readDate(text: string): { iso: string; text: string; weekday: string } | undefined {
  try {
    return { iso: core().dateIso(text), text: deskCore().dateWrite(text), weekday: core().dateWeekday(text) };
  } catch {
    return undefined;
  }
}

/** A typed link, with `https://` added if it is missing. */
export function linkCompleted(text: string): string {
  return deskCore().linkCompleted(text);
}

/** The same for a website path, which may also be a path of this site. */
export function pathCompleted(text: string): string {
  return deskCore().pathCompleted(text);
}

/** The age in years of a typed number, `NaN` for a blank field; the core's refusal when the record cannot store the number. */
export function readAge(typed: number): number | { code: string; message: string } {
  try {
    return deskCore().readAge(typed);
  } catch (error) {
    const { code, message } = error as Error & { code: string };
    return { code, message };
  }
}

/** The value of the field Distance, computed from the rows. */
export function joinDistances(rows: readonly DistanceStart[]): string {
  return deskCore().distanceJoin([...rows]);
}

/** The texts about hidden pages. */
export function visibilityWords(): VisibilityWords {
  return deskCore().visibilityWords();
}

/** A new row of distance and start time. */
export function newRow(): DistanceStart {
  return deskCore().distanceNew();
}

/** Whether a row may be removed. */
export function canRemoveRow(rows: readonly DistanceStart[]): boolean {
  return deskCore().distanceCanRemove([...rows]);
}

/** The options of the three select fields of a start time, and the chosen ones. */
export function startPicker(written: string): StartPicker {
  return deskCore().startPicker(written);
}

/** The start time of three choices; a blank choice is taken from `fallback`. */
export function startPicked(hour: string, minute: string, half: string, fallback: string): string {
  return deskCore().startPicked(hour, minute, half, fallback);
}

/** Whether a request failed because a race cannot have the sent name: it is taken, or not a valid name. */
export function isAboutName(error: unknown): error is CallError {
  return error instanceof CallError && deskCore().nameRefused(error.refusal?.code ?? '');
}

/** The problems to show at fields after a refusal. */
export function refusedFields({ code, message, fields = [] }: Refusal): RefusedField[] {
  return deskCore().refusedFields(code, message, fields);
}

/** The usual rules for these settings. */
export function usualRules(settings: RuleSettings): string[] {
  return deskCore().defaultRules(settings);
}

/** Whether the rules differ from the usual ones, so that replacing them would lose text. */
export function hasOwnRules(rules: string[], settings: RuleSettings): boolean {
  return deskCore().hasOwnRules(rules, settings);
}

/** The rules after their settings changed: usual rules are generated anew, edited rules do not change. */
export function updatedRules(rules: string[], before: RuleSettings, after: RuleSettings): string[] {
  return deskCore().updatedRules(rules, before, after);
}

/** The question before this number of memories is deleted. */
export function confirmMemories(count: number): string {
  return deskCore().memoriesConfirm(count);
}
