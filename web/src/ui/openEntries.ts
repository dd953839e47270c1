/**
 * Entries of the history that say that a dialog is open (`CloseOnBack`). The browser keeps them after the dialog is gone: forward of the page
 * when Back has closed it, and at the present place when the page was reloaded.
 */

/** The marks of the dialogs that are open, each in the state of its entry. */
const marks = new Set<string>();

/** The mark in the state of an entry; undefined when it says nothing of a dialog. */
export const openMark = (state: object): string | undefined => (state as { open?: string }).open;

/** Says that an entry's dialog is open, until the returned function is called. */
export function markOpen(mark: string): () => void {
  marks.add(mark);
  return () => marks.delete(mark);
}

/** Whether an entry says that a dialog is open which is not: it shows nothing but the page of the entry before it. */
export function isDeadEntry(state: object): boolean {
  const mark = openMark(state);
  return mark !== undefined && !marks.has(mark);
}
