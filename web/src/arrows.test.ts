// @vitest-environment node
/** Which folder may import which, read from the import lines of every file. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';

const SHARED = ['api', 'racekit', 'ui', 'core'];
/** The rooms of src, and what each may import beside itself. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  core: [],
  ui: ['core'],
  racekit: ['ui', 'core'],
  api: ['core'],
  // The slices: none knows another.
  account: SHARED,
  editor: SHARED,
  live: SHARED,
  race: SHARED,
  site: SHARED,
  timing: SHARED,
  app: ['styles', 'account', 'editor', 'live', 'race', 'site', 'timing', ...SHARED],
  sw: [],
};
/** The rooms that may ask the desk's rules, which a visitor does not download. */
const ASK_THE_DESK = ['core', 'editor', 'timing', 'app'];

const IMPORT = /^(?:import|export)\b[^'";]*?\bfrom '([^']+)'|^import '([^']+)'|\bimport\(\s*'([^']+)'/gm;

interface Import {
  /** The importing file, its room and its folder. */
  file: string;
  room: string;
  folder: string;
  /** What is imported, as a path below src. */
  path: string;
}

const src = import.meta.dirname;
const files = (readdirSync(src, { recursive: true }) as string[]).filter(
  (file) => /(?<!\.test)\.tsx?$/.test(file) && !/^(core\/pkg|test)\//.test(file),
);
const textOf = (file: string) => readFileSync(join(src, file), 'utf8');
const roomOf = (path: string) => path.split('/')[0] ?? '';

const imports: Import[] = files.flatMap((file) =>
  [...textOf(file).matchAll(IMPORT)]
    .map((found) => found[1] ?? found[2] ?? found[3] ?? '')
    .filter((name) => /^(\.|@\/)/.test(name))
    .map((name) => ({
      file,
      room: roomOf(file),
      folder: dirname(file),
      path: name.startsWith('@/') ? name.slice(2) : normalize(join(dirname(file), name)),
    })),
);
const lines = (wrong: readonly Import[]) => wrong.map(({ file, path }) => `${file} imports ${path}`);

test('the import lines are found', () => {
  expect(files.length).toBeGreaterThan(150);
  expect(imports.length).toBeGreaterThan(files.length);
});

test('each room imports only what it may', () => {
  const rooms = [...new Set(files.map(roomOf))].sort();
  expect(rooms, 'each room stands in the table').toEqual(Object.keys(MAY_IMPORT).sort());
  const wrong = imports.filter(({ room, path }) => ![room, ...(MAY_IMPORT[room] ?? [])].includes(roomOf(path)));
  expect(lines(wrong)).toEqual([]);
});

test('only core imports the generated package', () => {
  expect(lines(imports.filter(({ room, path }) => room !== 'core' && /(^|\/)pkg(\/|$)/.test(path)))).toEqual([]);
});

test("only an administrator's rooms ask the desk's rules", () => {
  const wrong = files.filter(
    (file) => !ASK_THE_DESK.includes(roomOf(file)) && /\b(deskCore|loadDesk)\b/.test(textOf(file)),
  );
  expect(wrong).toEqual([]);
});

test('no circle of folders', () => {
  const next = new Map<string, Set<string>>();
  const isFolder = new Set(files.map(dirname));
  for (const { folder, path } of imports) {
    const target = isFolder.has(path) ? path : dirname(path);
    if (target !== folder) next.set(folder, (next.get(folder) ?? new Set()).add(target));
  }
  const circles: string[] = [];
  const done = new Set<string>();
  const walk = (folder: string, way: readonly string[]) => {
    const begun = way.indexOf(folder);
    if (begun >= 0) circles.push([...way.slice(begun), folder].join(' → '));
    if (begun >= 0 || done.has(folder)) return;
    for (const target of next.get(folder) ?? []) walk(target, [...way, folder]);
    done.add(folder);
  };
  for (const folder of next.keys()) walk(folder, []);
  expect(circles).toEqual([]);
});
