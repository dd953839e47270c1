/** A day and time in words: `Nov 25, 2026, 6:05 PM`. */
export const dayAndTime = (at: number) =>
  new Date(at).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' });
