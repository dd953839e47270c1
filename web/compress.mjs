// Writes compressed versions (.br, .gz) next to each file of the built site; the server sends them unchanged. They are compressed at
// the highest level. A version that is not smaller than the file is left out.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const SITE = join(import.meta.dirname, 'dist');
// Pictures and fonts are already compressed; index.html and the manifest are rewritten by the server.
const COMPRESSIBLE = /\.(js|css|wasm|svg|json|txt)$/;
const ENCODINGS = {
  br: (bytes) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
  gz: (bytes) => promisify(gzip)(bytes, { level: 9 }),
};

const files = (await readdir(SITE, { recursive: true })).filter((file) => COMPRESSIBLE.test(file));
await Promise.all(
  files.map(async (file) => {
    const bytes = await readFile(join(SITE, file));
    for (const [extension, compress] of Object.entries(ENCODINGS)) {
      const compressed = await compress(bytes);
      if (compressed.length < bytes.length) await writeFile(join(SITE, `${file}.${extension}`), compressed);
    }
  }),
);
