/** Entering and leaving a part's edit mode. */
import type { Part, Race } from '@/core';
import { untouched } from '../kit/form';
import type { EditorContext } from './store';

/** Enters the edit mode of a part, with stored unsaved changes or with the saved race. */
export function enterEditMode(
  { store, race, versions }: EditorContext,
  part: Part,
  extra: unknown,
  from: { base: Race; draft: Race; version: string | undefined } = {
    base: race,
    draft: race,
    version: versions[part],
  },
): void {
  store.put(part, {
    editing: { ...untouched(from.draft), ...from, extra, extraUnsaved: false, dirty: false },
    stored: undefined,
    undo: undefined,
    lastSave: undefined,
    conflict: undefined,
  });
  // Computes the problems and whether anything differs in the same way as after a keystroke.
  store.edit(part, { draft: { ...from.draft } });
}

/** Enters the edit mode with the stored unsaved changes. */
export function resumeStored(editor: EditorContext, part: Part, extra: unknown): void {
  const { race, store } = editor;
  const from = store.get(part).stored;
  if (!from) return;
  const base = { ...race, ...from.before };
  enterEditMode(editor, part, extra, { base, draft: { ...race, ...from.after }, version: from.version });
}

/** Leaves the edit mode; the changes can be restored. */
export function leaveEditMode({ store }: EditorContext, part: Part): void {
  const { editing } = store.get(part);
  store.put(part, { editing: undefined, undo: editing?.dirty ? editing : undefined, lastSave: undefined });
}

/** Enters the edit mode again with the changes that were discarded. */
export function undoLeave({ store }: EditorContext, part: Part): void {
  store.put(part, { editing: store.get(part).undo, undo: undefined });
}
