/**
 * Creates the two font files in src/styles/type as subsets of the font package, by the unicode ranges in src/styles/type.css. Run
 * `node fonts/make.mjs` after a change of the package or of the ranges, and commit the files.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import subsetFont from 'subset-font';

const file = (path) => new URL(`../${path}`, import.meta.url);
const css = readFileSync(file('src/styles/type.css'), 'utf8');
const source = readFileSync(file('node_modules/@fontsource-variable/archivo/files/archivo-latin-wdth-normal.woff2'));

for (const [, name, ranges] of css.matchAll(/url\("\.\/(type\/[^"]+)"\)[^;]*;\s*unicode-range: ([^;]+);/g)) {
  const characters = ranges.match(/[0-9A-F]+(?:-[0-9A-F]+)?/g).flatMap((range) => {
    const [first, last = first] = range.split('-').map((code) => Number.parseInt(code, 16));
    return Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at));
  });
  const subset = await subsetFont(source, characters.join(''), {
    targetFormat: 'woff2',
    variationAxes: { wght: { min: 400, max: 900 } },
    keepFeatures: ['kern', 'liga', 'mark', 'mkmk', 'ccmp', 'locl', 'tnum', 'lnum'],
  });
  writeFileSync(file(`src/styles/${name}`), subset);
  process.stdout.write(`${name} ${subset.length}\n`);
}
