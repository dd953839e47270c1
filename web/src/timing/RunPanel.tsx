import { useState } from 'react';
import { callFailure } from '@/api';
import { Button, CallNotice, ConfirmDialog, toast } from '@/ui';
import { postRun, useDeskChange } from './api';
import type { DeskProps } from './types';

/** Starts a new run of the timing: after a rehearsal, or when the demo starts again. */
export function RunPanel({ race, timedRace, desk }: DeskProps) {
  const [asking, setAsking] = useState(false);
  const start = useDeskChange(timedRace, postRun);
  const close = () => {
    start.reset();
    setAsking(false);
  };
  return (
    <div className="flex flex-col items-start gap-4">
      <p className="max-w-prose text-ink-2">
        This is run {desk.run}. A new run begins with no reads: for the race itself after a rehearsal. Setup, entrants
        and keys stay.
      </p>
      <Button onPress={() => setAsking(true)}>Start a new run</Button>
      <ConfirmDialog
        title={`Start run ${desk.run + 1}?`}
        isOpen={asking}
        onClose={close}
        confirmLabel="Start a new run"
        pending={start.isPending}
        onConfirm={() =>
          start.mutate(undefined, {
            onSuccess: () => {
              close();
              toast.success('A new run has begun');
            },
          })
        }
      >
        <p>
          The {desk.counts.reads.toLocaleString('en-US')} reads of run {desk.run} stay stored, but nobody's times come
          from them any more: the live page of {race} starts empty for everyone. This cannot be undone.
        </p>
        {start.isError && (
          <div className="mt-4">
            <CallNotice {...callFailure(start.error)} />
          </div>
        )}
      </ConfirmDialog>
    </div>
  );
}
