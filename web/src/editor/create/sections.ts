/** The form's sections and the state of each. */
import type { FieldError, Filled, FormSection, FormSectionInfo } from '@/core';
import { type FormState, visibleProblems } from '../kit/form';
import { formSections } from './rules';

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

/** The state of a section. */
export interface SectionState {
  /** `empty`: the user has filled in nothing; `ready`: it is done; `open`: something in it is wrong. */
  state: 'empty' | 'ready' | 'open';
  /** The number of its problems that are shown. */
  problems: number;
  /** Whether it holds only default text, which the user may confirm. */
  usual: boolean;
}

/** Computes the state of a section. */
export function sectionState(form: CreateState, { id, fields, done, all }: FormSectionInfo): SectionState {
  const { found, filled, confirmed } = form;
  const count = (list: readonly FieldError[]) => list.filter(({ field }) => sectionOf(field) === id).length;
  const problems = count(visibleProblems(form));
  const has = (field: string) => filled.own.includes(field);
  const own = all ? done.every(has) : done.some(has);
  const usual = !own && fields.some((field) => filled.usual.includes(field));
  const ready = own || (usual && confirmed.has(id));
  return { state: problems > 0 || count(found) > 0 ? 'open' : ready ? 'ready' : 'empty', problems, usual };
}
