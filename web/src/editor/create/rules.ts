/**
 * What the form asks the core, under the form's own types. Nothing here decides: each function is one call, so that a rule
 * has one place in TypeScript at which it is asked.
 */
import { siteSettings } from '@/api';
import {
  type CreateForm,
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
  type RuleSettings,
} from '@/core';

/** Hosts beside the core's table from which frames may come. Read once: they stand in the page's head. */
const EXTRA_HOSTS = [...siteSettings().embedHosts];

/** A new form. */
export function defaults(): CreateForm {
  return deskCore().createDefaults();
}

/** The form of a draft that was kept; a new one when it cannot be read. */
export function readDraft(text: string): CreateForm {
  try {
    // A draft of an older form lacks fields, and the module reads none that does.
    return deskCore().createDraft({ ...defaults(), ...JSON.parse(text) });
  } catch {
    return defaults();
  }
}

/** Everything wrong with a form, in the order of its fields. */
export function check(form: CreateForm): FieldError[] {
  return deskCore().createCheck(form, todayIn(form.TimeZone), EXTRA_HOSTS);
}

/** The fields to send, beside the files. */
export function fields(form: CreateForm): FormField[] {
  return deskCore().createFields(form);
}

/** The race that the form would make, frames included. */
export function madeRace(form: CreateForm): Race {
  return deskCore().createRace(form, EXTRA_HOSTS);
}

/** What the page says about how sending ended. */
export function outcome(phase: CreatePhase, status?: number, message?: string): Notice {
  return deskCore().createOutcome(phase, status, message);
}

/** Milliseconds from success to the empty form. */
export function resetAfterMs(): number {
  return deskCore().createResetAfterMs();
}

/** The frame that a pasted text makes, or why it makes none; neither for a blank. */
export function embed(kind: EmbedKind, pasted: string): { frame?: Frame; refusal?: string } {
  try {
    const frame = deskCore().embedParse(kind, pasted, EXTRA_HOSTS);
    return frame ? { frame } : {};
  } catch (refused) {
    return { refusal: sentence(refused) };
  }
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

/** The usual rules for these settings. */
export function usualRules(settings: RuleSettings): string[] {
  return deskCore().defaultRules(settings);
}

/** The zones a race can be in, the default first. */
export function timeZones(): string[] {
  return core().timeZones();
}

/** Why a file is no picture for us; nothing when it is one. Told from its first bytes, not from its name. */
export async function pictureRefusal(file: File): Promise<string | undefined> {
  const head = new Uint8Array(await file.slice(0, 32).arrayBuffer());
  try {
    deskCore().imageCheck(head, file.size);
    return undefined;
  } catch (refused) {
    return sentence(refused);
  }
}

/** The core throws an Error with its sentence. */
function sentence(refused: unknown): string {
  return refused instanceof Error ? refused.message : String(refused);
}

/** The date at the race's place. */
function todayIn(zone: string): string {
  try {
    return core().dateIn(Date.now(), zone);
  } catch {
    // The zone itself is what is wrong, and the check says so.
    return core().dateIn(Date.now(), defaults().TimeZone);
  }
}
