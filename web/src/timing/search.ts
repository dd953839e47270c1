/** The timing desk's search parameters: the race, and the runner whose page is open. */
export interface TimingSearch {
  race?: string;
  runner?: string;
}

/** Returns the known parameters and drops the rest. */
export function timingSearch(raw: Record<string, unknown>): TimingSearch {
  const text = (value: unknown) => (typeof value === 'number' ? String(value) : typeof value === 'string' ? value : '');
  const [race, runner] = [text(raw.race), text(raw.runner)];
  return { ...(race === '' ? {} : { race }), ...(runner === '' ? {} : { runner }) };
}
