// Measures the server's peak memory during eight parallel uploads of 49 MB, all of them valid pictures.
// `node bench/uploads.mjs <splitline>` fails above 150 MB.
import { randomFillSync } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { prepare, print } from './server.mjs';

const MAX_MB = 150;
const UPLOAD = 49_000_000;
const binary = process.argv[2] ?? '../target/release/splitline';

const CRC = Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? 0xedb88320 ^ (rest >>> 1) : rest >>> 1;
  return rest;
});

/** The CRC-32 of PNG chunks; `zlib.crc32` exists only since Node 20.15. */
function crc32(bytes) {
  let crc = -1;
  for (const byte of bytes) crc = CRC[(crc ^ byte) & 255] ^ (crc >>> 8);
  return ~crc >>> 0;
}

/** A PNG of noise with `channels` of `depth` bits. It has about `bytes` bytes, because noise cannot be compressed. */
function png(bytes, channels, depth = 8) {
  const width = 4000;
  const row = (width * channels * depth) / 8;
  const height = Math.floor(bytes / (row + 1));
  const raw = randomFillSync(Buffer.alloc(height * (row + 1)));
  for (let y = 0; y < height; y++) raw[y * (row + 1)] = 0;
  const chunk = (name, data) => {
    const body = Buffer.concat([Buffer.from(name), data]);
    const framed = Buffer.alloc(body.length + 8);
    framed.writeUInt32BE(data.length, 0);
    body.copy(framed, 4);
    framed.writeUInt32BE(crc32(body), body.length + 4);
    return framed;
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head[8] = depth;
  head[9] = { 1: 0, 3: 2, 4: 6 }[channels];
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(raw, { level: 0 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A baseline JPEG (4:4:4) of noise: one row of blocks, repeated between restart markers. */
function jpeg(bytes, width, height) {
  const across = width / 8;
  const down = height / 8;
  const bits = Math.floor((bytes * 8) / (across * down * 3));
  const row = [];
  let pending = 0;
  let count = 0;
  const putBits = (value, size) => {
    for (let bit = size - 1; bit >= 0; bit--) {
      pending = (pending << 1) | ((value >> bit) & 1);
      if (++count === 8) {
        row.push(pending);
        if (pending === 0xff) row.push(0);
        pending = count = 0;
      }
    }
  };
  // Every Huffman code has four bits: 0 ends the block, n is followed by a coefficient of n bits.
  const size = 6;
  const coefficients = Math.min(63, Math.floor((bits - 8) / (4 + size)));
  for (let block = 0; block < across * 3; block++) {
    putBits(0, 4);
    for (let n = 0; n < coefficients; n++) {
      putBits(size, 4);
      putBits(Math.floor(Math.random() * 64), size);
    }
    if (coefficients < 63) putBits(0, 4);
  }
  while (count !== 0) putBits(1, 1);
  const u16 = (n) => [n >> 8, n & 255];
  const segment = (marker, data) => [0xff, marker, ...u16(data.length + 2), ...data];
  const table = (id) => [id, 0, 0, 0, 11, ...Array(12).fill(0), 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
  const head = [
    0xff,
    0xd8,
    ...segment(0xdb, [0, ...Array(64).fill(4)]),
    ...segment(0xc0, [8, ...u16(height), ...u16(width), 3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0]),
    ...segment(0xc4, [...table(0x00), ...table(0x10)]),
    ...segment(0xdd, u16(across)),
    ...segment(0xda, [3, 1, 0, 2, 0, 3, 0, 0, 63, 0]),
  ];
  const parts = [Buffer.from(head)];
  const rows = Buffer.from(row);
  for (let y = 0; y < down; y++) parts.push(rows, Buffer.from(y + 1 === down ? [0xff, 0xd9] : [0xff, 0xd0 + (y % 8)]));
  return Buffer.concat(parts);
}

function form(name, pictures, texts = {}) {
  const body = new FormData();
  for (const [field, text] of Object.entries(texts)) body.append(field, text);
  for (const picture of pictures) body.append(name, new Blob([picture]), 'picture');
  return body;
}

const server = await prepare(binary);
const { call, processStatus } = server;

let failed = false;
try {
  await server.start();
  await server.logIn();
  for (const name of ['A', 'B', 'C', 'D', 'E', 'F']) await call('POST', 'createPage', form('', [], { Race: name }));
  const before = processStatus('VmHWM');

  const prizes = form('medal', [png(UPLOAD / 2, 3)]);
  prizes.append('shirt', new Blob([png(UPLOAD / 2, 3)]), 'picture');
  const uploads = [
    ['POST', 'createPage', 'a page with a PNG', form('raceLogo', [png(UPLOAD, 3)], { Race: 'G' })],
    [
      'POST',
      'createPage',
      'a page with seven PNGs',
      form(
        'memImages',
        Array.from({ length: 7 }, () => png(UPLOAD / 7, 3)),
        { Race: 'H' },
      ),
    ],
    ['PUT', 'updateRaceCard/A?images=url', 'a PNG with transparency', form('raceLogo', [png(UPLOAD, 4)])],
    ['PUT', 'updateRaceCard/B?images=url', 'a JPEG of 24 megapixels', form('raceLogo', [jpeg(UPLOAD, 6000, 4000)])],
    [
      'PUT',
      'C/memory-images?images=url',
      'five JPEGs of 12 megapixels',
      form(
        'memories',
        Array.from({ length: 5 }, () => jpeg(UPLOAD / 5, 4032, 3024)),
        { action: 'add' },
      ),
    ],
    [
      'PUT',
      'D/memory-images?images=url',
      'three PNGs',
      form(
        'memories',
        Array.from({ length: 3 }, () => png(UPLOAD / 3, 3)),
        { action: 'add' },
      ),
    ],
    [
      'PUT',
      'E/memory-images?images=url',
      'a PNG of 16 bits',
      form('memories', [png(UPLOAD, 1, 16)], { action: 'add' }),
    ],
    ['PUT', 'updatePrizeImages/F?images=url', 'two PNGs', prizes],
  ];
  const began = Date.now();
  const answers = await Promise.all(
    uploads.map(async ([method, path, what, body]) => {
      const answer = await call(method, path, body);
      const text = await answer.text();
      const seconds = ((Date.now() - began) / 1000).toFixed(1);
      print(`  ${what}: ${answer.status} after ${seconds} s${answer.ok ? '' : ` ${text.slice(0, 200)}`}`);
      return answer.ok;
    }),
  );
  const peak = processStatus('VmHWM');
  await new Promise((resolve) => setTimeout(resolve, 2000));
  print(
    `  resident memory: ${before} MB before, ${peak} MB at most, ${processStatus('VmRSS')} MB afterwards; allowed are ${MAX_MB} MB`,
  );
  failed = peak > MAX_MB || !answers.every(Boolean);
} finally {
  await server.end();
}
process.exitCode = failed ? 1 : 0;
