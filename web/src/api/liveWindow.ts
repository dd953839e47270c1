/** Which races are live: computed every 60 s from race dates that are polled every 60 s. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { core, type LiveRace, type RaceDateEntry, type RacePhase } from '@/core';
import { raceDatesQuery } from './races';

/** Milliseconds between two reads of the clock (SPEC §4); the race dates are polled at the same interval. */
const RECHECK_MS = 60_000;

/**
 * The races whose live window is open now; computed again every 60 s, and whenever the dates arrive. A page that already has its
 * races passes them, so that its layout does not change when the dates arrive.
 */
export function useLiveRaces(known?: readonly RaceDateEntry[]): LiveRace[] {
  const { data: polled } = useQuery(raceDatesQuery);
  const dates = polled ?? known;
  const now = useClock();
  return useMemo(() => (dates ? core().liveRaces([...dates], now) : []), [dates, now]);
}

/** The current phase of a race, by the core's rule. */
export function useRacePhase(race: RaceDateEntry): RacePhase {
  const now = useClock();
  return useMemo(() => core().racePhase(race, now), [race, now]);
}

/** The current time in epoch milliseconds, updated every so many milliseconds and when the tab becomes visible, for example after a phone's sleep. */
export function useClock(every = RECHECK_MS): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const look = () => setNow(Date.now());
    const timer = setInterval(look, every);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [every]);
  return now;
}
