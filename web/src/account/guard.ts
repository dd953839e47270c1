/** The route guard (SPEC §6): redirects a visitor who may not see a screen before it is loaded. The rules are the core's. */
import { redirect } from '@tanstack/react-router';
import { readToken } from '@/api';
import { core } from '@/core';

/**
 * Throws a redirect to /login or /Unauthorized, which replaces the entry of the history, when the readable cookie does not allow the
 * address. It only avoids showing a screen that the user cannot use; the server checks the permissions itself.
 */
export function guardRoute({ pathname, href }: { pathname: string; href: string }): void {
  // A path without a screen shows the 404 page to everybody.
  if (core().routeStatus(pathname) !== 200) return;
  const cookie = readToken();
  const token = cookie === undefined ? undefined : core().tokenRead(cookie);
  const verdict = core().guardDecide(pathname, token, Date.now());
  if (verdict === 'login') throw redirect({ to: '/login', search: { from: href }, replace: true });
  if (verdict === 'unauthorized') throw redirect({ to: '/Unauthorized', replace: true });
}
