/** Which races are live, by the spec's two 60-second clocks. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { core, type LiveRace, type RaceDateEntry, type RacePhase } from '@/core';
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
  const now = useClock();
  return useMemo(() => (dates ? core().liveRaces(dates as RaceDateEntry[], now) : []), [dates, now]);
}

/** Where a race stands now, by the core's one rule. */
export function useRacePhase(race: RaceDateEntry): RacePhase {
  const now = useClock();
  return useMemo(() => core().racePhase(race, now), [race, now]);
}

/** Now, in epoch milliseconds, looked at every 60 s and when a tab is seen again: a phone that slept shows no old state. */
export function useClock(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const look = () => setNow(Date.now());
    const timer = setInterval(look, RECHECK_MS);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, []);
  return now;
}
