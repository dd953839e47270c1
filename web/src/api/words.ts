/** The message about a failed request: the server's (which comes from the core), else the core's for the request's outcome. */
import { core } from '@/core';
import { CallError, outcomeOf } from './client';
import { isLost } from './network';

/** The message about a failed request, whether the session has expired, and whether the call needs a passkey. */
export function callFailure(error: unknown): { words: string; loggedOut: boolean; needsPasskey: boolean } {
  const refused = error instanceof CallError ? error : undefined;
  return {
    words: callWords(error),
    // Without a sign-up there is nothing to log in to.
    loggedOut: refused?.status === 401 && refused.refusal?.code !== 'NO_SIGNUP',
    needsPasskey: refused?.refusal?.code === 'PASSKEY_REQUIRED',
  };
}

/** The message for any error that a request threw. Never empty. */
export function callWords(error: unknown): string {
  if (error instanceof CallError) return error.message || core().loadFailure('race', error.outcome).text;
  // A refusal of the core itself is an Error with a code and a message for the user.
  if (error instanceof Error && 'code' in error && error.message) return error.message;
  return core().loadFailure('race', { outcome: 'unexpected' }).text;
}

/** The message of a page that could not load its race: why the server was not reached, or what it says. */
export function loadWords(error: unknown): string {
  return isLost(error) ? core().loadFailure('race', outcomeOf(error)).text : callWords(error);
}
