/** The timing desk's search parameters: the race. */
export interface TimingSearch {
  race?: string;
}

/** Returns the known parameters and drops the rest. */
export function timingSearch(raw: Record<string, unknown>): TimingSearch {
  return typeof raw.race === 'string' && raw.race !== '' ? { race: raw.race } : {};
}
