import { core } from '@/core';

/**
 * The page to go back to after logging in: only a page of the core's own table of routes, on this very site. Anything else (another
 * host, a scheme, a path that is no page, login itself) leads home.
 */
export function returnTo(from: string | undefined): string {
  if (!from?.startsWith('/') || from.startsWith('//') || from.includes('\\')) return '/';
  let url: URL;
  try {
    url = new URL(from, location.origin);
  } catch {
    return '/';
  }
  if (url.origin !== location.origin || core().routeStatus(url.pathname) !== 200) return '/';
  if (core().routeSection(url.pathname) === 'login' || /^\/unauthorized/i.test(url.pathname)) return '/';
  return url.pathname + url.search;
}
