/** A part of the race's page: its state, and the interface that its section uses. */
import type { UploadEnd, UploadOptions } from '@/api';
import type { EditRequest, MemoryAction, Notice, Part, Race, Reason, SaveResult, Versions } from '@/core';
import type { Form, FormState } from '../kit/form';
import type { Conflict, EditRefusal, SaveAnswer } from './api';
import type { UnsavedChanges } from './drafts';

/** The state of a part in its edit mode: the form's state, and what it was when editing began. */
export interface Editing extends FormState {
  /** The race when editing began. */
  base: Race;
  /** The part's version at that time. */
  version: string | undefined;
  /** The section's input outside the record, such as chosen files. */
  extra: unknown;
  /** Whether `extra` has something to save. */
  extraUnsaved: boolean;
  /** Whether there is anything to save. */
  dirty: boolean;
}

/** The result of the last save. */
export interface LastSave {
  /** The message; it disappears after the time that the core sets, if any. */
  notice?: Notice | undefined;
  /** How it failed, and how often in a row before. From these the core computes the reason and the next step, which do not disappear. */
  failed?: { result: SaveResult; earlierFailures: number } | undefined;
  /** Whether it failed because of the form's content: then the message disappears when the content changes. */
  aboutInput?: boolean;
  /** The form's content that was sent, to detect later changes; undefined when something else than the form was sent. */
  draft?: Race | undefined;
}

/** The state of a part. The same object until it changes. */
export interface PartState {
  editing?: Editing | undefined;
  /** The edit that Cancel discarded; it can be restored until the next action. */
  undo?: Editing | undefined;
  /** Unsaved changes from before a reload that are not resumed yet. */
  stored?: UnsavedChanges | undefined;
  /** The sent share, 0 to 1, while sending. */
  sent?: number | undefined;
  stop?: (() => void) | undefined;
  lastSave?: LastSave | undefined;
  conflict?: Conflict | undefined;
  /** The last send, to be repeated by a retry. */
  lastSend?: PartSend | undefined;
  /** Whether `lastSend` sent the form; only that is repeated automatically. */
  lastSendWasForm?: boolean | undefined;
}

/** The result of sending a part: an upload's result, or a message of the core when nothing was sent. */
export type PartEnd =
  | (UploadEnd<SaveAnswer, EditRefusal> & {
      /** The number of pictures added or deleted, for the message. */
      count?: number;
      /** What was done to the memories. */
      action?: MemoryAction;
      /** An earlier state was restored: the response's message says what that changed. */
      restored?: true;
    })
  | { end: 'notice'; notice: Notice };

/** What a {@link PartSend} receives in addition to the request. */
export interface SendOptions extends UploadOptions {
  /** The race's name, as this page last received it. */
  name: string;
  /** Its id, which has precedence over the name. */
  id: string | undefined;
  /** The version of the part, sent with the save. */
  versions: Versions;
  /** The race when editing began. */
  race: Race;
  /** The race with the changes. */
  draft: Race;
  /** Aborted when the user presses Stop. */
  signal: AbortSignal;
}

/** Sends the save of a part. `request` comes from the core: the path, and the JSON text or the fields of a multipart body. */
export type PartSend = (request: EditRequest, options: SendOptions) => Promise<PartEnd>;

/** Options of a part whose save is more than the record as JSON. */
export interface PartOptions<Extra> {
  /** Replaces the JSON save, for example by multipart with progress. Called with `extra`. */
  send?: (request: EditRequest, options: SendOptions, extra: Extra) => Promise<PartEnd>;
  /** The initial input outside the record, for example an empty list of files. */
  extra?: Extra;
  /** Whether `extra` has something to save. Changes of the record are detected by the core. */
  pending?: (extra: Extra) => boolean;
}

/** A part of the race's page, as its section uses it. */
export interface PartHandle<Extra = unknown> {
  part: Part;
  title: string;
  /** The saved race. */
  race: Race;
  /** The race when editing began; outside the edit mode the same as `race`. */
  base: Race;
  /** The race with the changes; outside the edit mode the same as `race`. */
  draft: Race;
  /** The form that its fields use in the edit mode. */
  form: Form;
  editing: boolean;
  /** Whether it is saved as multipart: then there may be files, which cannot be stored in the browser. */
  multipart: boolean;
  /** Whether there is anything to save. */
  dirty: boolean;
  /** The input outside the record; undefined outside the edit mode. */
  extra: Extra | undefined;
  /** The sent share, 0 to 1, while sending. */
  sent: number | undefined;
  /** Aborts the send in progress. */
  stop: () => void;
  lastSave: LastSave | undefined;
  conflict: Conflict | undefined;
  /** When unsaved changes from before a reload were stored, while they can be resumed; epoch milliseconds. */
  storedAt: number | undefined;
  /** Whether Cancel can be undone. */
  canUndo: boolean;
  /** The number of problems that are shown. */
  problems: number;
  /** Why the last save failed, and the next step. */
  reason: Reason | undefined;
  /** Enters the edit mode. */
  edit: () => void;
  /** Changes the input outside the record. */
  setExtra: (change: (now: Extra) => Extra) => void;
  /** Discards the changes and leaves the edit mode. */
  cancel: () => void;
  undoCancel: () => void;
  /** Enters the edit mode with the stored changes. */
  resume: () => void;
  /** Deletes the stored changes. */
  discard: () => void;
  /** Saves the form. Returns false when it has problems, which are then shown at their fields. */
  save: () => boolean;
  /** Sends something at once, without the form, such as the deletion of a picture. Its result is shown like that of a save. */
  run: (send: PartSend) => Promise<void>;
  /** Restores a state from the part's history. */
  restore: (id: string) => Promise<void>;
  /** Repeats the last send. */
  retry: () => void;
  /** Restores the deleted race, under another name if one is given, and repeats the last send. Throws when the name cannot be used. */
  restoreDeletedRace: (name?: string) => Promise<void>;
  /**
   * Resolves a conflict. `mine` saves both users' changes; for a field that both changed, the other user's value if `taken` names
   * it. `theirs` takes the other version as a whole. `later` closes the dialog.
   */
  resolveConflict: (choice: 'mine' | 'theirs' | 'later', taken?: readonly string[]) => void;
}
