/** Miles of a kilometer. */
const MILES = 0.621371192;

/** A pace in minutes a mile (`7:32`) in minutes a kilometer; empty for a text that is no pace. */
export function paceByKm(pace: string): string {
  const found = /^(\d+):(\d\d)$/.exec(pace);
  if (!found) return '';
  const seconds = Math.round((Number(found[1]) * 60 + Number(found[2])) * MILES);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
