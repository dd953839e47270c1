/** Saves a part, shows the result, and repeats or resolves a save that failed. */
import { callWords, isMissing } from '@/api';
import type { Part, SaveResult } from '@/core';
import { isAboutName, refusedFields } from '../kit/rules';
import { restoreSection, sendJson } from './api';
import { leaveEditMode } from './editMode';
import type { Editing, LastSave, PartEnd, PartOptions, PartSend } from './part';
import * as rules from './rules';
import type { EditorContext } from './store';

/** Saves a part. A new object at each rendering, with the editor's current data. */
export class Saving<Extra> {
  constructor(
    private readonly editor: EditorContext,
    private readonly part: Part,
    private readonly options: Pick<PartOptions<Extra>, 'send'>,
  ) {}

  /** Saves the form. Returns false when it has problems, which are then shown at their fields. */
  save(): boolean {
    const { store } = this.editor;
    if (store.get(this.part).editing?.found.length) {
      store.form(this.part).showAll();
      return false;
    }
    void this.run(this.sendForm, undefined, true);
    return true;
  }

  /** Sends, and shows the result. `version` overrides the part's version in the request; `form` is true when the form is sent. */
  async run(send: PartSend, version?: string, form = false): Promise<void> {
    const { part, editor } = this;
    const { store, race } = editor;
    const before = store.get(part);
    if (before.sent !== undefined) return;
    const stop = new AbortController();
    store.put(part, {
      sent: 0,
      stop: () => stop.abort(),
      lastSend: send,
      lastSendWasForm: form,
      lastSave: undefined,
      conflict: undefined,
      undo: undefined,
    });
    const end = await this.send(send, before.editing, version, stop.signal);
    store.put(part, { sent: undefined, stop: undefined });
    if (end.end === 'aborted') return;
    if (end.end === 'notice') return this.showResult({ notice: end.notice });
    const saveResult = asEnd(end);
    const { leave, conflict, notice } = rules.outcome(part, saveResult);
    if (end.end === 'answered' && end.body) {
      editor.saved(end.body, part);
      store.rebaseOthers(part, race, end.body);
    }
    if (leave) this.leaveAfterSave(end, before.editing);
    else if (end.end === 'answered' && end.refusal) {
      const { conflict: theirs } = end.refusal;
      store.edit(part, { refused: refusedFields(end.refusal), submitted: true });
      if (conflict && theirs) store.put(part, { conflict: theirs });
    }
    const earlierFailures = before.lastSave?.failed ? before.lastSave.failed.earlierFailures + 1 : 0;
    const reason = rules.reason(part, saveResult, earlierFailures, false);
    const aboutInput =
      form && notice?.tone === 'error' && saveResult.end === 'answered' && (!reason || reason.nextStep === 'mend');
    const draft = form ? before.editing?.draft : undefined;
    if (notice)
      this.showResult({ notice, aboutInput, failed: reason && { result: saveResult, earlierFailures }, draft });
  }

  /** Repeats the last send. */
  retry = (): Promise<void> => {
    const { lastSend = this.sendForm, lastSendWasForm } = this.editor.store.get(this.part);
    return this.run(lastSend, undefined, lastSendWasForm);
  };

  /** Restores a state from the part's history. */
  restore(id: string): Promise<void> {
    return this.run(async (_, { versions, ...race }) => ({
      ...(await restoreSection(race, this.part, id, versions)),
      restored: true,
    }));
  }

  /** Restores the deleted race, under another name if one is given, and repeats the last send. */
  async restoreDeletedRace(name?: string): Promise<void> {
    let failed: unknown;
    try {
      await this.editor.restoreDeletedRace(name);
    } catch (error) {
      if (isAboutName(error)) throw error;
      failed = error;
    }
    // A race that is not among the deleted ones was restored by somebody else, or is deleted permanently: the retry shows which.
    if (!failed || isMissing(failed)) await this.retry();
    const { lastSave } = this.editor.store.get(this.part);
    const stillDeleted =
      lastSave?.failed && rules.reason(this.part, lastSave.failed.result, 0, false)?.nextStep === 'restore';
    if (failed && (!isMissing(failed) || stillDeleted))
      this.showResult({ ...lastSave, notice: { tone: 'error', text: callWords(failed) } });
  }

