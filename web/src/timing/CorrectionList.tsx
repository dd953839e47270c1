import { callFailure } from '@/api';
import { Button, CallNotice, dateAndClockOf } from '@/ui';
import type { TimedRace } from './api';
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
      <UndoFailure undo={undo} />
      <ol className="rounded-control border border-rule bg-card">
        {corrections.map((one) => (
          <li key={one.id} className="border-b border-rule px-3 py-2 last:border-0">
            <CorrectionRow correction={one} zone={zone} undo={undo} />
          </li>
        ))}
      </ol>
    </>
  );
}

type Undo = ReturnType<typeof useUndo>;

/** Why the last correction could not be taken back. */
export function UndoFailure({ undo }: { undo: Undo }) {
  return (
    undo.isError && (
      <div className="mb-3">
        <CallNotice {...callFailure(undo.error)} />
      </div>
    )
  );
}

/** A correction, with the button that takes it back. */
export function CorrectionRow({ correction, zone, undo }: { correction: Correction; zone: string; undo: Undo }) {
  const { id, text, reason, by, at, counts, takesBack } = correction;
  const word = takesBack === undefined ? 'Undo' : 'Redo';
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <div className="min-w-0 flex-1 basis-60">
        <p className={counts ? 'font-semibold' : 'text-ink-2'}>
          {counts ? text : <s>{text}</s>}
          {!counts && <span className="sr-only"> (taken back)</span>}
        </p>
        <p className="text-sm text-ink-2">
          {reason} · {by} · {dateAndClockOf(at, zone)}
        </p>
      </div>
      {counts && (
        <Button
          size="sm"
          aria-label={`${word}: ${text}`}
          pending={undo.isPending && undo.variables === id}
          onPress={() => undo.mutate(id)}
        >
          {word}
        </Button>
      )}
    </div>
  );
}
