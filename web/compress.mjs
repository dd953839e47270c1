// Leaves beside each file of the built site its compressed forms (.br, .gz), which the server sends as they are: the smallest that
// their formats can do, made once. A form that is no smaller is left out.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const SITE = join(import.meta.dirname, 'dist');
// Pictures and typefaces are compressed by their own formats; the page and the manifest are written anew by the server.
const WORTH = /\.(js|css|wasm|svg|json|txt)$/;
const FORMS = {
  br: (bytes) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
  gz: (bytes) => promisify(gzip)(bytes, { level: 9 }),
};

const files = (await readdir(SITE, { recursive: true })).filter((file) => WORTH.test(file));
await Promise.all(
  files.map(async (file) => {
    const bytes = await readFile(join(SITE, file));
    for (const [ending, compress] of Object.entries(FORMS)) {
      const small = await compress(bytes);
      if (small.length < bytes.length) await writeFile(join(SITE, `${file}.${ending}`), small);
    }
  }),
);
