/** Milliseconds from the last change to the save on this device (SPEC §9). */
export const AUTOSAVE_MS = 500;

/** Keeps what is typed on this device: half a second after the last change, or at once when the page is about to go. */
export class Saver {
  /** Whether the browser refuses to keep anything. */
  refused = false;
  private due: ReturnType<typeof setTimeout> | undefined;

  /** `write` keeps everything as it stands; false where the browser refuses to. */
  constructor(private readonly write: () => boolean) {}

  /** Something was typed. */
  changed(): void {
    clearTimeout(this.due);
    this.due = setTimeout(this.now, AUTOSAVE_MS);
  }

  /** Keeps it now. */
  now = (): void => {
    this.cancel();
    this.refused = !this.write();
  };

  /** Keeps now what would be kept soon. */
  flush(): void {
    if (this.due !== undefined) this.now();
  }

  /** Keeps nothing of what was typed last. */
  cancel(): void {
    clearTimeout(this.due);
    this.due = undefined;
  }
}
