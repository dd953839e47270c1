/** The form's sections and the state of each. */
import type { Filled, FormSection, SectionProgress } from '@/core';
import { type FormState, visibleProblems } from '../kit/form';
import { formSections, progress } from './rules';

/** The section that a field belongs to; `Rules.3` belongs to the section of `Rules`. */
export function sectionOf(field: string): FormSection | undefined {
  const name = field.split('.')[0] ?? field;
  return formSections().find((section) => section.fields.includes(name))?.id;
}

/** The form's state with everything from which the sections' states are computed. */
export interface CreateState extends FormState {
  /** The fields that the user has filled in. */
  filled: Filled;
  /** The sections whose default text the user has confirmed. */
  confirmed: ReadonlySet<FormSection>;
}

/** The state of a section, and the number of its problems that are shown. */
export interface SectionState extends SectionProgress {
  problems: number;
}

/** Returns the state of a section. */
export function sectionState(form: CreateState, id: FormSection): SectionState {
  const problems = visibleProblems(form).filter(({ field }) => sectionOf(field) === id).length;
  const { state, usual } = progressOf(form).find((section) => section.id === id) ?? { state: 'empty', usual: false };
  return { id, state: problems > 0 ? 'open' : state, usual, problems };
}

/** Returns how many sections are ready. */
export function readySections(form: CreateState): number {
  return formSections().filter(({ id }) => sectionState(form, id).state === 'ready').length;
}

const known = new WeakMap<Filled, [CreateState, readonly SectionProgress[]]>();

/** The core's answer, computed once for all sections of a state. */
function progressOf(form: CreateState): readonly SectionProgress[] {
  const { found, filled, confirmed } = form;
  const [before, answer] = known.get(filled) ?? [];
  if (answer && before?.found === found && before.confirmed === confirmed) return answer;
  const wrong = found.map(({ field }) => field);
  const fresh = progress(filled, wrong, [...confirmed]);
  known.set(filled, [form, fresh]);
  return fresh;
}
