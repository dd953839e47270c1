import { useEffect } from 'react';
import { core } from '@/core';
import { NO_PAGE_NAME, siteName, useCurrentPageName } from '@/ui';

/**
 * Sets the window's title from the route and the name of the page's race or user. Not by React's `<title>`, which would be added to the
 * server's instead of replacing it. Returns the title, so that it can be announced to screen readers.
 */
export function useTitle(path: string): string {
  const name = useCurrentPageName();
  const title = name === NO_PAGE_NAME ? siteName : core().routeTitle(path, siteName, name);
  useEffect(() => {
    document.title = title;
  }, [title]);
  return title;
}
