// @vitest-environment node
/**
 * The spec's rules as tables of cases, run through the built .wasm: the same files that `cargo test` runs natively, so
 * the boundary is tested by the same sentences as the rule.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadCore, loadDesk, loadPictureRules } from '@/core';

/** A rule as a table; an argument `{"...": "race", "Date": ""}` is what it gives under `race`, with these fields laid over. */
interface Table {
  function: string;
  given?: Record<string, object>;
  /** Whether the rule is for the server alone, and no module for the browser has it. */
  native?: boolean;
  cases: Case[];
}

interface Case {
  name: string;
  input: unknown[];
  output?: unknown;
  error?: { code: string; message?: string } | string;
}

const folder = resolve(import.meta.dirname, '../../../core-wasm/cases');
const read = (file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Table;
const files = readdirSync(folder).filter((file) => file.endsWith('.json') && read(file).native !== true);

let rules: Record<string, unknown>;
beforeAll(async () => {
  // A rule stands in one of the modules; the board's is otherwise its worker's alone.
  const modules = await Promise.all([loadCore(), loadDesk(), loadPictureRules(), import('./pkg/board')]);
  rules = Object.assign({}, ...modules);
}, 60_000);

test('there are cases', () => {
  expect(files.length).toBeGreaterThan(0);
});

describe.each(files)('%s', (file) => {
  const table = read(file);

  test.each(table.cases.map((one) => [one.name, one] as const))('%s', (_name, one) => {
    const rule = rules[table.function] as (...input: unknown[]) => unknown;
    const input = one.input.map((argument) => whole(argument, table));
    expect(rule, `the package exports ${table.function}`).toBeTypeOf('function');
    if (one.error === undefined) {
      expect(plain(rule(...input))).toEqual(plain(one.output));
      return;
    }
    const wanted = typeof one.error === 'string' ? { code: one.error } : one.error;
    try {
      rule(...input);
    } catch (thrown) {
      expect(thrown).toBeInstanceOf(Error);
      const { code, message } = thrown as Error & { code: string };
      expect({ code, message }).toMatchObject(wanted);
      return;
    }
    expect.fail(`${table.function} should have refused this`);
  });
});

/** An argument, or each item of a list, with what its table gives. */
function whole(argument: unknown, table: Table): unknown {
  if (Array.isArray(argument)) return argument.map((item) => whole(item, table));
  if (typeof argument !== 'object' || argument === null || !('...' in argument)) return argument;
  const { '...': name, ...fields } = argument;
  return { ...table.given?.[String(name)], ...fields };
}

/** A value as JSON has it: nothing is null, and what is undefined is not there. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value ?? null));
}
