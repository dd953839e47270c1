/** Milliseconds from the last change to the save on this device (SPEC §9). */
export const AUTOSAVE_MS = 500;

/** Stores on this device what is typed: half a second after the last change, or at once when the page is about to be closed. */
export class Saver {
  /** Whether the browser refused the last write. */
  refused = false;
  private due: ReturnType<typeof setTimeout> | undefined;

  /** `write` stores the current state; it returns false when the browser refuses. */
  constructor(private readonly write: () => boolean) {}

  /** To be called when something was typed. */
  changed(): void {
    clearTimeout(this.due);
    this.due = setTimeout(this.now, AUTOSAVE_MS);
  }

  /** Writes now. */
  now = (): void => {
    this.cancel();
    this.refused = !this.write();
  };

  /** Writes now if a write is pending. */
  flush(): void {
    if (this.due !== undefined) this.now();
  }

  /** Cancels a pending write. */
  cancel(): void {
    clearTimeout(this.due);
    this.due = undefined;
  }
}
