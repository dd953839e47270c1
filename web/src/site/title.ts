import { useEffect } from 'react';
import { core } from '@/core';
import { siteName, useCurrentPageName } from '@/ui';

/**
 * Names the window after the route and what the page is about. By hand, because React's own `<title>` would stand beside
 * the server's instead of replacing it.
 */
export function useTitle(path: string): void {
  const name = useCurrentPageName();
  useEffect(() => {
    document.title = core().routeTitle(path, siteName, name);
  }, [path, name]);
}
