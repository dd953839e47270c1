/** The total time limit of a request (SPEC §5, §9), and which requests are repeated. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CallError, get, REQUEST_TIMEOUT_MS } from './client';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A fake network: the first request fails without a connection after `firstMs`, later ones are answered by `later`. */
function network(firstMs: number, later: (signal: AbortSignal) => Promise<Response>) {
  let calls = 0;
  vi.stubGlobal('fetch', (request: Request) => {
    calls += 1;
    if (calls > 1) return later(request.signal);
    return new Promise((_, reject) => setTimeout(() => reject(new TypeError('Failed to fetch')), firstMs));
  });
  return () => calls;
}

const never = (signal: AbortSignal) =>
  new Promise<Response>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

async function endOf(read: Promise<unknown>): Promise<{ outcome: string; ms: number }> {
  const began = Date.now();
  const ended = read.then(
    () => 'done',
    (error: unknown) => (error instanceof CallError ? error.outcome.outcome : String(error)),
  );
  const end = ended.then((outcome) => ({ outcome, ms: Date.now() - began }));
  await vi.advanceTimersByTimeAsync(60_000);
  return end;
}

test('a load has a limit of ten seconds, its second attempt included', async () => {
  const calls = network(8000, never);
  expect(await endOf(get('race/{RaceName}', { path: { RaceName: 'Slow' } }))).toEqual({
    outcome: 'timeout',
    ms: REQUEST_TIMEOUT_MS,
  });
  expect(calls()).toBe(2);
});

test('a request whose connection was lost is repeated once', async () => {
  network(0, async () => new Response('{"race":1}'));
  expect((await endOf(get('race/{RaceName}', { path: { RaceName: 'Here' } }))).outcome).toBe('done');
});

test('a response whose body never ends is aborted by the limit too', async () => {
  vi.stubGlobal('fetch', async (request: Request) => {
    const endless = new ReadableStream({
      start: (stream) => request.signal.addEventListener('abort', () => stream.error(request.signal.reason)),
    });
    return new Response(endless);
  });
  expect(await endOf(get('race/{RaceName}', { path: { RaceName: 'Endless' } }))).toEqual({
    outcome: 'timeout',
    ms: REQUEST_TIMEOUT_MS,
  });
});
