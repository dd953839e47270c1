import { Pause, Play, WifiOff } from 'lucide-react';
import { Button } from '@/ui';

/** How fresh the field is, and the switch that stops the refresh (WCAG 2.2.2). Only a loss of contact is announced, not every look. */
export function Freshness({
  live,
  checkedAt,
  failed,
  paused,
  onPause,
}: {
  /** Whether the race is in its live window. */
  live: boolean;
  checkedAt: number;
  failed: boolean;
  paused: boolean;
  onPause: (paused: boolean) => void;
}) {
  const state = failed ? 'Offline' : paused ? 'Paused' : live ? 'Live' : 'Up to date';
  return (
    <div className="flex min-w-0 flex-1 items-center gap-x-4 print:hidden">
      <p className="flex flex-1 flex-col gap-x-2 text-sm text-ink-2 sm:flex-row sm:items-center sm:justify-end">
        <span role="status" className="label inline-flex items-center gap-2 text-ink">
          {failed ? (
            <WifiOff size={16} className="text-live" aria-hidden="true" />
          ) : (
            <span
              aria-hidden="true"
              className={`inline-block size-2.5 ${paused ? 'border-2 border-ink-3' : live ? 'rounded-full bg-live' : 'rounded-full bg-success'}`}
            />
          )}
          {state}
        </span>
        {checkedAt > 0 && <span className="tabular">Last updated {clock(checkedAt)}</span>}
      </p>
      <Button onPress={() => onPause(!paused)} aria-label={paused ? 'Resume refresh' : 'Pause refresh'}>
        {paused ? <Play size={18} aria-hidden="true" /> : <Pause size={18} aria-hidden="true" />}
        <span className="max-sm:sr-only">{paused ? 'Resume' : 'Pause'}</span>
      </Button>
    </div>
  );
}

/** On the clock of whoever looks. */
function clock(ms: number): string {
  return new Date(ms).toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit', second: '2-digit' });
}
