/** A part of the race's page: how it stands, and what its section may ask and do. */
import type { UploadEnd, UploadOptions } from '@/api';
import type { EditRequest, MemoryAction, Notice, Part, Race, Reason, SaveResult, Versions } from '@/core';
import type { Form, FormState } from '../kit/form';
import type { Conflict, SaveAnswer } from './api';
import type { Kept } from './drafts';

/** A part in its edit mode: a form of the kit's, and from what it began. */
export interface Editing extends FormState {
  /** The race when editing began. */
  base: Race;
  /** The part's version then. */
  version: string | undefined;
  /** What waits beside the record, such as chosen files. */
  extra: unknown;
  /** Whether something of that is still to be saved. */
  waiting: boolean;
  /** Whether there is anything to save. */
  dirty: boolean;
}

/** How the last save ended. */
export interface Ended {
  /** What is said; it goes by itself where the core says so. */
  notice?: Notice | undefined;
  /** How it failed, and how often in a row it had failed before; the core says why and what leads on, which stays. */
  failed?: { how: SaveResult; vain: number } | undefined;
  /** It failed for what stood in the form: nothing is said of that any more once it is changed. */
  typed?: boolean;
  /** What was sent from the form, to know whether anything was typed since; nothing for what was done by a press of its own. */
  draft?: Race | undefined;
}

/** How a part stands. The same object until it changes. */
export interface PartState {
  editing?: Editing | undefined;
  /** What Cancel put away, until something else happens. */
  undo?: Editing | undefined;
  /** Words from before a reload, not taken up yet. */
  kept?: Kept | undefined;
  /** What has left, 0 to 1, while sending. */
  sent?: number | undefined;
  stop?: (() => void) | undefined;
  ended?: Ended | undefined;
  conflict?: Conflict | undefined;
  /** What was sent last, to be sent again. */
  again?: PartSend | undefined;
  /** Whether that was the form, which may be sent again without a press. */
  form?: boolean | undefined;
}

/** How a part's save ended: as an upload does, or with a sentence of the core's before anything was sent. */
export type PartEnd =
  | (UploadEnd<SaveAnswer> & {
      /** How many pictures were added or deleted, for the words. */
      count?: number;
      /** What was done to the memories. */
      action?: MemoryAction;
      /** An earlier state was brought back: the answer's words say what that did. */
      restored?: true;
    })
  | { end: 'notice'; notice: Notice };

/** What a send is given beside the request. */
export interface SendOptions extends UploadOptions {
  /** The race's name, as far as this screen knows. */
  name: string;
  /** Its id, which goes before its name. */
  id: string | undefined;
  /** The version of the part that is sent with it. */
  versions: Versions;
  /** The race from which the changes began. */
  race: Race;
  /** The race with what was changed, as it is at this moment. */
  draft: Race;
  /** The press of Stop. */
  signal: AbortSignal;
}

/** Sends a part's save. `request` is the core's: the path, and the JSON text or the fields beside which the files go. */
export type PartSend = (request: EditRequest, options: SendOptions) => Promise<PartEnd>;

/** What a part may need beside the record. */
export interface PartOptions<Extra> {
  /** Another way to save than as JSON: multipart with progress. Called with what waits beside the record. */
  send?: (request: EditRequest, options: SendOptions, extra: Extra) => Promise<PartEnd>;
  /** What waits beside the record when editing begins, such as no chosen files. */
  extra?: Extra;
  /** Whether something of that is still to be saved. The record's own changes are seen by the core. */
  pending?: (extra: Extra) => boolean;
}

/** A part of the race's page, for its section. */
export interface PartHandle<Extra = unknown> {
  part: Part;
  title: string;
  /** The race as it is saved. */
  race: Race;
  /** The race when editing began; outside the edit mode the same as `race`. */
  base: Race;
  /** The race with what is being changed; outside the edit mode the same as `race`. */
  draft: Race;
  /** What its fields ask while it is edited. */
  form: Form;
  editing: boolean;
  /** It is not saved as JSON: there may be files, which nothing keeps. */
  multipart: boolean;
  /** Whether there is anything to save. */
  dirty: boolean;
  /** What waits beside the record; undefined outside the edit mode. */
  extra: Extra | undefined;
  /** What has left, 0 to 1, while sending. */
  sent: number | undefined;
  /** Stops what is being sent. */
  stop: () => void;
  ended: Ended | undefined;
  conflict: Conflict | undefined;
  /** When unsaved words from before a reload were kept, while they wait to be taken up; epoch milliseconds. */
  keptAt: number | undefined;
  /** Whether Cancel can be taken back. */
  canUndo: boolean;
  /** How many problems may be shown. */
  problems: number;
  /** Why the last save failed and what leads on. */
  reason: Reason | undefined;
  /** Enters the edit mode. */
  edit: () => void;
  /** Changes what waits beside the record. */
  setExtra: (change: (now: Extra) => Extra) => void;
  /** Puts back what was before the edit. */
  cancel: () => void;
  undoCancel: () => void;
  /** Takes up the kept words. */
  resume: () => void;
  /** Forgets the kept words. */
  drop: () => void;
  /** Saves; false when something is wrong, which then shows at its field. */
  save: () => boolean;
  /** Saves something at once, outside the edit mode, such as a picture that is deleted. Shows its end like a save. */
  run: (send: PartSend) => Promise<void>;
  /** Puts the part back to a state of its history. */
  restore: (id: string) => Promise<void>;
  /** Sends what failed once more. */
  again: () => void;
  /**
   * Brings the deleted race back, under another name where one is given, and sends what failed once more. Throws where the name
   * cannot be used.
   */
  bringBack: (name?: string) => Promise<void>;
  /**
   * Answers a conflict: save both people's changes, of what both changed the other's where `taken` names it; take the other version
   * whole; or think about it.
   */
  settle: (choice: 'mine' | 'theirs' | 'later', taken?: readonly string[]) => void;
}
