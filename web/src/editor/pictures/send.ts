/** The multipart saves of Edit Pages (SPEC §7): the core's fields and the files. */
import { type UploadEnd, type UploadOptions, upload } from '@/api';
import type { EditRequest } from '@/core';

/** A file with its field name; undefined sends an empty file, to fill a position. */
export type SentFile = readonly [name: string, file: File | undefined];

/** Sends them for the race with this id. Never throws: the result also describes a failure. */
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
