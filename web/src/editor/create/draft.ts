/** The draft on this device. It is in session storage: it survives a reload and is gone with the tab. It never holds a file (SPEC §3, §4). */
import type { CreateForm } from '@/core';
import { attempt, read, write } from '../drafts/browser';
import type { Draft } from '../kit/form';

const KEY = 'splitline.createRace';
const BASE = 'splitline.createRace.base';
const CONFIRMED = 'splitline.createRace.confirmed';
const REFUSED = 'splitline.createRace.refused';

/** Identifies a save on the server. Revisions restart at 1 after the draft was deleted, so the time is needed too. */
export interface Base {
  revision: number;
  /** RFC 3339. */
  savedAt: string;
}

/** Stores a form. Returns false when the browser refuses: storage full or switched off. */
export function storeDraft(form: CreateForm): boolean {
  return write('session', KEY, JSON.stringify(form));
}

/** The stored form as JSON text, which the core reads. */
export function localDraft(): string | undefined {
  return read('session', KEY);
}

/** Stores the save on the server on which the form is based; undefined when the server has none. */
export function storeBase(base: Base | undefined): void {
  write('session', BASE, base && `${base.revision} ${base.savedAt}`);
}

/** The save on the server on which the stored form is based. */
export function storedBase(): Base | undefined {
  const [revision, savedAt] = read('session', BASE)?.split(' ') ?? [];
  return revision && savedAt ? { revision: Number(revision), savedAt } : undefined;
}

/** Stores the sections whose default text the user has confirmed. */
export function storeConfirmed(sections: readonly string[]): void {
  write('session', CONFIRMED, sections.length > 0 ? sections.join(' ') : undefined);
}

/** The sections whose default text the user has confirmed. */
export function storedConfirmed(): string[] {
  return read('session', CONFIRMED)?.split(' ') ?? [];
}

/** Stores the typed numbers that the form cannot hold; see `kit/numbers.ts`. */
export function storeRefusedNumbers(numbers: Draft['refusedNumbers']): void {
  write('session', REFUSED, numbers && JSON.stringify(numbers));
}

/** The typed numbers that the form cannot hold, by field. */
export function storedRefusedNumbers(): Draft['refusedNumbers'] {
  const stored = attempt(() => Object.entries(JSON.parse(read('session', REFUSED) ?? '{}')));
  const numbers = (stored ?? []).filter((pair): pair is [string, number] => typeof pair[1] === 'number');
  return numbers.length > 0 ? Object.fromEntries(numbers) : undefined;
}

/** Deletes the stored draft. */
export function deleteLocalDraft(): void {
  for (const key of [KEY, BASE, CONFIRMED, REFUSED]) write('session', key, undefined);
}
