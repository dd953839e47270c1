/**
 * Stores unsaved changes in the browser, so that they survive a reload, a closed tab and a crash: by the race's id and the part,
 * never a file. The server sends the id to administrators only: what is typed after the session has ended is stored by the race's
 * name, until the id is known. Each tab has its own in session storage; a copy of the latest is in local storage, for when the tab was closed.
 */
import type { Part, Race } from '@/core';
import { attempt, keys, read, write } from '../drafts/browser';

/** The unsaved changes of a part that is being edited. */
export interface UnsavedChanges {
  /** The race's name at that time. */
  race: string;
  /** The changed fields with their values before the edit. */
  before: Partial<Race>;
  /** The changed fields with the typed values. */
  after: Partial<Race>;
  /** The version of the part when editing began. */
  version?: string;
  /** When they were stored; epoch milliseconds. */
  at: number;
}

const KEY = /^splitline\.edit:(.+):([a-z0-9]+)$/;
const key = (id: string, part: Part) => `splitline.edit:${id}:${part}`;

/** What this tab has written to local storage, by key, so that it does not remove another tab's entry. */
const copies = new Map<string, string>();

/** Stores the unsaved changes of a part, or removes them when `changes` is undefined. Returns false when the browser refuses. */
export function storeUnsaved(id: string, part: Part, changes: UnsavedChanges | undefined): boolean {
  const at = key(id, part);
  if (!changes) {
    write('session', at, undefined);
    if (copies.has(at) && read('local', at) === copies.get(at)) write('local', at, undefined);
    copies.delete(at);
    return true;
  }
  const text = JSON.stringify(changes, withoutChosen);
  const own = write('session', at, text);
  // An outdated entry would be worse than none.
  if (!own) write('session', at, undefined);
  const copy = write('local', at, text);
  if (copy) copies.set(at, text);
  return own || copy;
}

/** The stored changes of a part, if any: this tab's own, else those of another tab. */
export function storedUnsaved(id: string, part: Part): UnsavedChanges | undefined {
  const at = key(id, part);
  const copy = read('local', at);
  const text = read('session', at) ?? copy;
  if (text === undefined) return undefined;
  if (text === copy) copies.set(at, text);
  return attempt(() => JSON.parse(text) as UnsavedChanges);
}

/**
 * Moves the changes of these parts that were stored under the race's name to its id. If both have changes, the later ones are moved
 * to the id, and the earlier ones to the name: they are offered once the later ones are saved or discarded.
 */
export function adoptUnsaved(id: string, name: string, all: readonly Part[]): void {
  if (id === name) return;
  for (const part of all) {
    const byName = storedUnsaved(name, part);
    const byId = storedUnsaved(id, part);
    if (!byName || (byId && byId.at >= byName.at)) continue;
    if (storeUnsaved(id, part, byName)) storeUnsaved(name, part, byId);
  }
}

/** All stored changes of races that had this name when they were stored; for a name that no race has any more. */
export function unsavedOfRace(race: string): { id: string; part: Part; changes: UnsavedChanges }[] {
  return [...new Set([...keys('session'), ...keys('local')])].flatMap((at) => {
    const [, id, part] = KEY.exec(at) ?? [];
    const changes = id !== undefined && part !== undefined ? storedUnsaved(id, part as Part) : undefined;
    return id !== undefined && changes?.race === race ? [{ id, part: part as Part, changes }] : [];
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

/** A `JSON.stringify` replacer that leaves out chosen pictures: their object URLs are valid only in this tab. */
function withoutChosen(_: string, value: unknown): unknown {
  const url = (value as { url?: unknown } | null)?.url;
  return typeof url === 'string' && url.startsWith('blob:') ? undefined : value;
}
