import { CloudAlert, WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { core } from '@/core';

/** How old shown data is: the state of its refresh, and when it was last known to be up to date. Only a change of the state is announced. */
export function Updated({
  failure,
  lost,
  checkedAt,
  zone,
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
  /** The race's time zone; undefined until it is known. */
  zone: string | undefined;
  /** The time, in epoch milliseconds; not before `checkedAt`. */
  now: number;
  className?: string;
  /** The state while no request has failed, if it is to be said. */
  children?: ReactNode;
}) {
  const age = core().liveAge(now - checkedAt);
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
      {checkedAt > 0 && zone && (
        <span className="tabular">
          {core().liveUpdated(checkedAt, now, zone)}
          {failure && age && `, ${age}`}
        </span>
      )}
    </p>
  );
}
