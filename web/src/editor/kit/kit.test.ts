// @vitest-environment node
/** Checks in the source code that both editors use the kit. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { deskCore, loadDesk } from '@/core';

const editor = resolve(import.meta.dirname, '..');
const files = (folder: string) =>
  readdirSync(join(editor, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
    .map((file) => ({ file, text: readFileSync(join(editor, folder, file), 'utf8') }));
const textOf = (folder: string) =>
  files(folder)
    .map(({ text }) => text)
    .join('\n');

beforeAll(() => loadDesk(), 60_000);

test('only the kit renders fields, pictures and sorted lists', () => {
  const inputs = /\b(TextAreaField|NumberField|SelectField|DateField|PictureField|PicturesField|useReorder)\b/;
  const matching = ['create', 'pages'].flatMap((folder) => files(folder).filter(({ text }) => inputs.test(text)));
  expect(matching.map(({ file }) => file)).toEqual([]);
});

test.each(['create', 'pages'])('every field of the table that has a plain input is in the layout of %s', (folder) => {
  const layout = textOf(folder) + readFileSync(join(editor, 'kit/composed.tsx'), 'utf8');
  const missing = deskCore()
    .raceFields()
    .filter(({ input }) => !['own', 'derived', 'shared'].includes(input))
    // Edit Pages renders the prizes in a loop over the table.
    .filter(({ part }) => !(folder === 'pages' && part === 'prizes'))
    .filter(({ name }) => !layout.includes(`name="${name}"`));
  expect(missing.map(({ name }) => name)).toEqual([]);
});

test('no ref is assigned while a component renders', () => {
  // The statements directly in a component's body are indented by two spaces.
  const assigned = /^ {2}\w+\.current\s*(\?\?|\|\|)?=[^=]|^ {2}if .*\.current\s*(\?\?|\|\|)?=[^=]/m;
  expect(
    files('.')
      .filter(({ text }) => assigned.test(text))
      .map(({ file }) => file),
  ).toEqual([]);
});
