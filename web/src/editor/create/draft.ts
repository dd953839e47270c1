/** The draft on this device, which outlives a reload: session storage, so that it ends with the tab, and never holding a file (SPEC §3, §4). */
import type { CreateForm } from '@/core';

const KEY = 'splitline.createRace';
const BASE = 'splitline.createRace.base';
const CONFIRMED = 'splitline.createRace.confirmed';

/** A save on the server. Its time tells it from one of the same number after the draft was forgotten. */
export interface Base {
  revision: number;
  /** RFC 3339. */
  savedAt: string;
}

/** Keeps a form. False where the browser refuses to: full, or storage switched off. */
export function keepDraft(form: CreateForm): boolean {
  return stored(() => {
    sessionStorage.setItem(KEY, JSON.stringify(form));
    return true;
  }, false);
}

/** The kept form as text, for the core to read. */
export function keptDraft(): string | undefined {
  return stored(() => sessionStorage.getItem(KEY) ?? undefined, undefined);
}

/** Keeps which save of the server the form goes on from; none where the server has none of it. */
export function keepBase(base: Base | undefined): void {
  stored(() => {
    if (base) sessionStorage.setItem(BASE, `${base.revision} ${base.savedAt}`);
    else sessionStorage.removeItem(BASE);
  }, undefined);
}

/** That save. */
export function keptBase(): Base | undefined {
  const [revision, savedAt] = stored(() => sessionStorage.getItem(BASE)?.split(' ') ?? [], []);
  return revision && savedAt ? { revision: Number(revision), savedAt } : undefined;
}

/** Keeps the sections of which somebody said that their usual words are right. */
export function keepConfirmed(sections: readonly string[]): void {
  stored(() => {
    if (sections.length > 0) sessionStorage.setItem(CONFIRMED, sections.join(' '));
    else sessionStorage.removeItem(CONFIRMED);
  }, undefined);
}

/** Those sections. */
export function keptConfirmed(): string[] {
  return stored(() => sessionStorage.getItem(CONFIRMED)?.split(' ') ?? [], []);
}

/** Forgets the draft. */
export function dropDraft(): void {
  stored(() => {
    sessionStorage.removeItem(KEY);
    sessionStorage.removeItem(BASE);
    sessionStorage.removeItem(CONFIRMED);
  }, undefined);
}

/** What session storage answers, or `otherwise` where the browser has none. */
function stored<T>(ask: () => T, otherwise: T): T {
  try {
    return ask();
  } catch {
    return otherwise;
  }
}
