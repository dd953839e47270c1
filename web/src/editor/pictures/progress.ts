/** The progress of each file in a multipart body, computed from the number of sent bytes: the files are sent one after the other. */

/** A file of a body. */
export interface BodyFile {
  /** The field it is sent under. */
  field: string;
  /** Its index among the field's files, from 0. Empty files count too: they stand for a missing file at that position. */
  at: number;
  name: string;
  /** In bytes. */
  size: number;
}

/** The files of a body in the order of sending, without empty ones, which have no content to send. */
export function bodyFiles(body: FormData): BodyFile[] {
  const counts = new Map<string, number>();
  return [...body].flatMap(([field, value]) => {
    if (typeof value === 'string') return [];
    const at = counts.get(field) ?? 0;
    counts.set(field, at + 1);
    return value.size === 0 ? [] : [{ field, at, name: value.name, size: value.size }];
  });
}

/**
 * The sent share of each file, 0 to 1. Everything that is not a file's content (texts, boundaries) counts as sent first: so no file's
 * progress is reported too high, and all files are at 1 exactly when everything is sent. The texts must come before the files.
 */
export function fileProgress(files: readonly BodyFile[], loaded: number, total: number): number[] {
  let left = loaded - (total - files.reduce((sum, file) => sum + file.size, 0));
  return files.map(({ size }) => {
    const sent = Math.min(1, Math.max(0, left / size));
    left -= size;
    return sent;
  });
}
