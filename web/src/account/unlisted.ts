import { call } from '@/api';

/**
 * A call that the server's document does not have yet, with the type that the caller names. To be replaced by `get` and `send`, whose
 * types are generated, once the document has it.
 */
export async function ask<T>(method: 'get' | 'post' | 'delete', path: string, json?: object): Promise<T> {
  const answer = await call(method, path, json === undefined ? {} : { json });
  const text = await answer.text();
  return (text === '' ? undefined : JSON.parse(text)) as T;
}
