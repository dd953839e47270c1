/** A day and time in words: `Nov 25, 2026, 6:05 PM`. */
export const dayAndTime = (at: number) =>
  new Date(at).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' });

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;
const relative = new Intl.RelativeTimeFormat('en-US', { style: 'short', numeric: 'always' });

/** How long ago something was: `2 days ago`, `5 min. ago`. */
export function ago(at: number, now: number): string {
  for (const [unit, ms] of UNITS) {
    if (now - at >= ms) return relative.format(-Math.floor((now - at) / ms), unit);
  }
  return 'just now';
}

/** A span of time in its greatest unit: `3 hours`. */
export function span(ms: number): string {
  const [unit, size] = UNITS.find(([, size]) => ms >= size) ?? UNITS[2];
  const count = Math.max(1, Math.round(ms / size));
  return new Intl.NumberFormat('en-US', { style: 'unit', unit, unitDisplay: 'long' }).format(count);
}
