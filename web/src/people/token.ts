/**
 * The token of an invitation. It is in the fragment of the mail's link; the page takes it out of the address, so that it is in no history
 * and in no shared link, and keeps it for the tab, so that a reload and a login on the way do not lose it.
 */
const KEY = 'invitation';
let inMemory: string | undefined;

/** The token that this tab keeps. */
export function keptToken(): string | undefined {
  try {
    return sessionStorage.getItem(KEY) ?? inMemory;
  } catch {
    return inMemory;
  }
}

/** Keeps a token for this tab; undefined removes it. */
export function keepToken(token: string | undefined): void {
  inMemory = token;
  try {
    if (token === undefined) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, token);
  } catch {
    // Without storage the token is in memory alone, and a reload needs the link again.
  }
}
