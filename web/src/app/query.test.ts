/** What the network lost comes back with it (SPEC §8, loads). */
import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CallError, isLost } from '@/api';
import { LoadTimeout, watched } from '@/core';
import { createQueryClient } from './query';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A page's read over a network that can be pulled out. */
function page() {
  const network = { there: false, reads: 0, looks: 0 };
  vi.stubGlobal('fetch', async () => {
    network.looks += 1;
    if (!network.there) throw new TypeError('Failed to fetch');
    return new Response('ok');
  });
  const queries = createQueryClient();
  const observer = new QueryObserver(queries, {
    queryKey: ['race', 'Shore Half'],
    queryFn: async () => {
      network.reads += 1;
      if (!network.there) throw new CallError({ outcome: 'network' });
      return 'the race';
    },
  });
  const shown: string[] = [];
  const leave = observer.subscribe(({ status }) => {
    if (shown.at(-1) !== status) shown.push(status);
  });
  return { network, observer, shown, leave };
}

test('a read that failed for want of a network is repeated within five seconds of its return, and not before', async () => {
  const { network, observer, shown, leave } = page();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(observer.getCurrentResult().status).toBe('error');
  // It did not fall back to its skeleton meanwhile.
  expect(shown.filter((one) => one === 'pending').length).toBeLessThan(2);
  expect(network.reads).toBe(1);
  network.there = true;
  await vi.advanceTimersByTimeAsync(5000);
  expect(observer.getCurrentResult().data).toBe('the race');
  // Nothing is looked for any more.
  const { looks } = network;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(network.looks).toBe(looks);
  leave();
});

test('a read that fails although the server is there is asked more and more seldom', async () => {
  vi.stubGlobal('fetch', async () => new Response('ok'));
  let reads = 0;
  const observer = new QueryObserver(createQueryClient(), {
    queryKey: ['blocked'],
    queryFn: async () => {
      reads += 1;
      throw new CallError({ outcome: 'network' });
    },
  });
  const leave = observer.subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(reads).toBeLessThan(20);
  leave();
});

test('a refusal is no lost network: it is not repeated', () => {
  expect(isLost(new CallError({ outcome: 'status', status: 503 }))).toBe(false);
  expect(isLost(new CallError({ outcome: 'missing' }))).toBe(false);
});

test('what hangs is given up after fifteen seconds, and counts as lost', async () => {
  const ended = watched(new Promise(() => undefined)).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(14_999);
  let over = false;
  void ended.then(() => {
    over = true;
  });
  await vi.advanceTimersByTimeAsync(0);
  expect(over).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  const error = await ended;
  expect(error).toBeInstanceOf(LoadTimeout);
  expect(isLost(error)).toBe(true);
});
