/**
 * Unsaved words that outlive a reload, a closed tab and a crash: by the race's id and the part, and never a file. Each tab has its
 * own in session storage; the last of them stand in local storage too, for when the tab is gone.
 */
import type { Part, Race } from '@/core';
import { attempt, keys, read, write } from '../drafts/browser';

/** What is kept of a part that is being edited. */
export interface Kept {
  /** The race's name then. */
  race: string;
  /** The changed fields as they were. */
  before: Partial<Race>;
  /** The changed fields as they were typed. */
  after: Partial<Race>;
  /** The part's version from which editing began. */
  version?: string;
  /** Epoch milliseconds. */
  at: number;
}

const KEY = /^splitline\.edit:(.+):([a-z0-9]+)$/;
const key = (id: string, part: Part) => `splitline.edit:${id}:${part}`;

/** What local storage has of this tab, by key: another tab's words are not forgotten with these. */
const copies = new Map<string, string>();

/** Keeps a part's unsaved words; without any, forgets them. False where the browser refuses to. */
export function keep(id: string, part: Part, kept: Kept | undefined): boolean {
  const at = key(id, part);
  if (!kept) {
    write('session', at, undefined);
    if (copies.has(at) && read('local', at) === copies.get(at)) write('local', at, undefined);
    copies.delete(at);
    return true;
  }
  const text = JSON.stringify(kept, withoutChosen);
  const own = write('session', at, text);
  // Rather none than an older state of them.
  if (!own) write('session', at, undefined);
  const copy = write('local', at, text);
  if (copy) copies.set(at, text);
  return own || copy;
}

/** The words that were kept, if any: this tab's own before those of a tab that is gone. */
export function kept(id: string, part: Part): Kept | undefined {
  const at = key(id, part);
  const copy = read('local', at);
  const text = read('session', at) ?? copy;
  if (text === undefined) return undefined;
  if (text === copy) copies.set(at, text);
  return attempt(() => JSON.parse(text) as Kept);
}

/** Everything that is kept of the races that had this name then, for when none has it any more. */
export function keptOf(race: string): { id: string; part: Part; kept: Kept }[] {
  return [...new Set([...keys('session'), ...keys('local')])].flatMap((at) => {
    const [, id, part] = KEY.exec(at) ?? [];
    const words = id !== undefined && part !== undefined ? kept(id, part as Part) : undefined;
    return id !== undefined && words?.race === race ? [{ id, part: part as Part, kept: words }] : [];
  });
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
