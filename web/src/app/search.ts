/** The search parameters of the address as plain text, so that they can be typed: `?bib=801`. The router's default is `?bib=%22801%22`. */

/** All parameters as texts; for a parameter that occurs twice, the last value. */
export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

/** The search string of all parameters that have a value, in their order; empty when none has. */
export function stringifySearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (value !== undefined && value !== null && value !== '') params.set(name, String(value));
  }
  const text = params.toString();
  return text ? `?${text}` : '';
}
