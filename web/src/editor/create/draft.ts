/** The draft on this device, which outlives a reload: session storage, so that it ends with the tab, and never holding a file (SPEC §3, §4). */
import type { CreateForm } from '@/core';
import { read, write } from '../drafts/browser';

const KEY = 'splitline.createRace';
const BASE = 'splitline.createRace.base';
const CONFIRMED = 'splitline.createRace.confirmed';

/** A save on the server. Revisions begin at 1 again after the draft was forgotten, so the time belongs to a save too. */
export interface Base {
  revision: number;
  /** RFC 3339. */
  savedAt: string;
}

/** Keeps a form. False where the browser refuses to: full, or storage switched off. */
export function keepDraft(form: CreateForm): boolean {
  return write('session', KEY, JSON.stringify(form));
}

/** The kept form as text, for the core to read. */
export function keptDraft(): string | undefined {
  return read('session', KEY);
}

/** Keeps which save of the server the form goes on from; none where the server has none of it. */
export function keepBase(base: Base | undefined): void {
  write('session', BASE, base && `${base.revision} ${base.savedAt}`);
}

/** That save. */
export function keptBase(): Base | undefined {
  const [revision, savedAt] = read('session', BASE)?.split(' ') ?? [];
  return revision && savedAt ? { revision: Number(revision), savedAt } : undefined;
}

/** Keeps the sections of which somebody said that their usual words are right. */
export function keepConfirmed(sections: readonly string[]): void {
  write('session', CONFIRMED, sections.length > 0 ? sections.join(' ') : undefined);
}

/** Those sections. */
export function keptConfirmed(): string[] {
  return read('session', CONFIRMED)?.split(' ') ?? [];
}

/** Forgets the draft. */
export function dropDraft(): void {
  for (const key of [KEY, BASE, CONFIRMED]) write('session', key, undefined);
}
