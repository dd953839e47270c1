/** Returns the search parameters with these names as text; an empty one is left out. */
export function knownTexts<Name extends string>(
  raw: Record<string, unknown>,
  names: readonly Name[],
): { [Known in Name]?: string } {
  const search: { [Known in Name]?: string } = {};
  for (const name of names) {
    const value = raw[name];
    if ((typeof value === 'string' && value !== '') || typeof value === 'number') search[name] = String(value);
  }
  return search;
}
