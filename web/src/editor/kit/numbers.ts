/**
 * Numbers that were typed in a field and that the record cannot store, such as a fraction. They are in the draft next to the record,
 * so that they stay in their fields with the core's sentence, and nothing is saved until they are corrected.
 */
import type { FieldError } from '@/core';
import { fileProblems } from './chosen';
import type { Draft } from './form';
import { readAge } from './rules';

/** The change of a draft after a number was typed in a field; `NaN` means that the field was emptied. */
export function numberTyped({ refusedNumbers }: Draft, field: string, typed: number): Partial<Draft> {
  const { [field]: _, ...others } = refusedNumbers ?? {};
  const read = readAge(typed);
  if (typeof read !== 'number') return { refusedNumbers: { ...others, [field]: typed } };
  return { [field]: read, refusedNumbers: Object.keys(others).length > 0 ? others : undefined };
}

/** The core's problems of a draft's record, and those of the input that is not in the record: refused numbers and chosen files. */
export function allProblems(draft: Draft, found: readonly FieldError[]): FieldError[] {
  const numbers = Object.entries(draft.refusedNumbers ?? {}).flatMap(([field, typed]) => {
    const read = readAge(typed);
    return typeof read === 'number' ? [] : [{ field, ...read }];
  });
  // The core's problem is about the number in the record, which the field does not show.
  const others = found.filter(({ field }) => !numbers.some((one) => one.field === field));
  return [...numbers, ...others, ...fileProblems(draft)];
}
