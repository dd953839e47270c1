import { useState } from 'react';
import type { MarkLine, StartLine } from '@/core';
import { Button, ConfirmDialog } from '@/ui';

/** The guns and buttons that the boxes have sent. A press takes one as the gun of the chosen waves. */
export function StartMarks({
  marks,
  chosen,
  names,
  ask,
  pending,
  onTake,
}: {
  marks: readonly MarkLine[];
  chosen: readonly StartLine[];
  /** The names of the chosen waves. */
  names: string;
  /** The question before the chosen waves get this gun, if there is one. */
  ask: (gun: string) => string | undefined;
  pending: boolean;
  onTake: (gun: string, confirmed: boolean) => void;
}) {
  const [asking, setAsking] = useState<{ mark: MarkLine; question: string }>();
  const [shown, setShown] = useState(5);
  if (marks.length === 0) return null;
  const take = (mark: MarkLine) => {
    const question = ask(mark.gun);
    if (question === undefined) onTake(mark.gun, false);
    else setAsking({ mark, question });
  };
  return (
    <section>
      <h3 className="display mb-3 text-lg">Guns of the boxes</h3>
      <ul aria-label="Guns of the boxes" className="flex flex-col">
        {marks.slice(0, shown).map((mark) => (
          <li
            key={mark.id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-rule py-2"
          >
            <div className="min-w-0">
              <p className="tabular text-lg">
                {mark.time} <span className="text-sm text-ink-2">{mark.what}</span>
              </p>
              <p className="text-sm text-ink-2">{[mark.place, mark.detail].filter(Boolean).join(' · ')}</p>
              {mark.taken && <p className="label text-sm text-success">{mark.taken}</p>}
              {mark.strange && <p className="label text-sm text-live">{mark.strange}</p>}
            </div>
            <Button
              size="sm"
              isDisabled={chosen.length === 0}
              focusable
              pending={pending}
              onPress={() => take(mark)}
              aria-label={`Use ${mark.time} for ${names || 'nobody'}`}
            >
              Use for {chosen.length === 1 ? names : `${chosen.length} starts`}
            </Button>
          </li>
        ))}
      </ul>
      {marks.length > shown && (
        <Button size="sm" tone="quiet" className="mt-2" onPress={() => setShown(marks.length)}>
          Show all {marks.length}
        </Button>
      )}
      <ConfirmDialog
        title={`${asking?.mark.time ?? ''} for ${names}?`}
        isOpen={asking !== undefined}
        onClose={() => setAsking(undefined)}
        confirmLabel="Use it"
        onConfirm={() => {
          if (asking) onTake(asking.mark.gun, true);
          setAsking(undefined);
        }}
      >
        <p>{asking?.question}</p>
      </ConfirmDialog>
    </section>
  );
}
