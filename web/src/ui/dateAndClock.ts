import { core } from '@/core';

/** The date and time of an instant (epoch milliseconds) in the race's time zone; `Never` without an instant. */
export function dateAndClockOf(at: number | null, zone: string): string {
  return at === null ? 'Never' : `${core().dateIn(at, zone)}, ${core().clockText(at, zone)}`;
}
