// Measures the search of the board in Chromium, beside the libraries that search in JavaScript, as `board.mjs` does in Node:
// `node bench/board-chromium.mjs <folder of the days> [runners…]`.
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { chromium } from '@playwright/test';

const [folder, ...asked] = process.argv.slice(2);
const sizes = asked.length > 0 ? asked.map(Number) : [10_000, 100_000];
const ROOT = resolve(import.meta.dirname, '../..');
const ORIGIN = 'http://localhost:8391';
const MODULES = '/web/bench/node_modules';
const IMPORTS = {
  '@leeoniya/ufuzzy': `${MODULES}/@leeoniya/ufuzzy/dist/uFuzzy.mjs`,
  flexsearch: `${MODULES}/flexsearch/dist/flexsearch.bundle.module.min.mjs`,
  'fuse.js': `${MODULES}/fuse.js/dist/fuse.mjs`,
  minisearch: `${MODULES}/minisearch/dist/es/index.js`,
};
const PAGE = `<!doctype html><script type="importmap">${JSON.stringify({ imports: IMPORTS })}</script>`;
const TYPES = { wasm: 'application/wasm', json: 'application/json', mjs: 'text/javascript', js: 'text/javascript' };
/** With them the browser's clock has a resolution of 5 µs instead of 100. */
const ISOLATED = { 'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp' };

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--js-flags=--expose-gc', '--enable-precise-memory-info'],
});
try {
  const page = await browser.newPage();
  page.setDefaultTimeout(0);
  page.on('pageerror', (error) => {
    throw error;
  });
  await page.route(`${ORIGIN}/**`, async (route) => {
    const path = decodeURIComponent(new URL(route.request().url()).pathname);
    if (path === '/') return route.fulfill({ contentType: 'text/html', headers: ISOLATED, body: PAGE });
    const file = path.startsWith('/days/') ? join(folder, path.slice('/days/'.length)) : join(ROOT, path);
    const contentType = TYPES[path.split('.').pop()] ?? 'application/octet-stream';
    return route.fulfill({ contentType, headers: ISOLATED, body: await readFile(file) });
  });
  await page.exposeFunction('print', (line) => process.stdout.write(`${line}\n`));
  await page.goto(`${ORIGIN}/`);
  for (const runners of sizes) await page.evaluate(measured, runners);
} finally {
  await browser.close();
}

/** Runs in the page. */
async function measured(runners) {
  const { measureSearch } = await import('/web/bench/board/search.mjs');
  const memories = new Map();
  const rulesOf = async (name, copy = '') => {
    const glue = await import(`/web/src/core/pkg/${name}_bg.js?${copy}`);
    const bytes = fetch(`/web/src/core/pkg/${name}_bg.wasm`);
    const { instance } = await WebAssembly.instantiateStreaming(bytes, { [`./${name}_bg.js`]: glue });
    glue.__wbg_set_wasm(instance.exports);
    instance.exports.__wbindgen_start?.();
    memories.set(name + copy, instance.exports.memory);
    return glue;
  };
  const memory = (make) => {
    window.gc();
    const before = performance.memory.usedJSHeapSize;
    const kept = make();
    window.gc();
    return [performance.memory.usedJSHeapSize - before, kept];
  };
  const day = (file) => fetch(`/days/${runners}/${file}`);
  await measureSearch({
    runners,
    bytes: new Uint8Array(await (await day('document-mid')).arrayBuffer()),
    document: await (await day('rows-mid.json')).json(),
    rulesOf,
    memoryOf: (name, copy = '') => memories.get(name + copy).buffer.byteLength,
    memory,
    print: window.print,
  });
}
