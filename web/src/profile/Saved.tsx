import type { ReactNode } from 'react';
import { CallError, callFailure } from '@/api';
import { CallNotice } from '@/ui';

/** Why saving failed, above its form; nothing when that is said at its fields, and without a failure. */
export function SaveFailure({ error }: { error: unknown }) {
  if (!error || (error instanceof CallError && Object.keys(error.fields).length > 0)) return null;
  return <CallNotice {...callFailure(error)} />;
}

/** The words next to a button once something is saved, announced to screen readers. */
export function SavedNote({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="text-success empty:hidden">
      {children}
    </p>
  );
}
