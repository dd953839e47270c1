/** A date and time as text: `June 15, 2027, 7:30 AM`, in the reader's own time zone. */
export function moment(at: string | number): string {
  return new Date(at).toLocaleString('en-US', { dateStyle: 'long', timeStyle: 'short' });
}
