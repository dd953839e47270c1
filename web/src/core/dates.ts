/** Questions about dates that several screens ask the core in the same words. */
import { core } from './load';
import type { DistanceStart } from './pkg/page';

/** Today's date on the clocks of a race's zone; a blank zone is the default one. */
export function todayIn(zone: string): string {
  return core().dateIn(Date.now(), zone || defaultZone());
}

/** What day it is, for rules that ask it of each race in its own zone. */
export function now(): string {
  return new Date().toISOString();
}

/** The zone of a race that has none. */
export function defaultZone(): string {
  return core().timeZones()[0] ?? 'America/New_York';
}

/** A race's earliest start in epoch milliseconds; undefined when its date or all its times cannot be read. */
export function raceStart(race: {
  Date: string;
  TimeZone: string;
  DistanceStartTimes: DistanceStart[];
}): number | undefined {
  const time = core().distanceEarliest(race.DistanceStartTimes);
  if (!time) return undefined;
  try {
    return core().localToInstant(race.Date, time, race.TimeZone || defaultZone());
  } catch {
    return undefined;
  }
}
