import { delay, HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { upload } from '@/api';
import { UploadQueue } from './queue';

const server = setupServer();
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
// Waits for the response to an aborted request, which must not arrive after the test's window is closed.
afterEach(() => delay(120));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

const CALL = '*/api/Half/memory-images';
const picture = (name: string) => new File([new Uint8Array(64)], name, { type: 'image/png' });
const fine = () => HttpResponse.json({ message: 'ok' });

/** A queue, used in the same way as by the section Memories. */
function queue() {
  const files = new UploadQueue<{ message: string }>();
  const drain = (signal?: AbortSignal) =>
    files.drain({
      send: (file, options) => {
        const body = new FormData();
        body.append('action', 'add');
        body.append('memories', file);
        return upload('Half/memory-images', body, { method: 'PUT', ...options });
      },
      arrived: () => undefined,
      words: (end) => (end.end === 'answered' ? (end.refusal?.message ?? 'refused') : end.end),
      ...(signal ? { signal } : {}),
    });
  const states = () => Object.fromEntries(files.uploads.map((one) => [one.name, one.state]));
  const idOf = (name: string) => files.uploads.find((one) => one.name === name)?.id ?? '';
  return { files, drain, states, idOf };
}

test('each file is sent in its own request, in the order of adding', async () => {
  let calls = 0;
  server.use(
    http.put(CALL, () => {
      calls += 1;
      return fine();
    }),
  );
  const { files, drain, states } = queue();
  files.add([picture('a.png'), picture('b.png')]);
  expect(await drain()).toEqual({ arrived: 2, rest: [], failed: undefined });
  expect(calls).toBe(2);
  expect(states()).toEqual({ 'a.png': 'sent', 'b.png': 'sent' });
});

test('a file that fails has a message, does not delay the others, and can be sent again', async () => {
  server.use(
    http.put(CALL, () => HttpResponse.json({ code: 'invalid', message: 'Broken picture.' }, { status: 400 }), {
      once: true,
    }),
    http.put(CALL, fine),
  );
  const { files, drain, states } = queue();
  const a = picture('a.png');
  files.add([a, picture('b.png')]);
  const first = await drain();
  expect(first).toMatchObject({ arrived: 1, rest: [a], failed: { end: 'answered', status: 400 } });
  expect(states()).toEqual({ 'a.png': 'failed', 'b.png': 'sent' });
  expect(files.uploads[0]?.message).toBe('Broken picture.');
  files.add([a]);
  expect(await drain()).toEqual({ arrived: 1, rest: [], failed: undefined });
  expect(files.uploads).toMatchObject([{ name: 'a.png', state: 'sent' }]);
});

test('a lost connection is reported as one, and the file can be sent again', async () => {
  server.use(
    http.put(CALL, () => HttpResponse.error(), { once: true }),
    http.put(CALL, fine),
  );
  const { files, drain, states } = queue();
  const a = picture('a.png');
  files.add([a]);
  expect((await drain()).failed).toEqual({ end: 'noResponse' });
  expect(files.uploads[0]?.message).toBe('noResponse');
  files.add([a]);
  expect((await drain()).arrived).toBe(1);
  expect(states()).toEqual({ 'a.png': 'sent' });
});

test('canceling stops a file that is sent or waits, and the others continue', async () => {
  server.use(
    http.put(CALL, async () => {
      await delay(100);
      return fine();
    }),
  );
  const { files, drain, states, idOf } = queue();
  files.add([picture('a.png'), picture('b.png'), picture('c.png')]);
  const sent = drain();
  expect(files.busy).toBe(true);
  files.cancel(idOf('b.png'));
  files.cancel(idOf('a.png'));
  expect(await sent).toMatchObject({ arrived: 1, failed: undefined });
  expect(states()).toEqual({ 'a.png': 'stopped', 'b.png': 'stopped', 'c.png': 'sent' });
});

test('the abort signal stops all files', async () => {
  server.use(
    http.put(CALL, async () => {
      await delay(100);
      return fine();
    }),
  );
  const { files, drain, states } = queue();
  files.add([picture('a.png'), picture('b.png')]);
  const stop = new AbortController();
  const sent = drain(stop.signal);
  stop.abort();
  expect((await sent).rest).toHaveLength(2);
  expect(states()).toEqual({ 'a.png': 'stopped', 'b.png': 'stopped' });
});
