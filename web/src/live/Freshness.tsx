import { CloudAlert, Pause, Play, WifiOff } from 'lucide-react';
import { useClock } from '@/api';
import { core } from '@/core';
import { Button } from '@/ui';

/** How old the shown data is, and the button that pauses the refresh (WCAG 2.2.2). Only a change of state is announced, no refresh. */
export function Freshness({
  live,
  checkedAt,
  failure,
  lost,
  paused,
  onPause,
}: {
  /** Whether the race is in its live window. */
  live: boolean;
  checkedAt: number;
  /** The core's word for why the last request failed; undefined when it did not fail. */
  failure: string | undefined;
  /** Whether it failed because the connection was lost. */
  lost: boolean;
  paused: boolean;
  onPause: (paused: boolean) => void;
}) {
  const state = core().liveFreshness(failure, paused, live);
  const now = useClock();
  const age = core().liveAge(Math.max(now, checkedAt) - checkedAt);
  const Broken = lost ? WifiOff : CloudAlert;
  return (
    <div className="flex min-w-0 flex-1 items-center gap-x-4 print:hidden">
      <p className="flex flex-1 flex-col gap-x-2 text-sm text-ink-2 sm:flex-row sm:items-center sm:justify-end">
        <span role="status" className="label inline-flex items-center gap-2 text-ink">
          {failure ? (
            <Broken size={16} className="text-live" aria-hidden="true" />
          ) : (
            <span
              aria-hidden="true"
              className={`inline-block size-2.5 ${paused ? 'border-2 border-ink-3' : live ? 'rounded-full bg-live' : 'rounded-full bg-success'}`}
            />
          )}
          {state}
        </span>
        {checkedAt > 0 && (
          <span className="tabular">
            Last updated {clock(checkedAt)}
            {failure && age && `, ${age}`}
          </span>
        )}
      </p>
      <Button onPress={() => onPause(!paused)} aria-label={paused ? 'Resume refresh' : 'Pause refresh'}>
        {paused ? <Play size={18} aria-hidden="true" /> : <Pause size={18} aria-hidden="true" />}
        <span className="max-sm:sr-only">{paused ? 'Resume' : 'Pause'}</span>
      </Button>
    </div>
  );
}

/** The time in the visitor's time zone; with its date when that is not today. */
function clock(ms: number): string {
  const at = new Date(ms);
  if (at.toDateString() !== new Date().toDateString()) {
    return at.toLocaleString('en-US', { month: 'long', day: 'numeric', hour: 'numeric', minute: '2-digit' });
  }
  return new Date(ms).toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit', second: '2-digit' });
}
