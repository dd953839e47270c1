import { type ReactNode, useEffect, useRef } from 'react';
import { CallError, callFailure } from '@/api';
import { CallNotice } from '@/ui';

/** Why a form's request failed, above the form and in view; nothing when that is said at its fields, and without a failure. */
export function FormFailure({
  error,
  onRetry,
  children,
}: {
  error: unknown;
  onRetry?: (() => void) | undefined;
  /** Shown after the reason. */
  children?: ReactNode;
}) {
  const said = useRef<HTMLDivElement>(null);
  const shown = Boolean(error) && !(error instanceof CallError && Object.keys(error.fields).length > 0);
  // The button that was pressed may be far below.
  useEffect(() => {
    if (shown) said.current?.scrollIntoView({ block: 'center' });
  }, [shown]);
  if (!shown) return null;
  return (
    <div ref={said} className="scroll-mt-24">
      <CallNotice {...callFailure(error)} onRetry={onRetry}>
        {children}
      </CallNotice>
    </div>
  );
}
