import type { FieldError } from '@/core';

/** The core's problems as a React Aria Form takes them: the sentence of each field. */
export function byField(problems: readonly FieldError[]): Record<string, string> {
  return Object.fromEntries(problems.map((problem) => [problem.field, problem.message]));
}
