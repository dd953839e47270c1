/**
 * Says what a visitor downloads of the built site, and fails where that is more than it may be. The last step of `npm run build`,
 * after compress.mjs: files count as they are sent.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';

const dist = new URL('dist/', import.meta.url);
const read = (file) => readFileSync(new URL(file, dist));
const assets = readdirSync(new URL('assets/', dist));

/** A file's bytes in a compressed form; as it is where it has none. */
const bytesOf = (file, ending) => {
  const small = new URL(`${file}.${ending}`, dist);
  return statSync(existsSync(small) ? small : new URL(file, dist)).size;
};
const gzipped = (file) => bytesOf(file, 'gz');
const sent = (file) => bytesOf(file, 'br');

/** A script, and every script that it imports. */
function whole(file, found = new Set()) {
  if (!found.has(file)) {
    found.add(file);
    const imported = read(file)
      .toString()
      .matchAll(/(?:from|import)\s*["'`]\.\/([^"'`]+\.js)["'`]/g);
    for (const [, name] of imported) whole(`assets/${name}`, found);
  }
  return found;
}

/** The screen or piece of a name, and every script that it imports. */
function piece(name) {
  const file = assets.find((one) => one.startsWith(`${name}-`) && one.endsWith('.js'));
  if (!file) throw new Error(`The build has no ${name}`);
  return whole(`assets/${file}`);
}

const page = read('index.html').toString();
const listed = (name) =>
  (new RegExp(`data-${name}="([^"]+)"`).exec(page)?.[1] ?? '').split(' ').map((file) => file.slice(1));
const linked = [...page.matchAll(/(?:href|src)="\/((?:assets\/|first)[^"]+)"/g)].map(([, file]) => file);
const home = new Set([
  'index.html',
  ...linked,
  ...[...listed('app'), ...listed('early').filter((file) => file.endsWith('.js'))].flatMap((file) => [...whole(file)]),
  ...listed('early'),
  ...piece('HomePage'),
  ...piece('deferred'),
]);
const kept = [
  ...read('sw.js')
    .toString()
    .matchAll(/["'`]((?:assets\/|index|first|favicon)[^"'`]+)["'`]/g),
];

const sum = (files, size) => [...files].reduce((total, file) => total + size(file), 0);
const figures = [
  ['the first script, gzip', sum(listed('app'), gzipped), 125_000],
  ['the home page, as sent', sum(home, sent), 300_000],
  [
    'a first visit with all that is kept, as sent',
    sum(new Set([...home, ...kept.map(([, file]) => file), 'sw.js']), sent),
    700_000,
  ],
];

// Rules that were built to be there quickly are large: their figures say nothing.
const judged = process.env.CARGO_PROFILE_WASM_OPT_LEVEL === undefined;
for (const [name, bytes, most] of figures) {
  const over = bytes > most;
  process.stdout.write(`${over ? '✗' : '✓'} ${name}: ${(bytes / 1000).toFixed(1)} of ${most / 1000} kB\n`);
  if (over && judged) process.exitCode = 1;
}
