import { type RefObject, useEffect, useState } from 'react';

/** Whether an element has come near the screen; once it has, that stays so. For what is costly to load. */
export function useNear(target: RefObject<HTMLElement | null>, margin = '600px'): boolean {
  const [near, setNear] = useState(typeof IntersectionObserver === 'undefined');
  useEffect(() => {
    if (near || !target.current) return;
    const watcher = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setNear(true);
      },
      { rootMargin: margin },
    );
    watcher.observe(target.current);
    return () => watcher.disconnect();
  }, [near, target, margin]);
  return near;
}
