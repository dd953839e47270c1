/**
 * The server's time on this device, whose own clock may be minutes off: every answer that has the server's time is compared with it.
 * The difference is stored, so that a page that is loaded without a network has it, too.
 */
import { useEffect, useSyncExternalStore } from 'react';
import { type Answer, call } from '@/api';
import { type ClockOffset, type ClockSample, deskCore } from '@/core';
import { storedText, storeText } from '@/ui';

/** How many answers are compared: a clock that was set anew is noticed after as many. */
const SAMPLES = 8;
/** How many times the server is asked for its time at once; the shortest round trip counts. */
const AT_ONCE = 3;
/** How often the clocks are compared while something on the page depends on it, in milliseconds. */
const COMPARE_MS = 30_000;
/** How long a stored difference is used, in milliseconds: a race day. */
const STORED_MS = 12 * 60 * 60_000;
const KEY = 'timing-clock';

interface Stored extends ClockOffset {
  /** When it was stored, by the device's clock. */
  at: number;
}

const samples: ClockSample[] = [];
const listeners = new Set<() => void>();
let offset: ClockOffset | undefined;
let isRead = false;

/** Compares the device's clock with the server's time in an answer. */
export function noteServerTime(sample: ClockSample): void {
  samples.push(sample);
  samples.splice(0, samples.length - SAMPLES);
  // Of two equally good answers the later one counts.
  const next = deskCore().clockOffset(samples.toReversed());
  const before = known();
  if (!next || (before?.addMs === next.addMs && before.withinMs === next.withinMs)) return;
  offset = next;
  storeText(KEY, JSON.stringify({ ...next, at: Date.now() } satisfies Stored));
  for (const listener of listeners) listener();
}

/** The server's time now, in epoch milliseconds. */
export function serverNow(): number {
  return Date.now() + (known()?.addMs ?? 0);
}

/** The difference between the clocks, compared again and again while this is used; undefined until the server was reached once. */
export function useClockOffset(): ClockOffset | undefined {
  useEffect(() => {
    users += 1;
    if (users === 1) startComparing();
    return () => {
      users -= 1;
      if (users === 0) stopComparing();
    };
  }, []);
  return useSyncExternalStore(subscribe, known);
}

/** The difference that is known: by the answers of this page, or the stored one. */
function known(): ClockOffset | undefined {
  if (!isRead) {
    isRead = true;
    try {
      const { at, ...stored } = JSON.parse(storedText(KEY) ?? '') as Stored;
      if (Math.abs(Date.now() - at) < STORED_MS && Number.isFinite(stored.addMs)) offset = stored;
    } catch {
      // Nothing that can be used is stored.
    }
  }
  return offset;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

let users = 0;
let timer: ReturnType<typeof setInterval> | undefined;

function startComparing(): void {
  compare();
  timer = setInterval(compare, COMPARE_MS);
  globalThis.addEventListener('online', compare);
  document.addEventListener('visibilitychange', compare);
}

function stopComparing(): void {
  clearInterval(timer);
  globalThis.removeEventListener('online', compare);
  document.removeEventListener('visibilitychange', compare);
}

const compare = () => {
  if (document.visibilityState === 'hidden') return;
  // Without an answer the last comparison stays.
  void askForTime().catch(() => {});
};

async function askForTime(): Promise<void> {
  for (let i = 0; i < AT_ONCE; i++) {
    const sent = Date.now();
    // Not `get`, which repeats a lost request: that would make the round trip longer.
    const answer = await call('get', 'clock', { headers: { 'cache-control': 'no-store' } });
    const { now } = (await answer.json()) as Answer<'get', 'clock'>;
    noteServerTime({ sent, received: Date.now(), server: now });
  }
}
