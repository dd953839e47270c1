import { Pause, Play } from 'lucide-react';
import { type Field, useFreshness } from '@/api';
import { core } from '@/core';
import { Updated } from '@/racekit';
import { Button } from '@/ui';

/** How old the shown data is, and the button that pauses the refresh (WCAG 2.2.2). Only a change of state is announced, no refresh. */
export function Freshness({
  field,
  live,
  failure,
  paused,
  onPause,
}: {
  field: Field;
  /** Whether the race is in its live window. */
  live: boolean;
  /** The core's word for why the last request failed; undefined when it did not fail. */
  failure: string | undefined;
  paused: boolean;
  onPause: (paused: boolean) => void;
}) {
  const shape = paused ? 'border-2 border-ink-3' : live ? 'rounded-full bg-live' : 'rounded-full bg-success';
  return (
    <div className="flex min-w-0 flex-1 items-center gap-x-4 print:hidden">
      <Updated
        {...useFreshness(field)}
        failure={failure}
        className="flex-1 flex-col sm:flex-row sm:items-center sm:justify-end"
      >
        <span aria-hidden="true" className={`inline-block size-2.5 ${shape}`} />
        {core().liveFreshness(undefined, paused, live)}
      </Updated>
      <Button onPress={() => onPause(!paused)} aria-label={paused ? 'Resume refresh' : 'Pause refresh'}>
        {paused ? <Play size={18} aria-hidden="true" /> : <Pause size={18} aria-hidden="true" />}
        <span className="max-sm:sr-only">{paused ? 'Resume' : 'Pause'}</span>
      </Button>
    </div>
  );
}
