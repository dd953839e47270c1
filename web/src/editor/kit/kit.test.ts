// @vitest-environment node
/** Both editors stand on the kit: read from their source. */
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

test('fields, pictures and sorted lists are drawn by the kit alone', () => {
  const inputs = /\b(TextAreaField|NumberField|SelectField|DateField|PictureField|PicturesField|useReorder)\b/;
  const drawing = ['create', 'pages'].flatMap((folder) => files(folder).filter(({ text }) => inputs.test(text)));
  expect(drawing.map(({ file }) => file)).toEqual([]);
});

test.each(['create', 'pages'])(
  'every field of the table that has a plain input stands in the layout of %s',
  (folder) => {
    const layout = textOf(folder) + readFileSync(join(editor, 'kit/composed.tsx'), 'utf8');
    const missing = deskCore()
      .raceFields()
      .filter(({ input }) => !['own', 'derived', 'shared'].includes(input))
      // Edit Pages goes through the prizes of the table.
      .filter(({ part }) => !(folder === 'pages' && part === 'prizes'))
      .filter(({ name }) => !layout.includes(`name="${name}"`));
    expect(missing.map(({ name }) => name)).toEqual([]);
  },
);

test('no ref is written while a component renders', () => {
  // The statements of a component's own body have its indentation.
  const written = /^ {2}\w+\.current\s*(\?\?|\|\|)?=[^=]|^ {2}if .*\.current\s*(\?\?|\|\|)?=[^=]/m;
  expect(
    files('.')
      .filter(({ text }) => written.test(text))
      .map(({ file }) => file),
  ).toEqual([]);
});
