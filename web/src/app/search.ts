/** The address's search as plain text: `?bib=801`, readable and typed by hand; the router's own way would write `?bib=%22801%22`. */

/** Every param as its text; of one that stands twice the last. */
export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

/** The params that have a value, in their order; empty when none has. */
export function stringifySearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (value !== undefined && value !== null && value !== '') params.set(name, String(value));
  }
  const text = params.toString();
  return text ? `?${text}` : '';
}
