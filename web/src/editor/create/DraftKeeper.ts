/**
 * Keeps what is typed: on this device half a second after a change (SPEC §9), on the server less often. Each save carries
 * the next revision after the one that it goes on from, so the server notices when another window or machine has saved
 * meanwhile; then both stay until a person chooses. Outside React's tree, since a save must not render the form.
 */

import { createStore } from 'zustand/vanilla';
import { beforeLogout, CallError, callWords } from '@/api';
import type { CreateForm } from '@/core';
import { Saver } from '../drafts/Saver';
import { type Base, dropDraft, keepBase, keepDraft, keptBase } from './draft';
import { forgetDraft, type StoredDraft, saveDraft, storedDraft } from './draftApi';
import { defaults, readDraft } from './rules';

/** Milliseconds from the last change to the save on the server. */
export const SERVER_SAVE_MS = 3000;
/** Milliseconds after which it is tried again; doubled with every failure up to the most. */
const RETRY_MS = 5000;
const MOST_RETRY_MS = 60_000;

/** How the draft stands. */
export interface DraftState {
  /** When it was last kept on this device; nothing when it is not. */
  keptAt?: Date;
  /** When the server last took it. */
  savedAt?: Date;
  /** Why the server does not have the last words. */
  trouble?: { offline: boolean; text: string };
  /** Another draft on the server, until somebody chooses: `found` before anything was written here, or `newer` than what is here. */
  other?: { kind: 'found' | 'newer'; draft: StoredDraft };
  /** What was given up for another draft, to be brought back. */
  replaced?: CreateForm;
}

/** How the keeper reads and replaces the form. */
export interface KeptForm {
  get: () => CreateForm;
  set: (form: CreateForm) => void;
}

/** Keeps one form's draft from {@link start} to {@link stop}. */
export class DraftKeeper {
  private readonly state = createStore<DraftState>(() => ({}));
  private readonly device = new Saver(() => {
    const done = keepDraft(this.form.get());
    this.tell({ keptAt: done ? new Date() : undefined });
    return done;
  });
  /** The server's save that the form goes on from. */
  private base = keptBase();
  /** Whether the server has been asked what it has. */
  private asked = false;
  /** Whether there are words that the server does not have. */
  private behind = false;
  /** Whether the server's draft is to be forgotten. */
  private gone = false;
  private onServer: ReturnType<typeof setTimeout> | undefined;
  private retryMs = RETRY_MS;
  private busy: Promise<void> | undefined;
  private running = false;
  private notLeaving: (() => void) | undefined;

  constructor(private readonly form: KeptForm) {}

  /** Calls back after every change. */
  get subscribe() {
    return this.state.subscribe;
  }

  /** How it stands. The same object until it changes. */
  get = (): DraftState => this.state.getState();

  /** Whether closing the window now would lose words: the server lacks them and cannot be given them. */
  get atRisk(): boolean {
    return this.behind && Boolean(this.get().trouble ?? this.get().other);
  }

  /** Whether going to another page would lose words: neither this device nor the server has them. */
  get unkept(): boolean {
    return this.atRisk && this.device.refused;
  }

  /** Begins: asks the server what it has. */
  start(): void {
    this.running = true;
    this.notLeaving = beforeLogout(this.saveAll);
    addEventListener('pagehide', this.close);
    addEventListener('online', this.again);
    document.addEventListener('visibilitychange', this.looked);
    void this.send();
  }

  /** Ends, with what is still to be kept. */
  stop(): void {
    this.running = false;
    this.notLeaving?.();
    removeEventListener('pagehide', this.close);
    removeEventListener('online', this.again);
    document.removeEventListener('visibilitychange', this.looked);
    this.leave();
  }

  /** A field was changed. */
  changed(): void {
    this.behind = true;
    this.device.changed();
    this.soon(SERVER_SAVE_MS);
  }

  /** The form is done with or emptied: both drafts go. One that waits for a choice is another form's and stays. */
  drop(): void {
    this.device.cancel();
    dropDraft();
    this.behind = false;
    const { other } = this.get();
    this.state.setState(other ? { other } : {}, true);
    if (!other) this.gone = true;
    void this.send();
  }

  /** Goes on with the other draft. What was in the form can be brought back. */
  takeOther(): void {
    const draft = this.get().other?.draft;
    if (!draft) return;
    const here = this.form.get();
    this.goOnFrom(draft);
    this.behind = false;
    this.form.set(readDraft(JSON.stringify(draft.form)));
    this.device.now();
    this.tell({ other: undefined, replaced: isNew(here) ? undefined : here, savedAt: new Date(draft.savedAt) });
  }

  /** Goes on with what is in the form. The other draft can be brought back. */
  takeMine(): void {
    const draft = this.get().other?.draft;
    if (!draft) return;
    this.goOnFrom(draft);
    this.tell({ other: undefined, replaced: readDraft(JSON.stringify(draft.form)) });
    if (isNew(this.form.get())) this.gone = true;
    else this.behind = true;
    void this.send();
  }

