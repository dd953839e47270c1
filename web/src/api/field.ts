/** The request of a race's field: all its runners. It is received as bytes, which are passed to the board unparsed. */
import { bytesOf, call } from './client';

/** The interval of the silent refresh, in milliseconds (SPEC §9). */
export const LIVE_POLL_MS = 5000;

/** A response with a field or its changes. */
export interface FieldBytes {
  bytes: Uint8Array;
  /** Whether the race is public, so that this browser may cache it; a hidden race is only visible to administrators. */
  open: boolean;
}

/** Fetches a race's field as bytes: all of it, or what has happened since a version. Undefined when nothing has. */
export async function fetchField(
  race: string,
  since: string | undefined,
  signal: AbortSignal,
): Promise<FieldBytes | undefined> {
  const answer = await call('get', 'live/{RaceName}', { path: { RaceName: race }, query: { since }, signal });
  if (answer.status === 204) return undefined;
  return { bytes: await bytesOf(answer), open: !/private/.test(answer.headers.get('Cache-Control') ?? '') };
}
