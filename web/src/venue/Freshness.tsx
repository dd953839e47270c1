import { CloudAlert, WifiOff } from 'lucide-react';
import { isLost } from '@/api';
import { core } from '@/core';
import { useTick, type Venue } from './useVenue';

/** How old the shown data is; its state only when a request failed. */
export function Freshness({ venue, className = '' }: { venue: Venue; className?: string }) {
  const { field, failure } = venue;
  const now = useTick(10_000);
  const age = core().liveAge(Math.max(now, field.checkedAt) - field.checkedAt);
  const Broken = isLost(field.error) ? WifiOff : CloudAlert;
  return (
    <p className={`flex flex-wrap items-center gap-x-3 text-sm text-ink-2 ${className}`}>
      <span role="status" className="label inline-flex items-center gap-2 text-ink">
        {failure && (
          <>
            <Broken size={16} className="text-live" aria-hidden="true" />
            {failure.state}
          </>
        )}
      </span>
      {field.checkedAt > 0 && (
        <span className="tabular">
          Last updated{' '}
          {new Date(field.checkedAt).toLocaleTimeString('en-US', {
            hour: 'numeric',
            minute: '2-digit',
            second: '2-digit',
          })}
          {failure && age && `, ${age}`}
        </span>
      )}
    </p>
  );
}