  /** Brings back what was given up; what is in the form can be brought back in turn. */
  bringBack(): void {
    const { replaced } = this.get();
    if (!replaced) return;
    const here = this.form.get();
    this.form.set(replaced);
    this.tell({ replaced: isNew(here) ? undefined : here });
    this.device.now();
    this.changed();
  }

  /** What was given up is not wanted again. */
  forgetReplaced(): void {
    this.tell({ replaced: undefined });
  }

  /** Saves what is here on the server; whether it has everything then. */
  private saveAll = async (): Promise<boolean> => {
    this.device.flush();
    // What is under way now may have begun before the last word.
    await this.busy;
    if (this.behind) await this.send();
    return !this.behind;
  };

  /** Leaving within the pause must not lose the last word. */
  private leave = (): void => {
    this.device.flush();
    void this.send(true);
  };

  private close = (): void => {
    // The call under way may never end, and the page will not be there for its answer.
    if (this.busy && this.behind && !this.get().other) {
      void saveDraft(this.form.get(), this.next + 1, true).catch(() => undefined);
    }
    this.leave();
  };

  private looked = (): void => {
    if (document.visibilityState === 'hidden') {
      this.leave();
      return;
    }
    // Somebody may have gone on with it elsewhere.
    if (!this.busy) this.asked = false;
    void this.send();
  };

  private again = (): void => {
    this.retryMs = RETRY_MS;
    void this.send();
  };

  private soon(ms: number): void {
    clearTimeout(this.onServer);
    this.onServer = setTimeout(() => void this.send(), ms);
  }

  /** The revision of the next save. */
  private get next(): number {
    return (this.base?.revision ?? 0) + 1;
  }

  /** Brings the server up to date, one call after the other. */
  private send(leaving = false): Promise<void> {
    clearTimeout(this.onServer);
    this.busy ??= this.bring(leaving).then((end) => {
      this.busy = undefined;
      // What changed during a call is sent after it: at once where nobody stays to wait for it.
      const left = this.gone || (this.behind && !this.get().other);
      if (end === 'done' && left && (this.gone || !this.running)) void this.send(leaving);
      else if (end === 'done' && left) this.soon(SERVER_SAVE_MS);
      else if (this.running && (left || end === 'offline')) this.soon(this.retryMs);
    });
    return this.busy;
  }

  private async bring(leaving: boolean): Promise<'done' | 'offline' | 'refused'> {
    try {
      if (this.gone) {
        await forgetDraft(leaving);
        this.gone = false;
        this.goOnFrom(undefined);
        this.asked = true;
      }
      if (!this.asked) this.compare(await storedDraft());
      if (this.behind && !this.get().other) await this.save(leaving);
      this.retryMs = RETRY_MS;
      this.tell({ trouble: undefined });
      return 'done';
    } catch (error) {
      this.retryMs = Math.min(this.retryMs * 2, MOST_RETRY_MS);
      const offline = !(error instanceof CallError) || error.status === undefined;
      if (this.behind) this.tell({ trouble: { offline, text: callWords(error) } });
      return offline ? 'offline' : 'refused';
    }
  }

  private async save(leaving: boolean): Promise<void> {
    this.behind = false;
    const end = await saveDraft(this.form.get(), this.next, leaving).catch((error: unknown) => {
      this.behind = !this.gone;
      throw error;
    });
    // Emptied meanwhile: what this call saved is forgotten by the next.
    if (this.gone) return;
    if ('other' in end) {
      this.behind = true;
      this.tell({ other: { kind: 'newer', draft: end.other } });
      return;
    }
    this.goOnFrom(end);
    this.tell({ savedAt: new Date(end.savedAt) });
  }

  /** Compares what the server has with what is in the form. */
  private compare(draft: StoredDraft | undefined): void {
    this.asked = true;
    const here = this.form.get();
    const fresh = isNew(here);
    const same = draft !== undefined && written(draft.form) === written(here);
    if (draft && !same && draft.savedAt !== this.base?.savedAt) {
      this.behind = !fresh;
      this.tell({ other: { kind: fresh ? 'found' : 'newer', draft } });
      return;
    }
    // Without one it was forgotten elsewhere, or is kept on this device only.
    this.goOnFrom(draft);
    this.behind = !same && !fresh;
    this.tell({ other: undefined, savedAt: draft && new Date(draft.savedAt) });
  }

  private goOnFrom(base: Base | undefined): void {
    this.base = base;
    keepBase(base);
  }

  private tell(change: { [Name in keyof DraftState]: DraftState[Name] | undefined }): void {
    const known = Object.entries({ ...this.get(), ...change }).filter(([, value]) => value !== undefined);
    this.state.setState(Object.fromEntries(known), true);
  }
}

/** A form as text, in the core's own order of fields. */
function written(form: CreateForm): string {
  return JSON.stringify(readDraft(JSON.stringify(form)));
}

function isNew(form: CreateForm): boolean {
  return written(form) === written(defaults());
}
