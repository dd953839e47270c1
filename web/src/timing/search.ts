/** The timing desk's search params: which race. */
export interface TimingSearch {
  race?: string;
}

/** Takes only what belongs here. */
export function timingSearch(raw: Record<string, unknown>): TimingSearch {
  return typeof raw.race === 'string' && raw.race !== '' ? { race: raw.race } : {};
}
