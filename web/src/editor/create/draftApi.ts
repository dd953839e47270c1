/** The draft on the server: one for each person, so that it can be gone on with on another machine. */
import { CallError, get, send } from '@/api';
import type { CreateForm } from '@/core';
import type { Base } from './draft';

/** A draft as the server has it. Revisions count its saves; only a higher one than it has is taken. */
export interface StoredDraft extends Base {
  form: CreateForm;
}

/** What became of a save: it is kept, or another one is there already. */
export type Saved = Base | { other: StoredDraft };

/** The draft that the server has. */
export function storedDraft(): Promise<StoredDraft | undefined> {
  return get<StoredDraft | undefined>('createDraft');
}

/** Bytes up to which a browser sends on after its page is gone, with room for the revision. */
const KEEPALIVE_BYTES = 60_000;

/** Saves a form as this revision. `leaving` lets it be sent although the page goes. Throws as every call does. */
export async function saveDraft(form: CreateForm, revision: number, leaving: boolean): Promise<Saved> {
  const body = JSON.stringify({ form, revision });
  try {
    return await send<Saved>('put', 'createDraft', {
      body,
      headers: { 'Content-Type': 'application/json' },
      keepalive: leaving && new Blob([body]).size < KEEPALIVE_BYTES,
    });
  } catch (error) {
    const refusal = error instanceof CallError && error.refusal?.code === 'DRAFT_NEWER' ? error.refusal : undefined;
    if (!refusal) throw error;
    return { other: refusal as unknown as StoredDraft };
  }
}

/** Forgets the draft on the server. */
export function forgetDraft(leaving: boolean): Promise<unknown> {
  return send('delete', 'createDraft', { keepalive: leaving });
}
