/** Functions about dates that several screens use; the core decides. */
import { core } from './load';
import type { DistanceStart } from './pkg/page';

/** Today's date in a race's time zone; a blank zone means the default one. */
export function todayIn(zone: string): string {
  return core().dateIn(Date.now(), zone || defaultZone());
}

/** The current time in ISO 8601, for rules that compute the date in each race's own zone. */
export function now(): string {
  return new Date().toISOString();
}

/** The time zone of a race without one. */
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
