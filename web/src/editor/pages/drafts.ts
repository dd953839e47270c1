/** Unsaved words that outlive a reload: in session storage, by race and part, and never a file. */
import type { Part, Race } from '@/core';

/** What is kept of a part that is being edited. */
export interface Kept {
  /** The changed fields as they were. */
  before: Partial<Race>;
  /** The changed fields as they were typed. */
  after: Partial<Race>;
  /** The part's version from which editing began. */
  version?: string;
  /** Epoch milliseconds. */
  at: number;
}

/** Milliseconds from the last change to the save (SPEC §9). */
export const AUTOSAVE_MS = 500;

const key = (race: string, part: Part) => `splitline.edit:${race}:${part}`;

/** Keeps a part's unsaved words; without any, forgets them. */
export function keep(race: string, part: Part, kept: Kept | undefined): void {
  try {
    if (kept) sessionStorage.setItem(key(race, part), JSON.stringify(kept, withoutChosen));
    else sessionStorage.removeItem(key(race, part));
  } catch {
    // A full or forbidden store only costs the comfort after a reload.
  }
}

/** The words that were kept, if any. */
export function kept(race: string, part: Part): Kept | undefined {
  try {
    const text = sessionStorage.getItem(key(race, part));
    return text ? (JSON.parse(text) as Kept) : undefined;
  } catch {
    return undefined;
  }
}

/** The fields in which `to` differs from `from`, as they are in `to`. */
export function difference(from: Race, to: Race): Partial<Race> {
  const names = new Set([...Object.keys(from), ...Object.keys(to)] as (keyof Race)[]);
  return Object.fromEntries(
    [...names]
      .filter((name) => JSON.stringify(from[name]) !== JSON.stringify(to[name]))
      .map((name) => [name, to[name]]),
  );
}

/** A picture chosen in this tab lives by an address that ends with it. */
function withoutChosen(_: string, value: unknown): unknown {
  const url = (value as { url?: unknown } | null)?.url;
  return typeof url === 'string' && url.startsWith('blob:') ? undefined : value;
}
