/** Reads that failed without a network are repeated once it is back (SPEC §8, loads). */
import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CallError, isLost } from '@/api';
import { LoadTimeout, withTimeLimit } from '@/core';
import { createQueryClient } from './query';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A page's read over a fake network that can be switched off and on. */
function page() {
  const network = { online: false, reads: 0, probes: 0 };
  vi.stubGlobal('fetch', async () => {
    network.probes += 1;
    if (!network.online) throw new TypeError('Failed to fetch');
    return new Response('ok');
  });
  const queries = createQueryClient();
  const observer = new QueryObserver(queries, {
    queryKey: ['race', 'Shore Half'],
    queryFn: async () => {
      network.reads += 1;
      if (!network.online) throw new CallError({ outcome: 'network' });
      return 'the race';
    },
  });
  const shown: string[] = [];
  const unsubscribe = observer.subscribe(({ status }) => {
    if (shown.at(-1) !== status) shown.push(status);
  });
  return { network, observer, shown, unsubscribe };
}

test('a read that failed without a network is repeated within five seconds after the network is back, and not before', async () => {
  const { network, observer, shown, unsubscribe } = page();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(observer.getCurrentResult().status).toBe('error');
  // In the meantime the page did not fall back to its skeleton.
  expect(shown.filter((one) => one === 'pending').length).toBeLessThan(2);
  expect(network.reads).toBe(1);
  network.online = true;
  await vi.advanceTimersByTimeAsync(5000);
  expect(observer.getCurrentResult().data).toBe('the race');
  // The server is not probed any more.
  const { probes } = network;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(network.probes).toBe(probes);
  unsubscribe();
});

test('a read that fails although the server can be reached is repeated with growing pauses', async () => {
  vi.stubGlobal('fetch', async () => new Response('ok'));
  let reads = 0;
  const observer = new QueryObserver(createQueryClient(), {
    queryKey: ['blocked'],
    queryFn: async () => {
      reads += 1;
      throw new CallError({ outcome: 'network' });
    },
  });
  const unsubscribe = observer.subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(reads).toBeLessThan(20);
  unsubscribe();
});

test('a refusal does not count as a lost network', () => {
  expect(isLost(new CallError({ outcome: 'status', status: 503 }))).toBe(false);
  expect(isLost(new CallError({ outcome: 'missing' }))).toBe(false);
});

test.each([
  [503, true],
  [502, true],
  [500, false],
  [409, false],
])(
  'a read that was answered by %i while the database was away is repeated once it is back: %s',
  async (status, isRepeated) => {
    let isAway = true;
    vi.stubGlobal('fetch', async () => new Response('', { status: isAway ? 503 : 200 }));
    let reads = 0;
    const observer = new QueryObserver(createQueryClient(), {
      queryKey: ['refused'],
      queryFn: async () => {
        reads += 1;
        if (isAway) throw new CallError({ outcome: 'status', status });
        return 'the race';
      },
    });
    const unsubscribe = observer.subscribe(() => undefined);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(reads).toBe(1);
    isAway = false;
    await vi.advanceTimersByTimeAsync(5000);
    expect(reads).toBe(isRepeated ? 2 : 1);
    expect(observer.getCurrentResult().data).toBe(isRepeated ? 'the race' : undefined);
    unsubscribe();
  },
);

test('a page that lost its connection goes on once the server can be reached, also when its database is away', async () => {
  vi.stubGlobal('fetch', async () => new Response('', { status: 503 }));
  let reads = 0;
  const observer = new QueryObserver(createQueryClient(), {
    queryKey: ['from memory'],
    queryFn: async () => {
      reads += 1;
      if (reads === 1) throw new CallError({ outcome: 'network' });
      return 'the race';
    },
  });
  const unsubscribe = observer.subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(5000);
  expect(observer.getCurrentResult().data).toBe('the race');
  unsubscribe();
});

test('a load without a result is aborted after fifteen seconds and counts as a lost network', async () => {
  const ended = withTimeLimit(new Promise(() => undefined)).catch((error: unknown) => error);
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
