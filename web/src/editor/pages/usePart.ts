import { useMemo } from 'react';
import type { Part } from '@/core';
import { visibleProblems } from '../kit/form';
import { difference } from './drafts';
import { enterEditMode, leaveEditMode, resumeStored, undoLeave } from './editMode';
import type { PartHandle, PartOptions } from './part';
import { partTitle, reason } from './rules';
import { Saving } from './saving';
import { useEditor, usePartState } from './store';

/**
 * One part of the edited race: its edit mode, its save and the result. The state is in the editor's store, so several components may
 * call this for the same part.
 */
export function usePart<Extra = undefined>(part: Part, options: PartOptions<Extra> = {}): PartHandle<Extra> {
  const editor = useEditor();
  const { store, race } = editor;
  const { editing, undo, stored, sent, stop, lastSave, conflict } = usePartState(part);
  const saving = new Saving(editor, part, options);

  // The reason depends on whether the form was changed since it was sent: only an unchanged form is sent again automatically.
  const asSent = editing !== undefined && lastSave?.draft === editing.draft;
  const why = useMemo(
    () => lastSave?.failed && reason(part, lastSave.failed.result, lastSave.failed.earlierFailures, !asSent),
    [part, lastSave, asSent],
  );
  // Stored changes that equal the saved race are not offered.
  const offered = !editing && stored && Object.keys(difference(race, { ...race, ...stored.after })).length > 0;

  return {
    part,
    title: partTitle(part),
    race,
    base: editing?.base ?? race,
    draft: editing?.draft ?? race,
    form: store.form(part),
    editing: editing !== undefined,
    multipart: options.send !== undefined,
    dirty: editing?.dirty ?? false,
    extra: editing?.extra as Extra | undefined,
    sent,
    stop: () => stop?.(),
    lastSave,
    conflict,
    storedAt: offered ? stored.at : undefined,
    canUndo: undo !== undefined,
    problems: editing ? visibleProblems(editing).length : 0,
    reason: why,
    edit: () => enterEditMode(editor, part, options.extra),
    setExtra: (change) => {
      const now = store.get(part).editing;
      if (!now) return;
      const extra = change(now.extra as Extra);
      store.edit(part, { extra, extraUnsaved: options.pending?.(extra) ?? false, refused: [] });
      if (store.get(part).lastSave?.aboutInput) store.put(part, { lastSave: undefined });
    },
    cancel: () => leaveEditMode(editor, part),
    undoCancel: () => undoLeave(editor, part),
    resume: () => resumeStored(editor, part, options.extra),
    discard: () => store.put(part, { stored: undefined }),
    save: () => saving.save(),
    run: (send) => saving.run(send),
    restore: (id) => saving.restore(id),
    retry: () => void saving.retry(),
    restoreDeletedRace: (name) => saving.restoreDeletedRace(name),
    resolveConflict: (choice, taken) => saving.resolveConflict(choice, taken),
  };
}
