import { useCallback, useEffect, useState } from 'react';
import type { Notice } from '@/core';

/** One banner for a screen: another takes its place, and it goes when the core says so. */
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
