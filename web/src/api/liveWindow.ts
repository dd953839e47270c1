/** Which races are live, by the spec's two 60-second clocks. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { core, type LiveRace, type RaceDateEntry } from '@/core';
import { raceDatesQuery } from './races';

/** How often the clock is looked at, in milliseconds (SPEC §4); the race dates are polled at the same pace. */
const RECHECK_MS = 60_000;

/**
 * The races whose live window is open now: asked anew every 60 s, and whenever the dates arrive. A page that knows its races
 * already gives them, so that nothing moves when the dates come.
 */
export function useLiveRaces(known?: readonly RaceDateEntry[]): LiveRace[] {
  const { data: polled } = useQuery(raceDatesQuery);
  const dates = polled ?? known;
  const now = useClock(RECHECK_MS);
  return useMemo(() => (dates ? core().liveRaces(dates as RaceDateEntry[], now) : []), [dates, now]);
}

/** Now, in epoch milliseconds, moving on at every `everyMs`. */
export function useClock(everyMs: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
