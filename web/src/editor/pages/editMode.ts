/** Into a part's edit mode and out of it. */
import type { Part, Race } from '@/core';
import { untouched } from '../kit/form';
import type { EditorContext } from './store';

/** Begins to edit a part, from words that were kept or from the race as it is saved. */
export function begin(
  { store, race, versions }: EditorContext,
  part: Part,
  extra: unknown,
  words: { base: Race; draft: Race; version: string | undefined } = {
    base: race,
    draft: race,
    version: versions[part],
  },
): void {
  store.put(part, {
    editing: { ...untouched(words.draft), ...words, extra, waiting: false, dirty: false },
    kept: undefined,
    undo: undefined,
    ended: undefined,
    conflict: undefined,
  });
  // What is wrong and whether anything differs is found by the same way as after a keystroke.
  store.edit(part, { draft: { ...words.draft } });
}

/** Takes up words that were kept. */
export function resume(editor: EditorContext, part: Part, extra: unknown): void {
  const { race, store } = editor;
  const words = store.get(part).kept;
  if (!words) return;
  const base = { ...race, ...words.before };
  begin(editor, part, extra, { base, draft: { ...race, ...words.after }, version: words.version });
}

/** Leaves the edit mode; what was changed can be brought back. */
export function putAway({ store }: EditorContext, part: Part): void {
  const { editing } = store.get(part);
  store.put(part, { editing: undefined, undo: editing?.dirty ? editing : undefined, ended: undefined });
}

/** Brings back what was put away. */
export function bringOut({ store }: EditorContext, part: Part): void {
  store.put(part, { editing: store.get(part).undo, undo: undefined });
}
