/** The multipart saves of Edit Pages (SPEC §7): the core's fields, and the files beside them. */
import { type UploadEnd, type UploadOptions, upload } from '@/api';
import type { EditRequest } from '@/core';

/** A file under its field's name; an empty one where a place stays empty. */
export type SentFile = readonly [name: string, file: File | undefined];

/** Sends them into the race of this id. Never throws: how it ended is the answer. */
export function sendFiles<T>(
  request: EditRequest,
  files: readonly SentFile[],
  { id, ...options }: UploadOptions & { id: string | undefined },
): Promise<UploadEnd<T>> {
  const body = new FormData();
  for (const { name, value } of request.fields ?? []) body.append(name, value);
  for (const [name, file] of files) body.append(name, file ?? new File([], ''));
  const query = new URLSearchParams({ ...(id === undefined ? {} : { id }), images: 'url' });
  return upload<T>(`${request.path}?${query}`, body, { ...options, method: 'PUT' });
}
