/** How a part is saved, what is said of it, and what leads on when it fails. */
import { CallError, callWords, isMissing } from '@/api';
import type { Part, SaveResult } from '@/core';
import { type Conflict, restoreSection, sendJson } from './api';
import { putAway } from './editMode';
import type { Editing, Ended, PartEnd, PartOptions, PartSend } from './part';
import * as rules from './rules';
import type { EditorContext } from './store';

/** Saves a part. Made anew with each rendering, from what the editor knows then. */
export class Saving<Extra> {
  constructor(
    private readonly editor: EditorContext,
    private readonly part: Part,
    private readonly options: Pick<PartOptions<Extra>, 'send'>,
  ) {}

  /** Saves the form; false when something is wrong, which then shows at its field. */
  save(): boolean {
    const { store } = this.editor;
    if (store.get(this.part).editing?.found.length) {
      store.form(this.part).showAll();
      return false;
    }
    void this.run(this.sendForm, undefined, true);
    return true;
  }

  /** Sends, and says how it ended. `version` is the part's that goes with it; `form` whether it is the form that is sent. */
  async run(send: PartSend, version?: string, form = false): Promise<void> {
    const { part, editor } = this;
    const { store, race } = editor;
    const before = store.get(part);
    if (before.sent !== undefined) return;
    const stop = new AbortController();
    store.put(part, {
      sent: 0,
      stop: () => stop.abort(),
      again: send,
      form,
      ended: undefined,
      conflict: undefined,
      undo: undefined,
    });
    const end = await this.send(send, before.editing, version, stop.signal);
    store.put(part, { sent: undefined, stop: undefined });
    if (end.end === 'aborted') return;
    if (end.end === 'notice') return this.say({ notice: end.notice });
    const how = asEnd(end);
    const { leave, conflict, notice } = rules.outcome(part, how);
    if (end.end === 'answered' && end.body) {
      editor.saved(end.body, part);
      store.follow(part, race, end.body);
    }
    if (leave) this.leave(end, before.editing);
    else if (end.end === 'answered' && end.refusal) {
      const {
        code,
        message,
        fields = [],
        conflict: theirs,
      } = end.refusal as typeof end.refusal & {
        conflict?: Conflict;
      };
      // A taken name belongs to its field, where the part has one.
      const refused = code === 'DUPLICATE_NAME' ? [{ field: 'Race', code, message }] : fields;
      store.edit(part, { refused, submitted: true });
      if (conflict && theirs) store.put(part, { conflict: theirs });
    }
    const vain = before.ended?.failed ? before.ended.failed.vain + 1 : 0;
    const why = rules.reason(part, how, vain, false);
    const typed = form && notice?.tone === 'error' && how.end === 'answered' && (!why || why.nextStep === 'mend');
    const draft = form ? before.editing?.draft : undefined;
    if (notice) this.say({ notice, typed, failed: why && { how, vain }, draft });
  }

  /** Sends what failed once more. */
  again = (): Promise<void> => {
    const { again = this.sendForm, form } = this.editor.store.get(this.part);
    return this.run(again, undefined, form);
  };

  /** Puts the part back to a state of its history. */
  restore(id: string): Promise<void> {
    return this.run(async (_, { versions, ...race }) => ({
      ...(await restoreSection(race, this.part, id, versions)),
      restored: true,
    }));
  }

  /** Brings the deleted race back, under another name where one is given, and sends what failed once more. */
  async bringBack(name?: string): Promise<void> {
    let failed: unknown;
    try {
      await this.editor.bringBack(name);
    } catch (error) {
      if (error instanceof CallError && (error.status === 409 || error.status === 400)) throw error;
      failed = error;
    }
    // What is not deleted any more was brought back by somebody else, or is gone for good.
    if (!failed || isMissing(failed)) await this.again();
    const { ended } = this.editor.store.get(this.part);
    if (failed && (!isMissing(failed) || ended?.failed?.how.code === 'RACE_NOT_FOUND'))
      this.say({ ...ended, notice: { tone: 'error', text: callWords(failed) } });
  }

  /** Answers a conflict, as `PartHandle.settle` says. */
  settle(choice: 'mine' | 'theirs' | 'later', taken: readonly string[] = []): void {
    const { part, editor } = this;
    const { store } = editor;
    const { conflict, editing: mine, again: send = this.sendForm, form } = store.get(part);
    if (!conflict) return;
    store.put(part, { conflict: undefined });
    if (choice === 'later') return;
    editor.saved({ updatedRace: conflict.race, versions: conflict.versions });
    if (choice === 'theirs') {
      putAway(editor, part);
      return;
    }
    if (mine) {
      const { draft } = rules.merge(part, mine.base, mine.draft, conflict.race, taken);
      store.edit(part, { base: conflict.race, draft, version: conflict.version });
    }
    void this.run(send, conflict.version, form);
  }

  private sendForm: PartSend = (request, how) => {
    const { send } = this.options;
    const extra = this.editor.store.get(this.part).editing?.extra as Extra;
    return send ? send(request, how, extra) : sendJson(request, how.id);
  };

  private async send(
    send: PartSend,
    editing: Editing | undefined,
    given: string | undefined,
    signal: AbortSignal,
  ): Promise<PartEnd> {
    const { part, editor } = this;
    const { name, id, race, store } = editor;
    const version = given ?? editing?.version ?? editor.versions[part];
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

  /** After a save: out of the edit mode, unless something was typed while the save was on its way, which is still to be saved. */
  private leave(end: PartEnd, sent: Editing | undefined): void {
    const { store, race } = this.editor;
    const now = store.get(this.part).editing;
    if (!now) return;
    const more = now !== sent && rules.changed(this.part, sent?.draft ?? race, now.draft);
    const saved = end.end === 'answered' ? end.body : undefined;
    if (more && saved?.updatedRace) {
      const version = saved.versions?.[this.part];
      store.edit(this.part, { base: saved.updatedRace, version, submitted: false });
    } else store.put(this.part, { editing: undefined });
  }

  private say(ended: Ended): void {
    const { store } = this.editor;
    store.put(this.part, { ended });
    const ms = ended.notice?.clearAfterMs;
    if (ms === undefined) return;
    setTimeout(() => {
      // What leads on outlives the message.
      if (store.get(this.part).ended === ended)
        store.put(this.part, { ended: ended.failed && { ...ended, notice: undefined } });
    }, ms);
  }
}

/** How a save ended, as the core takes it. */
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
    ...(restored && body?.message !== undefined ? { message: body.message } : {}),
    ...known,
  };
}
