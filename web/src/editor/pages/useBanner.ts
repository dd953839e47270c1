import { useCallback, useEffect, useState } from 'react';
import type { Notice } from '@/core';

/** The banner of a page. A new one replaces it, and it disappears after the time that the core sets, if any. */
export function useBanner<Banner extends { notice: Notice }>(): [
  banner: Banner | undefined,
  show: (banner: Banner | undefined) => void,
] {
  const [banner, show] = useState<Banner>();
  const ms = banner?.notice.clearAfterMs;
  useEffect(() => {
    if (ms === undefined) return;
    const timer = setTimeout(() => show((now) => (now === banner ? undefined : now)), ms);
    return () => clearTimeout(timer);
  }, [banner, ms]);
  return [banner, useCallback((next) => show(next), [])];
}
