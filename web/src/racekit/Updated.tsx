import { CloudAlert, WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { core } from '@/core';

/** How old shown data is: the state of its refresh, and when it was last known to be up to date. Only a change of the state is announced. */
export function Updated({
  failure,
  lost,
  checkedAt,
  now,
  className = '',
  children,
}: {
  /** The core's word for why the last request failed; undefined when it did not fail. */
  failure: string | undefined;
  /** Whether it failed because the connection was lost. */
  lost: boolean;
  /** In epoch milliseconds; 0 for never. */
  checkedAt: number;
  /** The time, in epoch milliseconds. */
  now: number;
  className?: string;
  /** The state while no request has failed, if it is to be said. */
  children?: ReactNode;
}) {
  const age = core().liveAge(Math.max(now, checkedAt) - checkedAt);
  const Broken = lost ? WifiOff : CloudAlert;
  return (
    <p className={`flex text-sm text-ink-2 ${className}`}>
      <span role="status" className="label not-empty:me-3 inline-flex items-center gap-2 text-ink">
        {failure ? (
          <>
            <Broken size={16} className="text-live" aria-hidden="true" />
            {failure}
          </>
        ) : (
          children
        )}
      </span>
      {checkedAt > 0 && (
        <span className="tabular">
          Last updated {clock(checkedAt)}
          {failure && age && `, ${age}`}
        </span>
      )}
    </p>
  );
}

/** The time in the visitor's time zone; with its date when that is not today. */
function clock(ms: number): string {
  const at = new Date(ms);
  if (at.toDateString() !== new Date().toDateString()) {
    return at.toLocaleString('en-US', { month: 'long', day: 'numeric', hour: 'numeric', minute: '2-digit' });
  }
  // By the core: the first time of day that the browser's own `Intl` writes takes a phone 30 ms.
  return core().clockText(ms - at.getTimezoneOffset() * 60_000, 'UTC');
}
