/** A moment in words: `June 15, 2027, 7:30 AM`, on the reader's own clock. */
export function moment(at: string | number): string {
  return new Date(at).toLocaleString('en-US', { dateStyle: 'long', timeStyle: 'short' });
}
