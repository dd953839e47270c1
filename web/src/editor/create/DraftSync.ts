/**
 * Saves what is typed in Create Race: on this device half a second after a change (SPEC §9), on the server less often. Each save
 * on the server carries the revision after the one that it is based on, so the server notices when another window or machine
 * has saved in between; then both drafts are kept until the user chooses one. Outside React's tree, because a save must not
 * render the form.
 */

import { createStore } from 'zustand/vanilla';
import { beforeLogout, CallError, callWords } from '@/api';
import type { CreateForm } from '@/core';
import { Saver } from '../drafts/Saver';
import { type Base, deleteLocalDraft, storeBase, storeDraft, storedBase } from './draft';
import { deleteServerDraft, type ServerDraft, saveServerDraft, serverDraft } from './draftApi';
import { defaults, readDraft } from './rules';

/** Milliseconds from the last change to the save on the server. */
export const SERVER_SAVE_MS = 3000;
/** Milliseconds from a failed save to the next attempt; doubled with every failure, up to `MAX_RETRY_MS`. */
const RETRY_MS = 5000;
const MAX_RETRY_MS = 60_000;

/** Where the draft is saved, and what went wrong. */
export interface DraftState {
  /** When it was last stored on this device; undefined when the browser refused to store it. */
  storedAt?: Date;
  /** When the server last saved it. */
  savedAt?: Date;
  /** Why the latest text is not saved on the server. */
  failure?: { offline: boolean; text: string };
  /**
   * Another draft on the server, until the user chooses one: `found` when the form was still empty, `newer` when it conflicts with
   * what is in the form.
   */
  other?: { kind: 'found' | 'newer'; draft: ServerDraft };
  /** The form that another draft replaced; it can be restored. */
  replaced?: CreateForm;
}

/** Reads and replaces the content of the form. */
export interface FormAccess {
  get: () => CreateForm;
  set: (form: CreateForm) => void;
}

/** Saves the draft of one form, from {@link start} to {@link stop}. */
export class DraftSync {
  private readonly state = createStore<DraftState>(() => ({}));
  private readonly device = new Saver(() => {
    const done = storeDraft(this.form.get());
    this.update({ storedAt: done ? new Date() : undefined });
    return done;
  });
  /** The save on the server on which the form is based. */
  private base = storedBase();
  /** Whether the server's draft was read and compared with the form. */
  private compared = false;
  /** Whether the form has changes that the server does not have. */
  private unsent = false;
  /** Whether the server's draft is still to be deleted. */
  private deleteDue = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private retryMs = RETRY_MS;
  private inFlight: Promise<void> | undefined;
  private started = false;
  private removeLogoutHandler: (() => void) | undefined;

  constructor(private readonly form: FormAccess) {}

  /** Calls a listener after every change of the state. */
  get subscribe() {
    return this.state.subscribe;
  }

  /** The state; the same object until it changes. */
  get = (): DraftState => this.state.getState();

  /** Whether closing the window now would lose text: the server does not have it, and saving there fails or waits for a choice. */
  get lostOnClose(): boolean {
    return this.unsent && Boolean(this.get().failure ?? this.get().other);
  }

  /** Whether leaving for another page would lose text: neither this device nor the server has it. */
  get lostOnNavigation(): boolean {
    return this.lostOnClose && this.device.refused;
  }

  /** Starts, and reads the server's draft. */
  start(): void {
    this.started = true;
    this.removeLogoutHandler = beforeLogout(this.saveAll);
    addEventListener('pagehide', this.onPageHide);
    addEventListener('online', this.retryNow);
    document.addEventListener('visibilitychange', this.onVisibilityChange);
    void this.send();
  }

  /** Stops, after saving what is not saved yet. */
  stop(): void {
    this.started = false;
    this.removeLogoutHandler?.();
    removeEventListener('pagehide', this.onPageHide);
    removeEventListener('online', this.retryNow);
    document.removeEventListener('visibilitychange', this.onVisibilityChange);
    this.saveNow();
  }

  /** To be called when a field was changed. */
  changed(): void {
    this.unsent = true;
    this.device.changed();
    this.schedule(SERVER_SAVE_MS);
  }

  /**
   * Deletes both drafts, after the race was created or the form cleared. Another draft that waits for a choice stays, and so does the
   * one that can be restored.
   */
  drop(): void {
    this.device.cancel();
    deleteLocalDraft();
    this.unsent = false;
    const { other, replaced } = this.get();
    this.state.setState({ ...(other ? { other } : {}), ...(replaced ? { replaced } : {}) }, true);
    if (!other) this.deleteDue = true;
    void this.send();
  }

  /** Puts the other draft into the form. The form's previous content can be restored. */
  takeOther(): void {
    const draft = this.get().other?.draft;
    if (!draft) return;
    const here = this.form.get();
    this.setBase(draft);
    this.unsent = false;
    this.form.set(draft.form);
    this.device.now();
    this.update({ other: undefined, replaced: isNew(here) ? undefined : here, savedAt: new Date(draft.savedAt) });
  }

  /** Keeps what is in the form. The other draft can be restored. */
  takeMine(): void {
    const draft = this.get().other?.draft;
    if (!draft) return;
    this.setBase(draft);
    this.update({ other: undefined, replaced: draft.form });
    if (isNew(this.form.get())) this.deleteDue = true;
    else this.unsent = true;
    void this.send();
  }

