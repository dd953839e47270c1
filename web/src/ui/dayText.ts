/** A day of the calendar in words: `June 15, 1990` for `1990-06-15`. It is the same in every time zone. A text that is no such day stays. */
export function dayText(iso: string): string {
  const day = /^(\d{4})-(\d{2})-(\d{2})$/.exec(iso);
  if (!day) return iso;
  const [year = 0, month = 1, date = 1] = day.slice(1).map(Number);
  return new Date(Date.UTC(year, month - 1, date)).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });
}
