/** Questions about dates that several screens ask the core in the same words. */
import { core } from './load';
import type { DistanceStart } from './pkg/page';

/** Today's date on the clocks of a zone; of the default zone when none is given. */
export function todayIn(zone?: string): string {
  return core().dateIn(Date.now(), zone || defaultZone());
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
