/** A day in words: `Nov 25, 2026`. */
export const dayOf = (at: number) => new Date(at).toLocaleDateString('en-US', { dateStyle: 'medium' });
