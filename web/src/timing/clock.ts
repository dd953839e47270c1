import { core, deskCore } from '@/core';

/** The time of day of an instant (epoch milliseconds or RFC 3339) in the race's time zone; a dash without an instant. */
export function clockOf(at: number | string | null | undefined, zone: string): string {
  if (at === null || at === undefined || at === '') return '–';
  return core().clockText(typeof at === 'number' ? at : deskCore().instantParse(at), zone);
}

/** The date and time of an instant in the race's time zone; `Never` without an instant. */
export function dateAndClockOf(at: number | string | null | undefined, zone: string): string {
  if (at === null || at === undefined || at === '') return 'Never';
  const ms = typeof at === 'number' ? at : deskCore().instantParse(at);
  return `${core().dateIn(ms, zone)}, ${core().clockText(ms, zone)}`;
}
