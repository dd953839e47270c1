import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, ROOT, test } from './server';

test('the site is embedded in the program: a file that is added to web/dist later is not served', async ({
  splitline,
  request,
}) => {
  const added = `late-${splitline.port}.txt`;
  const path = join(ROOT, 'web/dist', added);
  writeFileSync(path, 'late');
  try {
    expect((await request.get(`${splitline.url}/${added}`)).status(), 'build it with --features site-inside').toBe(404);
  } finally {
    rmSync(path);
  }
});

test('each file of the app is sent in the smallest encoding the client accepts, and not again while it is unchanged', async ({
  splitline,
  request,
}) => {
  const page = await (await request.get(`${splitline.url}/`)).text();
  const files = [...page.matchAll(/\/assets\/[\w.-]+\.(?:js|css|wasm)\b/g)].map(([file]) => file);
  expect(files.length).toBeGreaterThan(3);
  const get = (file: string, headers: Record<string, string>) => request.get(splitline.url + file, { headers });
  for (const file of new Set(files)) {
    const plain = await get(file, { 'accept-encoding': 'identity' });
    expect(plain.headers()['content-encoding']).toBeUndefined();
    for (const [accepted, sent] of [
      ['gzip, deflate, br', 'br'],
      ['gzip', 'gzip'],
    ] as const) {
      const answer = await get(file, { 'accept-encoding': accepted });
      expect(answer.headers()).toMatchObject({
        'content-encoding': sent,
        'content-type': plain.headers()['content-type'],
        'cache-control': 'public, max-age=31536000, immutable',
        vary: expect.stringContaining('accept-encoding'),
      });
      expect(Number(answer.headers()['content-length'])).toBeLessThan((await plain.body()).length);
      expect(await answer.body()).toEqual(await plain.body());
      expect((await get(file, { 'if-none-match': answer.headers().etag ?? '' })).status()).toBe(304);
    }
    expect((await get(`${file}.br`, {})).status()).toBe(404);
  }
});
