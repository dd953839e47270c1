/** What to say about a failed call: the server's own sentence (which is the core's), else the core's for how the call ended. */
import { core } from '@/core';
import { CallError } from './client';

/** What became of a call that threw: its words, and whether the session is over. */
export function callFailure(error: unknown): { words: string; loggedOut: boolean } {
  return { words: callWords(error), loggedOut: error instanceof CallError && error.status === 401 };
}

/** The words for anything that a call threw. Never empty. */
export function callWords(error: unknown): string {
  if (error instanceof CallError) return error.message || core().loadFailure('race', error.outcome).text;
  // What the core itself refuses comes as an Error with a code and a sentence for people.
  if (error instanceof Error && 'code' in error && error.message) return error.message;
  return core().loadFailure('race', { outcome: 'unexpected' }).text;
}