  /** Restores the replaced form; the form that this replaces can be restored in the same way. */
  restoreReplaced(): void {
    const { replaced } = this.get();
    if (!replaced) return;
    const here = this.form.get();
    this.form.set(replaced);
    this.update({ replaced: isNew(here) ? undefined : here });
    this.device.now();
    this.changed();
  }

  /** Forgets the replaced form. */
  forgetReplaced(): void {
    this.update({ replaced: undefined });
  }

  /** Saves the form on the server. Returns whether the server has everything afterwards. */
  private saveAll = async (): Promise<boolean> => {
    this.device.flush();
    // A save that is in progress may have begun before the last change.
    await this.inFlight;
    if (this.unsent) await this.send();
    return !this.unsent;
  };

  /** Saves at once: leaving during the pause before a save must not lose the last change. */
  private saveNow = (): void => {
    this.device.flush();
    void this.send(true);
  };

  private onPageHide = (): void => {
    // The request in progress may not finish, and the page will not receive its response.
    if (this.inFlight && this.unsent && !this.get().other) {
      void saveServerDraft(this.form.get(), this.next + 1, true).catch(() => undefined);
    }
    this.saveNow();
  };

  private onVisibilityChange = (): void => {
    if (document.visibilityState === 'hidden') {
      this.saveNow();
      return;
    }
    // The draft may have been saved elsewhere in the meantime.
    if (!this.inFlight) this.compared = false;
    void this.send();
  };

  private retryNow = (): void => {
    this.retryMs = RETRY_MS;
    void this.send();
  };

  private schedule(ms: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.send(), ms);
  }

  /** The revision of the next save. */
  private get next(): number {
    return (this.base?.revision ?? 0) + 1;
  }

  /** Sends to the server what it lacks, one request at a time. */
  private send(leaving = false): Promise<void> {
    clearTimeout(this.timer);
    this.inFlight ??= this.sync(leaving).then((end) => {
      this.inFlight = undefined;
      // What changed during a request is sent after it: at once when the page is being left.
      const left = this.deleteDue || (this.unsent && !this.get().other);
      if (end === 'done' && left && (this.deleteDue || !this.started)) void this.send(leaving);
      else if (end === 'done' && left) this.schedule(SERVER_SAVE_MS);
      else if (this.started && (left || end === 'offline')) this.schedule(this.retryMs);
    });
    return this.inFlight;
  }

  private async sync(leaving: boolean): Promise<'done' | 'offline' | 'refused'> {
    try {
      if (this.deleteDue) {
        await deleteServerDraft(leaving);
        this.deleteDue = false;
        this.setBase(undefined);
        this.compared = true;
      }
      if (!this.compared) this.compare(await serverDraft());
      if (this.unsent && !this.get().other) await this.save(leaving);
      this.retryMs = RETRY_MS;
      this.update({ failure: undefined });
      return 'done';
    } catch (error) {
      this.retryMs = Math.min(this.retryMs * 2, MAX_RETRY_MS);
      const offline = !(error instanceof CallError) || error.status === undefined;
      if (this.unsent) this.update({ failure: { offline, text: callWords(error) } });
      return offline ? 'offline' : 'refused';
    }
  }

  private async save(leaving: boolean): Promise<void> {
    this.unsent = false;
    const end = await saveServerDraft(this.form.get(), this.next, leaving).catch((error: unknown) => {
      this.unsent = !this.deleteDue;
      throw error;
    });
    // The form was cleared in the meantime: the next request deletes what this one saved.
    if (this.deleteDue) return;
    if ('other' in end) {
      this.unsent = true;
      this.update({ other: { kind: 'newer', draft: end.other } });
      return;
    }
    this.setBase(end);
    this.update({ savedAt: new Date(end.savedAt) });
  }

  /** Compares the server's draft with the form. */
  private compare(draft: ServerDraft | undefined): void {
    this.compared = true;
    const here = this.form.get();
    const fresh = isNew(here);
    const same = draft !== undefined && formText(draft.form) === formText(here);
    if (draft && !same && draft.savedAt !== this.base?.savedAt) {
      this.unsent = !fresh;
      this.update({ other: { kind: fresh ? 'found' : 'newer', draft } });
      return;
    }
    // Without a draft on the server, it was deleted elsewhere, or is stored on this device only.
    this.setBase(draft);
    this.unsent = !same && !fresh;
    this.update({ other: undefined, savedAt: draft && new Date(draft.savedAt) });
  }

  private setBase(base: Base | undefined): void {
    this.base = base;
    storeBase(base);
  }

  private update(change: { [Name in keyof DraftState]: DraftState[Name] | undefined }): void {
    const known = Object.entries({ ...this.get(), ...change }).filter(([, value]) => value !== undefined);
    this.state.setState(Object.fromEntries(known), true);
  }
}

/** A form as JSON text, with the fields in the core's order. */
function formText(form: CreateForm): string {
  return JSON.stringify(readDraft(JSON.stringify(form)));
}

function isNew(form: CreateForm): boolean {
  return formText(form) === formText(defaults());
}
