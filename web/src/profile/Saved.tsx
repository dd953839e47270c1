import { type ReactNode, useEffect, useState } from 'react';
import { core } from '@/core';

/** The words next to a button once something is saved, announced to screen readers; they vanish after the core's time (SPEC §9). */
export function SavedNote({ children }: { children: ReactNode }) {
  const [said, setSaid] = useState(children);
  const [isOver, setOver] = useState(false);
  if (said !== children) {
    setSaid(children);
    setOver(false);
  }
  useEffect(() => {
    if (!said) return;
    const timer = setTimeout(() => setOver(true), core().profileSaved().clearAfterMs);
    return () => clearTimeout(timer);
  }, [said]);
  return (
    <p role="status" className="text-success empty:hidden">
      {!isOver && children}
    </p>
  );
}
