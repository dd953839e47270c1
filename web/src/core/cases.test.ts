// @vitest-environment node
/**
 * Runs the case tables of the core's rules through the built .wasm. `cargo test` runs the same files natively, so the WebAssembly
 * binding is tested with the same cases as the rule.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadCore, loadDesk, loadPacketRules, loadPictureRules, loadStrengthRules, loadVenueRules } from '@/core';

/** The cases of one rule. An argument `{"...": "race", "Date": ""}` is the object `race` of `given`, with these fields replaced. */
interface Table {
  function: string;
  given?: Record<string, object>;
  /** Whether only the server has the rule, and no module for the browser exports it. */
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
  // Each rule is in one of the modules. The board's module is loaded directly here, elsewhere only in its worker.
  const modules = await Promise.all([
    loadCore(),
    loadDesk(),
    loadPictureRules(),
    loadStrengthRules(),
    loadPacketRules(),
    loadVenueRules(),
    import('./pkg/board'),
  ]);
  rules = Object.assign({}, ...modules);
}, 60_000);

test('the case files are found', () => {
  expect(files.length).toBeGreaterThan(0);
});

describe.each(files)('%s', (file) => {
  const table = read(file);

  test.each(table.cases.map((one) => [one.name, one] as const))('%s', (_name, one) => {
    const rule = rules[table.function] as (...input: unknown[]) => unknown;
    const input = one.input.map((argument) => withGiven(argument, table));
    expect(rule, `the package exports ${table.function}`).toBeTypeOf('function');
    if (one.error === undefined) {
      expect(plain(rule(...input))).toEqual(plain(one.output));
      return;
    }
    const expected = typeof one.error === 'string' ? { code: one.error } : one.error;
    try {
      rule(...input);
    } catch (thrown) {
      expect(thrown).toBeInstanceOf(Error);
      const { code, message } = thrown as Error & { code: string };
      expect({ code, message }).toMatchObject(expected);
      return;
    }
    expect.fail(`${table.function} should have thrown an error`);
  });
});

/** An argument, or each item of a list, with the referenced object of `given` filled in. */
function withGiven(argument: unknown, table: Table): unknown {
  if (Array.isArray(argument)) return argument.map((item) => withGiven(item, table));
  if (typeof argument !== 'object' || argument === null || !('...' in argument)) return argument;
  const { '...': name, ...fields } = argument;
  return { ...table.given?.[String(name)], ...fields };
}

/** A value as in JSON: undefined becomes null, and undefined fields are left out. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value ?? null));
}
