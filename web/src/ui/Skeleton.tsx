import { type ReactNode, useEffect, useState } from 'react';

/** A placeholder for content that is loading. The caller sets its size with `className`. */
export function Skeleton({ className = '' }: { className?: string }) {
  return (
    <div
      className={`animate-breathe rounded-control bg-sunk motion-reduce:animate-none ${className}`}
      aria-hidden="true"
    />
  );
}

/** The delay before a skeleton is shown, in milliseconds: a faster load should not flicker. */
export const SKELETON_DELAY_MS = 150;

/**
 * Shows its children, skeletons, only after {@link SKELETON_DELAY_MS}; their space is reserved from the start. Screen readers announce
 * `label`.
 */
export function DelayedSkeleton({ label, children }: { label: string; children: ReactNode }) {
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
