import { memo, useState } from 'react';
import { deskCore } from '@/core';
import { EmptyState, focusHome } from '@/ui';
import { CorrectionForm } from './CorrectionForm';
import { CorrectionRow, UndoFailure } from './CorrectionList';
import { type Correction, correctionsQuery, LIST_PAGE, useUndo } from './corrections';
import { SearchedList } from './SearchedList';
import type { Place, Revised } from './types';

/** A box's clock, and all corrections of the run, the newest first. */
export const CorrectionsPanel = memo(function CorrectionsPanel({
  place,
  boxNames,
  revision,
}: Revised & { place: Place; boxNames: readonly string[] }) {
  return (
    <div className="flex flex-col gap-8">
      <BoxClock place={place} boxNames={boxNames} />
      <AllCorrections place={place} revision={revision} />
    </div>
  );
});

function AllCorrections({ place, revision }: Revised & { place: Place }) {
  const undo = useUndo(place.timedRace);
  return (
    <div className="flex flex-col items-start gap-3" {...focusHome('all-corrections')}>
      <h3 id="all-corrections" tabIndex={-1} className="display scroll-mt-24 text-lg">
        All corrections
      </h3>
      <UndoFailure undo={undo} />
      <SearchedList
        label="All corrections"
        searchLabel="Bib or words of a correction"
        revision={revision}
        pageRows={LIST_PAGE}
        page={(search, number) => correctionsQuery(place.timedRace, search, number) as never}
        read={(found: { total: number; corrections: readonly Correction[] }) => ({
          total: found.total,
          rows: found.corrections,
        })}
        rowKey={(one) => String(one.id)}
        rowHeight={68}
        count={(total) => `${total.toLocaleString('en-US')} ${total === 1 ? 'correction' : 'corrections'}`}
        empty={
          <EmptyState title="Nothing is corrected">
            Whatever somebody decides about a time is listed here, with who, when and why, and can be taken back.
          </EmptyState>
        }
        row={(one) => <CorrectionRow correction={one} zone={place.zone} undo={undo} />}
      />
    </div>
  );
}

/** The form that moves the times of a box whose clock was wrong. */
function BoxClock({ place, boxNames }: { place: Place; boxNames: readonly string[] }) {
  const [round, setRound] = useState(0);
  const hint = 'Time of day; empty: open';
  return (
    <section className="flex flex-col items-start gap-3">
      <h3 className="display text-lg">A box’s clock was wrong</h3>
      <p className="max-w-prose text-ink-2">
        For example, +1:35: {deskCore().offsetMeaning(95_000)} With a minus they become earlier. A box’s name is at each
        of its reads on a runner’s page.
      </p>
      {boxNames.length === 0 ? (
        <p>No box has sent a read yet.</p>
      ) : (
        <CorrectionForm
          key={round}
          place={place}
          label="Box’s clock"
          asked={{ kind: 'offset' }}
          confirm="Move its times"
          fields={[
            { name: 'source', label: 'Box', options: boxNames.map((id) => ({ id, label: id })) },
            { name: 'offsetMs', label: 'Difference', hint: 'Like +1:35 or -2.5' },
            { name: 'from', label: 'From', hint, optional: true },
            { name: 'to', label: 'Until', hint, optional: true },
          ]}
          onDone={() => setRound(round + 1)}
        />
      )}
    </section>
  );
}
