import { useEffect } from 'react';
import { core } from '@/core';
import { NO_PAGE_NAME, siteName, useCurrentPageName } from '@/ui';

/**
 * Names the window after the route and what the page is about. By hand, because React's own `<title>` would stand beside
 * the server's instead of replacing it. Gives the title, so that it can be said aloud.
 */
export function useTitle(path: string): string {
  const name = useCurrentPageName();
  const title = name === NO_PAGE_NAME ? siteName : core().routeTitle(path, siteName, name);
  useEffect(() => {
    document.title = title;
  }, [title]);
  return title;
}
