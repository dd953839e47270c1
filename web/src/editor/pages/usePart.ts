import { createContext, useContext, useMemo } from 'react';
import { CallError, callWords, isMissing } from '@/api';
import type { EditEnd, FieldError, Part, Race } from '@/core';
import { type Conflict, restoreSection, sendJson } from './api';
import { difference } from './drafts';
import type { PartEnd, PartHandle, PartOptions, PartSend } from './part';
import * as rules from './rules';
import { type Editing, type Ended, type PartState, useEditor, usePartState } from './store';

/**
 * One part of the race under edit: its edit mode, what is wrong with it, its save and how that ended. What it holds lives in the
 * editor's store, so any component may call it for the same part.
 */
export function usePart<Extra = undefined>(part: Part, options: PartOptions<Extra> = {}): PartHandle<Extra> {
  const editor = useEditor();
  const { store, race } = editor;
  const state = usePartState(part);
  const { editing } = state;
  const found = useMemo(() => (editing ? rules.check(part, editing.draft) : []), [part, editing]);

  const { ended } = state;
  // The form as it was sent may be sent again without a press.
  const asSent = editing !== undefined && ended?.draft === editing.draft;
  const reason = useMemo(
    () => ended?.failed && rules.reason(part, ended.failed.how, ended.failed.vain, !asSent),
    [part, ended, asSent],
  );

  // Kept words that were saved after all have nothing more to offer.
  const offered = !editing && state.kept && JSON.stringify(difference(race, { ...race, ...state.kept.after })) !== '{}';

  const put = (change: Partial<PartState>) => store.put(part, change);
  /** Edits what is being edited. */
  const change = (next: Partial<Editing>) => {
    const now = store.get(part).editing;
    if (!now) return;
    const after = { ...now, ...next };
    const waiting = options.pending?.(after.extra as Extra) ?? false;
    put({ editing: { ...after, dirty: waiting || rules.changed(part, after.base, after.draft) } });
  };

  const say = (ended: Ended) => {
    put({ ended });
    const ms = ended.notice?.clearAfterMs;
    if (ms !== undefined) {
      setTimeout(() => {
        // The way on outlives the message.
        if (store.get(part).ended === ended) put({ ended: ended.failed && { ...ended, notice: undefined } });
      }, ms);
    }
  };

  const run = async (send: PartSend, version?: string, form = false) => {
    const before = store.get(part);
    if (before.sent !== undefined) return;
    const stop = new AbortController();
    put({
      sent: 0,
      stop: () => stop.abort(),
      again: send,
      form,
      ended: undefined,
      conflict: undefined,
      undo: undefined,
    });
    const versions = pick(part, version ?? before.editing?.version ?? editor.versions[part]);
    let end: PartEnd;
    try {
      const { base, draft } = before.editing ?? { base: race, draft: race };
      const { name, id } = editor;
      // The race may have been renamed since editing began.
      const request = rules.editRequest(part, { ...base, Race: name }, draft, versions);
      const onProgress = (sent: number) => put({ sent });
      end = await send(request, { name, id, versions, race: base, draft, signal: stop.signal, onProgress });
    } catch {
      end = { end: 'setupFailed' };
    }
    put({ sent: undefined, stop: undefined });
    if (end.end === 'aborted') return;
    if (end.end === 'notice') return say({ notice: end.notice });
    const refusal = end.end === 'answered' ? end.refusal : undefined;
    const how: EditEnd = {
      end: end.end,
      ...(end.end === 'answered' ? { status: end.status } : {}),
      ...(refusal ? { code: refusal.code, message: refusal.message } : {}),
      ...(end.end === 'answered' && end.body?.code ? { code: end.body.code } : {}),
      ...(end.restored ? { restored: true } : {}),
      ...(end.restored && end.end === 'answered' && end.body ? said(end.body.message) : {}),
      ...(end.count === undefined ? {} : { count: end.count }),
      ...(end.action === undefined ? {} : { action: end.action }),
    };
    const outcome = rules.outcome(part, how);
    const after = store.get(part).editing;
    if (end.end === 'answered' && end.body) {
      editor.saved(end.body, part);
      store.follow(part, race, end.body);
    }
    if (outcome.leave && after) {
      // What was typed while the save was on its way is still to be saved.
      const more = after !== before.editing && rules.changed(part, before.editing?.draft ?? race, after.draft);
      if (more && end.end === 'answered' && end.body?.updatedRace) {
        const versionNow = end.body.versions?.[part];
        change({ base: end.body.updatedRace, version: versionNow, submitted: false });
      } else put({ editing: undefined });
    } else if (refusal) {
      const { code, message, fields = [] } = refusal;
      // A taken name belongs to its field, where the part has one.
      change({ refused: code === 'DUPLICATE_NAME' ? [{ field: 'Race', code, message }] : fields, submitted: true });
    }
    const conflict = (refusal as { conflict?: Conflict } | undefined)?.conflict;
    if (outcome.conflict && conflict) put({ conflict });
    const { notice } = outcome;
    const vain = before.ended?.failed ? before.ended.failed.vain + 1 : 0;
    const why = rules.reason(part, how, vain, false);
    const typed = form && notice?.tone === 'error' && how.end === 'answered' && (!why || why.way === 'mend');
    if (notice) say({ notice, typed, failed: why && { how, vain }, draft: form ? before.editing?.draft : undefined });
  };

  const sendPart: PartSend = (request, how) =>
    options.send ? options.send(request, how, store.get(part).editing?.extra as Extra) : sendJson(request, how.id);

  /** After a change: of what the server refused the rest still holds, and what was said of it goes with the last of it. */
  const mended = (holds: (refused: FieldError) => boolean) => {
    const { editing: now, ended } = store.get(part);
    if (!now) return;
    const refused = now.refused.filter(holds);
    if (refused.length < now.refused.length) change({ refused });
    if (ended?.typed && refused.length === 0) put({ ended: undefined });
  };

  const again = () => {
    const { again: send = sendPart, form } = store.get(part);
    return run(send, undefined, form);
  };

  const problem = (field: string, eager = false) => {
    if (!editing) return undefined;
    const refused = editing.refused.find((one) => one.field === field);
    if (refused) return refused.message;
    if (!eager && !editing.submitted && !editing.touched.has(field)) return undefined;
    return found.find((one) => one.field === field)?.message;
  };

  const begin = (words?: { base: Race; draft: Race; version: string | undefined }) =>
    put({
      editing: {
        base: race,
        version: editor.versions[part],
        draft: race,
        extra: options.extra,
        dirty: false,
        touched: NONE,
        submitted: false,
        refused: [],
        ...words,
      },
      kept: undefined,
      undo: undefined,
      ended: undefined,
      conflict: undefined,
    });

  return {
    part,
    title: rules.partTitle(part),
    race,
    base: editing?.base ?? race,
    draft: editing?.draft ?? race,
    editing: editing !== undefined,
    multipart: options.send !== undefined,
    dirty: editing?.dirty ?? false,
    extra: editing?.extra as Extra | undefined,
    sent: state.sent,
    stop: () => state.stop?.(),
    ended,
    conflict: state.conflict,
    keptAt: offered ? state.kept?.at : undefined,
    canUndo: state.undo !== undefined,
    edit: () => begin(),
    set: (changes) => {
      const now = store.get(part).editing;
      if (!now) return;
      const names = new Set(Object.keys(changes));
      change({ draft: { ...now.draft, ...changes } });
      // The server's word is about what stood there before; of a field that is none of the record's, about all of it.
      mended(({ field }) => {
        const name = field.split('.')[0] ?? field;
        return name in now.draft && !names.has(name);
      });
    },
    setExtra: (extra) => {
      change({ extra });
      mended(() => false);
    },
    cancel: () => put({ editing: undefined, undo: editing?.dirty ? editing : undefined, ended: undefined }),
    undoCancel: () => put({ editing: state.undo, undo: undefined }),
    save: () => {
      if (found.length > 0) {
        change({ submitted: true });
        return false;
      }
      void run(sendPart, undefined, true);
      return true;
    },
    run: (send) => run(send),
    restore: (id) =>
      run(async (_, { versions, ...race }) => ({
        ...(await restoreSection(race, part, id, versions)),
        restored: true,
      })),
    touch: (field) => {
      if (editing && !editing.touched.has(field)) change({ touched: new Set([...editing.touched, field]) });
    },
    problem,
    problems: editing
      ? [...editing.refused, ...found.filter((one) => editing.submitted || editing.touched.has(one.field))]
      : [],
    resume: () => {
      const words = state.kept;
      if (!words) return;
      begin({ base: { ...race, ...words.before }, draft: { ...race, ...words.after }, version: words.version });
      change({});
    },
    drop: () => put({ kept: undefined }),
    dismiss: () => put({ ended: undefined }),
    again: () => void again(),
    bringBack: async (name) => {
      let failed: unknown;
      try {
        await editor.bringBack(name);
      } catch (error) {
        if (error instanceof CallError && (error.status === 409 || error.status === 400)) throw error;
        failed = error;
      }
      // What is not deleted any more was brought back by somebody else, or is gone for good.
      if (!failed || isMissing(failed)) await again();
      const { ended } = store.get(part);
      if (failed && (!isMissing(failed) || ended?.failed?.how.code === 'RACE_NOT_FOUND'))
        say({ ...ended, notice: { tone: 'error', text: callWords(failed) } });
    },
    reason,
    settle: (choice, taken = []) => {
      const { conflict, editing: mine, again: send = sendPart, form } = store.get(part);
      if (!conflict) return;
      put({ conflict: undefined });
      if (choice === 'later') return;
      editor.saved({ updatedRace: conflict.race, versions: conflict.versions });
      if (choice === 'theirs') {
        put({ editing: undefined, undo: mine?.dirty ? mine : undefined, ended: undefined });
        return;
      }
      if (mine) {
        const { draft } = rules.merge(part, mine.base, mine.draft, conflict.race, taken);
        change({ base: conflict.race, draft, version: conflict.version });
      }
      void run(send, conflict.version, form);
    },
  };
}

const NONE: ReadonlySet<string> = new Set();

const said = (message: string | undefined) => (message === undefined ? {} : { message });

const pick = (part: Part, version: string | undefined) => (version === undefined ? {} : { [part]: version });

/** The part whose fields stand here. */
export const PartContext = createContext<PartHandle | undefined>(undefined);

/** The part whose fields stand here; only within a `PartFrame`. */
export function useThisPart(): PartHandle {
  const part = useContext(PartContext);
  if (!part) throw new Error('useThisPart() outside of a PartFrame');
  return part;
}
