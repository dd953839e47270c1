import { useInfiniteQuery } from '@tanstack/react-query';
import { memo, useState } from 'react';
import { callFailure } from '@/api';
import { deskCore } from '@/core';
import { Button, CallNotice, DelayedSkeleton, EmptyState, Skeleton } from '@/ui';
import { CorrectionForm } from './CorrectionForm';
import { CorrectionList } from './CorrectionList';
import { correctionsQuery } from './corrections';
import type { Place } from './types';

/** A box's clock, and all corrections of the run, the newest first. */
export const CorrectionsPanel = memo(function CorrectionsPanel({
  latest,
  boxNames,
  ...place
}: Place & {
  /** The number of the newest correction. */
  latest: number;
  boxNames: readonly string[];
}) {
  const query = useInfiniteQuery(correctionsQuery(place.timedRace, latest));
  const corrections = query.data?.pages.flatMap((page) => page.corrections) ?? [];
  return (
    <div className="flex flex-col gap-8">
      <BoxClock place={place} boxNames={boxNames} />
      <section className="flex flex-col items-start gap-3">
        <h3 className="display text-lg">All corrections</h3>
        {query.isError && <CallNotice {...callFailure(query.error)} onRetry={() => void query.refetch()} />}
        {query.isPending && (
          <div className="w-full">
            <DelayedSkeleton label="Loading the corrections">
              <Skeleton className="h-32" />
            </DelayedSkeleton>
          </div>
        )}
        {query.data && corrections.length === 0 && (
          <EmptyState title="Nothing is corrected">
            Whatever somebody decides about a time is listed here, with who, when and why, and can be taken back.
          </EmptyState>
        )}
        {corrections.length > 0 && (
          <div className="w-full">
            <CorrectionList race={place.timedRace} zone={place.zone} corrections={corrections} />
          </div>
        )}
        {query.hasNextPage && (
          <Button size="sm" pending={query.isFetchingNextPage} onPress={() => void query.fetchNextPage()}>
            Earlier corrections
          </Button>
        )}
      </section>
    </div>
  );
});

/** The form that moves the times of a box whose clock was wrong. */
function BoxClock({ place, boxNames }: { place: Place; boxNames: readonly string[] }) {
  const [round, setRound] = useState(0);
  const hint = 'Time of day; empty: open';
  return (
    <section className="flex flex-col items-start gap-3">
      <h3 className="display text-lg">A box’s clock was wrong</h3>
      <p className="max-w-prose text-ink-2">
        {deskCore().offsetMeaning(95_000)} For +1:35; with a minus they become earlier. A box’s name is at each of its
        reads on a runner’s page.
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
            { name: 'offsetMs', label: 'Difference', hint: 'Minutes and seconds, like +1:35 or -2.5' },
            { name: 'from', label: 'From', hint, optional: true },
            { name: 'to', label: 'Until', hint, optional: true },
          ]}
          onDone={() => setRound(round + 1)}
        />
      )}
    </section>
  );
}
