/**
 * Prints how much of the built site a visitor downloads, and fails when that exceeds a limit. The last step of `npm run build`,
 * after compress.mjs: the sizes are those of the compressed files.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';

const dist = new URL('dist/', import.meta.url);
const read = (file) => readFileSync(new URL(file, dist));
const assets = readdirSync(new URL('assets/', dist));

/** The size of a file's compressed version in bytes; that of the file itself if it has none. */
const bytesOf = (file, ending) => {
  const compressed = new URL(`${file}.${ending}`, dist);
  return statSync(existsSync(compressed) ? compressed : new URL(file, dist)).size;
};
const gzipped = (file) => bytesOf(file, 'gz');
const sent = (file) => bytesOf(file, 'br');

/** A script and all scripts that it imports. */
function withImports(file, found = new Set()) {
  if (!found.has(file)) {
    found.add(file);
    const imported = read(file)
      .toString()
      .matchAll(/(?:from|import)\s*["'`]\.\/([^"'`]+\.js)["'`]/g);
    for (const [, name] of imported) withImports(`assets/${name}`, found);
  }
  return found;
}

/** The chunk with this name and all scripts that it imports. */
function scriptsOf(name) {
  const file = assets.find((one) => one.startsWith(`${name}-`) && one.endsWith('.js'));
  if (!file) throw new Error(`The build has no ${name}`);
  return withImports(`assets/${file}`);
}

const page = read('index.html').toString();
const listed = (name) =>
  (new RegExp(`data-${name}="([^"]+)"`).exec(page)?.[1] ?? '').split(' ').map((file) => file.slice(1));
const linked = [...page.matchAll(/(?:href|src)="\/((?:assets\/|first)[^"]+)"/g)].map(([, file]) => file);
const home = new Set([
  'index.html',
  ...linked,
  ...[...listed('app'), ...listed('early').filter((file) => file.endsWith('.js'))].flatMap((file) => [
    ...withImports(file),
  ]),
  ...listed('early'),
  ...scriptsOf('HomePage'),
  ...scriptsOf('deferred'),
]);
const precached = [
  ...read('sw.js')
    .toString()
    .matchAll(/["'`]((?:assets\/|index|first|favicon)[^"'`]+)["'`]/g),
];

const sum = (files, size) => [...files].reduce((total, file) => total + size(file), 0);
const budgets = [
  ['the first script, gzip', sum(listed('app'), gzipped), 125_000],
  ['the home page, as sent', sum(home, sent), 300_000],
  [
    'a first visit with all that is precached, as sent',
    sum(new Set([...home, ...precached.map(([, file]) => file), 'sw.js']), sent),
    700_000,
  ],
];

// With a fast development build the .wasm is large: then the sizes are printed, but the limits are not enforced.
const enforced = process.env.CARGO_PROFILE_WASM_OPT_LEVEL === undefined;
for (const [name, bytes, limit] of budgets) {
  const over = bytes > limit;
  process.stdout.write(`${over ? '✗' : '✓'} ${name}: ${(bytes / 1000).toFixed(1)} of ${limit / 1000} kB\n`);
  if (over && enforced) process.exitCode = 1;
}