  /** Resolves a conflict; see `PartHandle.resolveConflict`. */
  resolveConflict(choice: 'mine' | 'theirs' | 'later', taken: readonly string[] = []): void {
    const { part, editor } = this;
    const { store } = editor;
    const { conflict, editing: mine, lastSend = this.sendForm, lastSendWasForm } = store.get(part);
    if (!conflict) return;
    store.put(part, { conflict: undefined });
    if (choice === 'later') return;
    editor.saved({ updatedRace: conflict.race, versions: conflict.versions });
    if (choice === 'theirs') {
      leaveEditMode(editor, part);
      return;
    }
    if (mine) {
      const { draft } = rules.merge(part, mine.base, mine.draft, conflict.race, taken);
      store.edit(part, { base: conflict.race, draft, version: conflict.version });
    }
    void this.run(lastSend, conflict.version, lastSendWasForm);
  }

  private sendForm: PartSend = (request, options) => {
    const { send } = this.options;
    const extra = this.editor.store.get(this.part).editing?.extra as Extra;
    return send ? send(request, options, extra) : sendJson(request, options.id);
  };

  private async send(
    send: PartSend,
    editing: Editing | undefined,
    chosenVersion: string | undefined,
    signal: AbortSignal,
  ): Promise<PartEnd> {
    const { part, editor } = this;
    const { name, id, race, store } = editor;
    const version = chosenVersion ?? editing?.version ?? editor.versions[part];
    const versions = version === undefined ? {} : { [part]: version };
    const { base, draft } = editing ?? { base: race, draft: race };
    const onProgress = (sent: number) => store.put(part, { sent });
    try {
      // The race may have been renamed since editing began.
      const request = rules.editRequest(part, { ...base, Race: name }, draft, versions);
      return await send(request, { name, id, versions, race: base, draft, signal, onProgress });
    } catch {
      return { end: 'setupFailed' };
    }
  }

  /** Leaves the edit mode after a save, unless something was changed during the save, which is still to be saved. */
  private leaveAfterSave(end: PartEnd, sent: Editing | undefined): void {
    const { store, race } = this.editor;
    const now = store.get(this.part).editing;
    if (!now) return;
    const changedSince = now !== sent && rules.changed(this.part, sent?.draft ?? race, now.draft);
    const saved = end.end === 'answered' ? end.body : undefined;
    if (changedSince && saved?.updatedRace) {
      const version = saved.versions?.[this.part];
      store.edit(this.part, { base: saved.updatedRace, version, submitted: false });
    } else store.put(this.part, { editing: undefined });
  }

  private showResult(lastSave: LastSave): void {
    const { store } = this.editor;
    store.put(this.part, { lastSave });
    const ms = lastSave.notice?.clearAfterMs;
    if (ms === undefined) return;
    setTimeout(() => {
      // The reason and the next step remain when the message disappears.
      if (store.get(this.part).lastSave === lastSave)
        store.put(this.part, { lastSave: lastSave.failed && { ...lastSave, notice: undefined } });
    }, ms);
  }
}

/** The result of a save in the core's form. */
function asEnd(end: Exclude<PartEnd, { end: 'notice' | 'aborted' }>): SaveResult {
  const { count, action, restored } = end;
  const known = {
    ...(count === undefined ? {} : { count }),
    ...(action === undefined ? {} : { action }),
    ...(restored ? { restored } : {}),
  };
  if (end.end !== 'answered') return { end: end.end, ...known };
  const { status, refusal, body } = end;
  return {
    end: end.end,
    status,
    ...(refusal ? { code: refusal.code, message: refusal.message } : {}),
    ...(body?.code ? { code: body.code } : {}),
    ...(restored && body ? { message: body.message } : {}),
    ...known,
  };
}
