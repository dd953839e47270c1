import { callFailure } from '@/api';
import { Button, CallNotice } from '@/ui';
import type { TimedRace } from './api';
import { dateAndClockOf } from './clock';
import { type Correction, useUndo } from './corrections';

/** Corrections with who, when and why; each that counts can be taken back, also one that takes back another. */
export function CorrectionList({
  race,
  zone,
  corrections,
}: {
  race: TimedRace;
  zone: string;
  corrections: readonly Correction[];
}) {
  const undo = useUndo(race);
  return (
    <>
      {undo.isError && (
        <div className="mb-3">
          <CallNotice {...callFailure(undo.error)} />
        </div>
      )}
      <ol className="rounded-control border border-rule bg-card">
        {corrections.map((one) => (
          <li
            key={one.id}
            className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-rule px-3 py-2 last:border-0"
          >
            <div className="min-w-0 flex-1 basis-60">
              <p className={one.counts ? 'font-semibold' : 'text-ink-2'}>
                {one.counts ? one.text : <s>{one.text}</s>}
                {!one.counts && <span className="sr-only"> (taken back)</span>}
              </p>
              <p className="text-sm text-ink-2">
                {one.reason} · {one.by} · {dateAndClockOf(one.at, zone)}
              </p>
            </div>
            {one.counts && (
              <Button
                size="sm"
                aria-label={`${one.takesBack === undefined ? 'Undo' : 'Redo'}: ${one.text}`}
                pending={undo.isPending && undo.variables === one.id}
                onPress={() => undo.mutate(one.id)}
              >
                {one.takesBack === undefined ? 'Undo' : 'Redo'}
              </Button>
            )}
          </li>
        ))}
      </ol>
    </>
  );
}
