import type { FieldError } from '@/core';

/** The core's problems in the form that React Aria's `Form` takes: the message of each field, by field name. */
export function byField(problems: readonly FieldError[]): Record<string, string> {
  return Object.fromEntries(problems.map((problem) => [problem.field, problem.message]));
}
