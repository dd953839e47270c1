import { type RefObject, useEffect, useState } from 'react';

/** Whether an element has been within `margin` of the viewport; stays true from then on. For content that is expensive to load. */
export function useNearViewport(target: RefObject<HTMLElement | null>, margin = '600px'): boolean {
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
