import { useMemo } from 'react';
import type { Part } from '@/core';
import { visibleProblems } from '../kit/form';
import { difference } from './drafts';
import { begin, bringOut, putAway, resume } from './editMode';
import type { PartHandle, PartOptions } from './part';
import { partTitle, reason } from './rules';
import { Saving } from './saving';
import { useEditor, usePartState } from './store';

/**
 * One part of the race under edit: its edit mode, its save and how that ended. What it holds lives in the editor's store, so any
 * component may call it for the same part.
 */
export function usePart<Extra = undefined>(part: Part, options: PartOptions<Extra> = {}): PartHandle<Extra> {
  const editor = useEditor();
  const { store, race } = editor;
  const { editing, undo, kept, sent, stop, ended, conflict } = usePartState(part);
  const saving = new Saving(editor, part, options);

  // The form as it was sent may be sent again without a press.
  const asSent = editing !== undefined && ended?.draft === editing.draft;
  const why = useMemo(
    () => ended?.failed && reason(part, ended.failed.how, ended.failed.vain, !asSent),
    [part, ended, asSent],
  );
  // Kept words that were saved after all have nothing more to offer.
  const offered = !editing && kept && Object.keys(difference(race, { ...race, ...kept.after })).length > 0;

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
    ended,
    conflict,
    keptAt: offered ? kept.at : undefined,
    canUndo: undo !== undefined,
    problems: editing ? visibleProblems(editing).length : 0,
    reason: why,
    edit: () => begin(editor, part, options.extra),
    setExtra: (change) => {
      const now = store.get(part).editing;
      if (!now) return;
      const extra = change(now.extra as Extra);
      store.edit(part, { extra, waiting: options.pending?.(extra) ?? false, refused: [] });
      if (store.get(part).ended?.typed) store.put(part, { ended: undefined });
    },
    cancel: () => putAway(editor, part),
    undoCancel: () => bringOut(editor, part),
    resume: () => resume(editor, part, options.extra),
    drop: () => store.put(part, { kept: undefined }),
    save: () => saving.save(),
    run: (send) => saving.run(send),
    restore: (id) => saving.restore(id),
    again: () => void saving.again(),
    bringBack: (name) => saving.bringBack(name),
    settle: (choice, taken) => saving.settle(choice, taken),
  };
}
