/** The form's sections, and how each stands. */
import type { FieldError, Filled, FormSection, FormSectionInfo } from '@/core';
import { type FormState, visibleProblems } from '../kit/form';
import { formSections } from './rules';

/** The section in which a field stands; `Rules.3` stands with `Rules`. */
export function sectionOf(field: string): FormSection | undefined {
  const name = field.split('.')[0] ?? field;
  return formSections().find((section) => section.fields.includes(name))?.id;
}

/** What the sections' states follow from. */
export interface CreateState extends FormState {
  /** What a person put into the form. */
  filled: Filled;
  /** The sections whose usual words somebody said are right. */
  confirmed: ReadonlySet<FormSection>;
}

/** How a section stands. */
export interface SectionState {
  /** Nothing of a person's is in it, it is done, or something is wrong with it. */
  state: 'empty' | 'ready' | 'open';
  /** How many of its problems may be seen. */
  problems: number;
  /** It holds the usual words alone, which a person may confirm. */
  usual: boolean;
}

/** How a section stands. */
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
