/** How far each file of one multipart body is, calculated from the bytes that have left, since the files leave one after the other. */

/** A file of a body. */
export interface BodyFile {
  /** The field it is sent under. */
  field: string;
  /** Which of the field's files it is, counted from 0, empty ones included: they hold a place. */
  at: number;
  name: string;
  /** In bytes. */
  size: number;
}

/** The files of a body in the order they leave; those that only hold a place have nothing to send and are left out. */
export function bodyFiles(body: FormData): BodyFile[] {
  const seen = new Map<string, number>();
  return [...body].flatMap(([field, value]) => {
    if (typeof value === 'string') return [];
    const at = seen.get(field) ?? 0;
    seen.set(field, at + 1);
    return value.size === 0 ? [] : [{ field, at, name: value.name, size: value.size }];
  });
}

/**
 * Of each file what has left, 0 to 1. Whatever is not a file's content (texts, boundaries) counts as sent first; so a file is
 * never said to be further than it is, and all are at 1 exactly when everything has left. The texts must come before the files.
 */
export function fileProgress(files: readonly BodyFile[], loaded: number, total: number): number[] {
  let left = loaded - (total - files.reduce((sum, file) => sum + file.size, 0));
  return files.map(({ size }) => {
    const sent = Math.min(1, Math.max(0, left / size));
    left -= size;
    return sent;
  });
}
