import { core } from '@/core';

/**
 * The page to open after the login: only a page of this site that is in the core's table of routes. Anything else (another host, a
 * scheme, a path without a page, the login page) gives the home page.
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
