import { CloudAlert, WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { type Field, isLost, useClock } from '@/api';
import { core } from '@/core';

/** How old shown data is: the state of its refresh, and when it was last known to be up to date. Only a change of the state is announced. */
export function Updated({
  field,
  failure,
  className = '',
  children,
}: {
  field: Field<unknown>;
  /** The core's word for why the last request failed; undefined when it did not fail. */
  failure: string | undefined;
  className?: string;
  /** The state while no request has failed, if it is to be said. */
  children?: ReactNode;
}) {
  const { checkedAt, answeredAt, error } = field;
  // The clock is read once a minute, so an answer may be later than it.
  const now = Math.max(useClock(), answeredAt, checkedAt);
  const age = core().liveAge(now - checkedAt);
  const Broken = isLost(error) ? WifiOff : CloudAlert;
  const zone = field.info?.timeZone;
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
