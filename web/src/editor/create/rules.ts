/**
 * What the form asks the core, under the form's own types. Nothing here decides: each function is one call, so that a rule
 * has one place in TypeScript at which it is asked.
 */
import {
  type CreateForm,
  type CreatePhase,
  core,
  deskCore,
  type FieldError,
  type Filled,
  type FormField,
  type FormSectionInfo,
  type Notice,
  type Race,
} from '@/core';
import { extraHosts } from '../kit/rules';

export * from '../kit/rules';

let known: readonly FormSectionInfo[] | undefined;

/** The form's sections in their order, which fields belong to each, and when one is done. */
export function formSections(): readonly FormSectionInfo[] {
  known ??= deskCore().createSections();
  return known;
}

/** The form that would make this race, with so many course maps where that is known. */
export function formOf(race: Race, courses: number | undefined): CreateForm {
  return deskCore().createForm(race, courses);
}

/** The fields of a form as the record holds them, just as they were typed. */
export function recordOf(form: CreateForm): Race {
  return deskCore().createRecord(form);
}

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
  return deskCore().createCheck(form, todayIn(form.TimeZone), extraHosts());
}

/** What a person put into a form, and where it still holds the usual words of a new one. */
export function filled(form: CreateForm): Filled {
  return deskCore().createFilled(form);
}

/** The fields to send, beside the files. */
export function fields(form: CreateForm): FormField[] {
  return deskCore().createFields(form);
}

/** The race that the form would make, frames included. */
export function madeRace(form: CreateForm): Race {
  return deskCore().createRace(form, extraHosts());
}

/** What the page says about how sending ended. */
export function outcome(phase: CreatePhase, status?: number, message?: string): Notice {
  return deskCore().createOutcome(phase, status, message);
}

/** Milliseconds from success to the empty form. */
export function resetAfterMs(): number {
  return deskCore().createResetAfterMs();
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
