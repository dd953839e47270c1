/** The draft that outlives a reload: session storage, so that it ends with the tab, and never holding a file (SPEC §3, §4). */
import type { CreateForm } from '@/core';

const KEY = 'splitline.createRace';

/** Milliseconds from the last change to the save (SPEC §9). */
export const AUTOSAVE_MS = 500;

/** Keeps a form. False where the browser refuses to: full, or storage switched off. */
export function keepDraft(form: CreateForm): boolean {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(form));
    return true;
  } catch {
    return false;
  }
}

/** The kept form as text, for the core to read. */
export function keptDraft(): string | undefined {
  try {
    return sessionStorage.getItem(KEY) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Forgets the draft. */
export function dropDraft(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // What cannot be reached was never written.
  }
}
