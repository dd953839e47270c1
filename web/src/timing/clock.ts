import { core, deskCore } from '@/core';

/** An instant (epoch milliseconds or RFC 3339) on the race's clock; a dash for none. */
export function clockOf(at: number | string | null | undefined, zone: string): string {
  if (at === null || at === undefined || at === '') return '–';
  return core().clockText(typeof at === 'number' ? at : deskCore().instantParse(at), zone);
}

/** The same with its date. */
export function momentOf(at: number | string | null | undefined, zone: string): string {
  if (at === null || at === undefined || at === '') return 'Never';
  const ms = typeof at === 'number' ? at : deskCore().instantParse(at);
  return `${core().dateIn(ms, zone)}, ${core().clockText(ms, zone)}`;
}
