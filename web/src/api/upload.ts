/**
 * Sends a form with files. Uses XMLHttpRequest, because fetch does not report the upload progress.
 */
import { meantFor, type Refusal } from './client';

/** The result of an upload. */
export type UploadEnd<T, R = Refusal> =
  /** The server responded; `refusal` if it refused with a message. */
  | { end: 'answered'; status: number; body?: T | undefined; refusal?: R | undefined }
  /** The request was sent, at least in part, and there was no response. */
  | { end: 'noResponse' }
  /** The request could not be created. */
  | { end: 'setupFailed' }
  /** The user canceled it. */
  | { end: 'aborted' };

/** The options of an upload. */
export interface UploadOptions {
  /** Default POST. */
  method?: 'POST' | 'PUT';
  /** Called with the sent share, 0 to 1, and with the sent and total bytes of the body. */
  onProgress?: (sent: number, bytes: { loaded: number; total: number }) => void;
  signal?: AbortSignal;
  headers?: Record<string, string>;
}

/**
 * Sends a multipart body to `/api/<path>`. Never throws: the result also describes a failure. There is no time limit, because a slow
 * connection may need minutes.
 */
export function upload<T>(
  path: string,
  body: FormData,
  { method = 'POST', onProgress, signal, headers }: UploadOptions = {},
): Promise<UploadEnd<T>> {
  return new Promise((resolve) => {
    try {
      const request = new XMLHttpRequest();
      request.open(method, `/api/${path.replace(/^\//, '')}`);
      request.withCredentials = true;
      for (const [name, value] of Object.entries({ Accept: 'application/json', ...meantFor(), ...headers }))
        request.setRequestHeader(name, value);
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
  // Some browsers report a lost connection as status 0 instead of an error.
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
