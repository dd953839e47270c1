/** Loads the rules for benchmarks in Node. */
import { readFile } from 'node:fs/promises';

const folder = new URL('../../web/src/core/pkg/', import.meta.url);

const memories = new Map();

/** The bytes of memory that a module has. */
export const memoryOf = (name, copy = '') => memories.get(name + copy).buffer.byteLength;

/** Loads a module that was built for a bundler, without a bundler; as often as asked with other words in `copy`, each with its own memory. */
export async function rulesOf(name, copy = '') {
  const glue = await import(new URL(`${name}_bg.js?${copy}`, folder));
  const bytes = await readFile(new URL(`${name}_bg.wasm`, folder));
  const { instance } = await WebAssembly.instantiate(bytes, { [`./${name}_bg.js`]: glue });
  glue.__wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start?.();
  memories.set(name + copy, instance.exports.memory);
  return glue;
}
