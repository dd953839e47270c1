import { type ReactNode, useEffect, useRef, useState } from 'react';
import { CallError, callFailure } from '@/api';
import { core } from '@/core';
import { CallNotice } from '@/ui';

/** Why saving failed, above its form; nothing when that is said at its fields, and without a failure. */
export function SaveFailure({ error }: { error: unknown }) {
  const said = useRef<HTMLDivElement>(null);
  const shown = Boolean(error) && !(error instanceof CallError && Object.keys(error.fields).length > 0);
  // It stands above the form, whose button may be far below.
  useEffect(() => {
    if (shown) said.current?.scrollIntoView({ block: 'center' });
  }, [shown]);
  if (!shown) return null;
  return (
    <div ref={said} className="scroll-mt-24">
      <CallNotice {...callFailure(error)} />
    </div>
  );
}

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
