/**
 * The core's functions that Create Race calls, with the form's own types. There is no rule here: each function is one call, so
 * that every rule is called from one place in TypeScript.
 */
import {
  type CreateForm,
  type CreatePhase,
  core,
  deskCore,
  type FieldError,
  type Filled,
  type FormField,
  type FormSection,
  type FormSectionInfo,
  type LogoSource,
  type Notice,
  type Race,
  type SectionProgress,
} from '@/core';
import { extraHosts } from '../kit/rules';

let known: readonly FormSectionInfo[] | undefined;

/** The form's sections in their order, with the fields of each and the rule when it is done. */
export function formSections(): readonly FormSectionInfo[] {
  known ??= deskCore().createSections();
  return known;
}

/** The form that would create this race, with this number of course maps if it is known. */
export function formOf(race: Race, courses: number | undefined): CreateForm {
  return deskCore().createForm(race, courses);
}

/** The form's fields in the shape of the record, exactly as they were typed. */
export function recordOf(form: CreateForm): Race {
  return deskCore().createRecord(form);
}

/** A new form. */
export function defaults(): CreateForm {
  return deskCore().createDefaults();
}

/** The form of a stored draft; an empty one when the text cannot be read. */
export function readDraft(text: string): CreateForm {
  try {
    // A draft of an older version lacks fields, and the core refuses a form that lacks one.
    return deskCore().createDraft({ ...defaults(), ...JSON.parse(text) });
  } catch {
    return defaults();
  }
}

/** Everything wrong with a form, in the order of its fields. */
export function check(form: CreateForm): FieldError[] {
  return deskCore().createCheck(form, todayIn(form.TimeZone), extraHosts());
}

/** The fields that the user has filled in, and those that still hold the default text of a new form. */
export function filled(form: CreateForm): Filled {
  return deskCore().createFilled(form);
}

/** The state of every section of the form; `wrong` are the names of the fields with a problem. */
export function progress(filled: Filled, wrong: string[], confirmed: FormSection[]): SectionProgress[] {
  return deskCore().createProgress(filled, wrong, confirmed);
}

/** For each link of `after`, the index in `before` of the sponsor whose logo it keeps. */
export function logoSources(before: string[], after: string[]): LogoSource[] {
  return deskCore().logoSources(before, after);
}

/** The fields to send, without the files. */
export function fields(form: CreateForm): FormField[] {
  return deskCore().createFields(form);
}

/** The race that the form would create, frames included. */
export function madeRace(form: CreateForm): Race {
  return deskCore().createRace(form, extraHosts());
}

/** The message for the result of sending. */
export function outcome(phase: CreatePhase, status?: number, message?: string): Notice {
  return deskCore().createOutcome(phase, status, message);
}

/** Milliseconds from success until the form is emptied. */
export function resetAfterMs(): number {
  return deskCore().createResetAfterMs();
}

/** Today's date in the race's time zone. */
function todayIn(zone: string): string {
  try {
    return core().dateIn(Date.now(), zone);
  } catch {
    // The time zone is invalid; the check reports that.
    return core().dateIn(Date.now(), defaults().TimeZone);
  }
}
