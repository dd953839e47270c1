/**
 * Sends a form with files. XMLHttpRequest, because fetch does not tell how much of a body has left.
 */
import type { Refusal } from './client';

/** How an upload ended. */
export type UploadEnd<T> =
  /** The server answered; `refusal` where it refused in words. */
  | { end: 'answered'; status: number; body?: T | undefined; refusal?: Refusal | undefined }
  /** The request left, or tried to, and nothing came back. */
  | { end: 'noResponse' }
  /** The request could not be made. */
  | { end: 'setupFailed' }
  /** The person stopped it. */
  | { end: 'aborted' };

/** What an upload takes. */
export interface UploadOptions {
  /** Default POST. */
  method?: 'POST' | 'PUT';
  /** Called with what has left, 0 to 1, and the same in bytes of the whole body. */
  onProgress?: (sent: number, bytes: { loaded: number; total: number }) => void;
  signal?: AbortSignal;
}

/** Sends a multipart body to `/api/<path>`. Never throws: how it ended is the answer. There is no time limit, since a slow line may need minutes. */
export function upload<T>(
  path: string,
  body: FormData,
  { method = 'POST', onProgress, signal }: UploadOptions = {},
): Promise<UploadEnd<T>> {
  return new Promise((resolve) => {
    try {
      const request = new XMLHttpRequest();
      request.open(method, `/api/${path.replace(/^\//, '')}`);
      request.withCredentials = true;
      request.setRequestHeader('Accept', 'application/json');
      request.upload.onprogress = (event) => {
        if (event.lengthComputable && event.total > 0) {
          onProgress?.(event.loaded / event.total, { loaded: event.loaded, total: event.total });
        }
      };
      request.onload = () => resolve(answer<T>(request));
      request.onerror = () => resolve({ end: 'noResponse' });
      request.ontimeout = () => resolve({ end: 'noResponse' });
      request.onabort = () => resolve({ end: 'aborted' });
      if (signal?.aborted) return resolve({ end: 'aborted' });
      signal?.addEventListener(
        'abort',
        () => {
          resolve({ end: 'aborted' });
          request.abort();
        },
        { once: true },
      );
      request.send(body);
    } catch {
      resolve({ end: 'setupFailed' });
    }
  });
}

function answer<T>(request: XMLHttpRequest): UploadEnd<T> {
  // Some browsers tell a cut connection as status 0 instead of an error.
  if (request.status === 0) return { end: 'noResponse' };
  let body: unknown;
  try {
    body = JSON.parse(request.responseText);
  } catch {
    body = undefined;
  }
  if (request.status >= 200 && request.status < 300)
    return { end: 'answered', status: request.status, body: body as T };
  const words = body as Partial<Refusal> | undefined;
  const refusal = typeof words?.message === 'string' ? ({ code: '', ...words } as Refusal) : undefined;
  return { end: 'answered', status: request.status, refusal };
}
