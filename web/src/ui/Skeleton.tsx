import { type ReactNode, useEffect, useState } from 'react';

/** A quiet block in the shape of what will come. Size it by className. */
export function Skeleton({ className = '' }: { className?: string }) {
  return (
    <div
      className={`animate-breathe rounded-control bg-sunk motion-reduce:animate-none ${className}`}
      aria-hidden="true"
    />
  );
}

/** Milliseconds before a skeleton shows: what is faster than this should not flicker. */
export const SKELETON_DELAY_MS = 150;

/** Shows its children only after {@link SKELETON_DELAY_MS}, in room that is theirs from the start; says `label` to screen readers meanwhile. */
export function Late({ label, children }: { label: string; children: ReactNode }) {
  const [due, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), SKELETON_DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div role="status" aria-busy="true">
      <span className="sr-only">{label}</span>
      <div className={due ? '' : 'invisible'}>{children}</div>
    </div>
  );
}
