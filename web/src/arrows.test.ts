// @vitest-environment node
/** Checks which folder imports which, by the import lines of every file. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';

const SHARED = ['api', 'racekit', 'ui', 'core'];
/** The folders of src, and the folders that each may import besides itself. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  core: [],
  ui: ['core'],
  racekit: ['ui', 'core'],
  api: ['core'],
  // The slices: none may import another, but signing up, the profile, the people’s pages, tickets and announcements use the forms of the account.
  account: SHARED,
  announcements: ['account', ...SHARED],
  audit: SHARED,
  editor: SHARED,
  live: SHARED,
  results: SHARED,
  packets: SHARED,
  photos: SHARED,
  profile: ['account', ...SHARED],
  race: SHARED,
  people: ['account', ...SHARED],
  signup: ['account', ...SHARED],
  site: SHARED,
  ticket: ['account', ...SHARED],
  timing: SHARED,
  venue: SHARED,
  app: [
    'styles',
    'account',
    'announcements',
    'audit',
    'editor',
    'live',
    'packets',
    'race',
    'people',
    'photos',
    'profile',
    'results',
    'signup',
    'site',
    'ticket',
    'timing',
    'venue',
    ...SHARED,
  ],
  sw: [],
};
/** The folders that may use the desk's rules, which are not downloaded by visitors. */
const MAY_USE_DESK = [
  'audit',
  'core',
  'editor',
  'photos',
  'timing',
  'app',
  'announcements/desk',
  'people/desk',
  'results/desk',
  'results/leagueDesk',
  'ticket/desk',
];

const IMPORT = /^(?:import|export)\b[^'";]*?\bfrom '([^']+)'|^import '([^']+)'|\bimport\(\s*'([^']+)'/gm;

interface Import {
  /** The importing file, its top folder in src (`room`) and its own folder. */
  file: string;
  room: string;
  folder: string;
  /** The imported file, as a path relative to src. */
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
const describeAll = (wrong: readonly Import[]) => wrong.map(({ file, path }) => `${file} imports ${path}`);

test('the import lines are found', () => {
  expect(files.length).toBeGreaterThan(150);
  expect(imports.length).toBeGreaterThan(files.length);
});

test('each folder of src imports only the folders that it may', () => {
  const rooms = [...new Set(files.map(roomOf))].sort();
  expect(rooms, 'the table has each folder of src').toEqual(Object.keys(MAY_IMPORT).sort());
  const wrong = imports.filter(({ room, path }) => ![room, ...(MAY_IMPORT[room] ?? [])].includes(roomOf(path)));
  expect(describeAll(wrong)).toEqual([]);
});

test('only core imports the generated package', () => {
  expect(describeAll(imports.filter(({ room, path }) => room !== 'core' && /(^|\/)pkg(\/|$)/.test(path)))).toEqual([]);
});

test("only the administrators' folders use the desk's rules", () => {
  const wrong = files.filter(
    (file) =>
      !MAY_USE_DESK.some((folder) => file.startsWith(`${folder}/`)) && /\b(deskCore|loadDesk)\b/.test(textOf(file)),
  );
  expect(wrong).toEqual([]);
});

test('folders do not import each other in a cycle', () => {
  const next = new Map<string, Set<string>>();
  const isFolder = new Set(files.map(dirname));
  for (const { folder, path } of imports) {
    const target = isFolder.has(path) ? path : dirname(path);
    if (target !== folder) next.set(folder, (next.get(folder) ?? new Set()).add(target));
  }
  const cycles: string[] = [];
  const done = new Set<string>();
  const walk = (folder: string, path: readonly string[]) => {
    const start = path.indexOf(folder);
    if (start >= 0) cycles.push([...path.slice(start), folder].join(' → '));
    if (start >= 0 || done.has(folder)) return;
    for (const target of next.get(folder) ?? []) walk(target, [...path, folder]);
    done.add(folder);
  };
  for (const folder of next.keys()) walk(folder, []);
  expect(cycles).toEqual([]);
});
