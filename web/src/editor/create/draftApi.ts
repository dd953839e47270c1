/** The draft on the server: one for each user, so that editing can continue on another machine. */
import { type Answer, get, refused, send } from '@/api';
import type { CreateForm } from '@/core';
import type { Base } from './draft';
import { readDraft } from './rules';

/** A draft as the server has it. The revision counts its saves; the server accepts only a higher one than it has. */
export interface ServerDraft extends Base {
  form: CreateForm;
}

/** The result of a save: the new revision, or the newer draft that the server already has. */
export type SaveAnswer = Base | { other: ServerDraft };

/** Reads the draft from the server; undefined when it has none. */
export async function serverDraft(): Promise<ServerDraft | undefined> {
  const draft = await get('createDraft');
  return draft && completed(draft);
}

/** A draft with all fields of the form: an older version of the site may have saved it. */
function completed(draft: NonNullable<Answer<'get', 'createDraft'>>): ServerDraft {
  return { ...draft, form: readDraft(JSON.stringify(draft.form)) };
}

/** The largest body in bytes that a browser still sends after its page was closed (64 KB), less some room. */
const KEEPALIVE_BYTES = 60_000;

/** Saves a form as this revision. With `leaving` the request continues after the page is closed. Throws `CallError`. */
export async function saveServerDraft(form: CreateForm, revision: number, leaving: boolean): Promise<SaveAnswer> {
  const body = JSON.stringify({ form, revision });
  try {
    return await send('put', 'createDraft', {
      body,
      headers: { 'Content-Type': 'application/json' },
      keepalive: leaving && new Blob([body]).size < KEEPALIVE_BYTES,
    });
  } catch (error) {
    const other = refused<'put', 'createDraft'>(error, 'DRAFT_NEWER');
    if (!other) throw error;
    return { other: completed(other) };
  }
}

/** Deletes the draft on the server. */
export function deleteServerDraft(leaving: boolean): Promise<unknown> {
  return send('delete', 'createDraft', { keepalive: leaving });
}
