/**
 * Cuts the two files of src/styles/type from the typeface's package, by the ranges in src/styles/type.css. Run it after a change of
 * the package or of the ranges, `node fonts/make.mjs`, and commit what it made.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import subsetFont from 'subset-font';

const file = (path) => new URL(`../${path}`, import.meta.url);
const css = readFileSync(file('src/styles/type.css'), 'utf8');
const whole = readFileSync(file('node_modules/@fontsource-variable/archivo/files/archivo-latin-wdth-normal.woff2'));

for (const [, name, ranges] of css.matchAll(/url\("\.\/(type\/[^"]+)"\)[^;]*;\s*unicode-range: ([^;]+);/g)) {
  const letters = ranges.match(/[0-9A-F]+(?:-[0-9A-F]+)?/g).flatMap((range) => {
    const [first, last = first] = range.split('-').map((code) => Number.parseInt(code, 16));
    return Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at));
  });
  const made = await subsetFont(whole, letters.join(''), {
    targetFormat: 'woff2',
    variationAxes: { wght: { min: 400, max: 900 } },
    keepFeatures: ['kern', 'liga', 'mark', 'mkmk', 'ccmp', 'locl', 'tnum', 'lnum'],
  });
  writeFileSync(file(`src/styles/${name}`), made);
  process.stdout.write(`${name} ${made.length}\n`);
}
