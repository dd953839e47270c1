import { Link } from '@tanstack/react-router';
import { CloudAlert, WifiOff } from 'lucide-react';
import { outcomeOf } from '@/api';
import { core, type LoadKind } from '@/core';
import { Bib } from '@/racekit';
import { Button, buttonStyle, LineWave } from '@/ui';

/**
 * The page of a race that could not be loaded: what happened, Try Again, and a link to all races. The bib “Did not start” is only shown
 * for a race that does not exist. After a lost connection, `mendLostReads` loads the race again by itself.
 */
export function LoadFailed({ kind, error }: { kind: LoadKind; error: unknown }) {
  const outcome = outcomeOf(error);
  const failure = core().loadFailure(kind, outcome);
  const what = core().loadFailureKind(outcome);
  return (
    <div className="column grid items-center gap-12 py-12 md:grid-cols-2 md:py-18">
      {what === 'missing' ? (
        <Bib
          name="Did not start"
          numerals="0000"
          distances={['No race here']}
          tone="ink"
          void
          className="mx-auto w-full max-w-md"
        />
      ) : (
        <div
          aria-hidden="true"
          className="relative isolate mx-auto grid aspect-[3/2] w-full max-w-md place-items-center overflow-hidden rounded-bib border border-control bg-card text-ink-3"
        >
          <LineWave className="absolute inset-x-0 bottom-0 -z-10 h-1/2 w-full opacity-40" />
          {what === 'lost' ? <WifiOff size={72} strokeWidth={1.5} /> : <CloudAlert size={72} strokeWidth={1.5} />}
        </div>
      )}
      <div role="alert">
        <h1 className="display text-3xl">{failure.title}</h1>
        <p className="mt-4 max-w-prose text-lg text-ink-2">{failure.text}</p>
        {what === 'lost' && (
          <p className="mt-2 max-w-prose text-ink-3">This page comes back by itself as soon as the network does.</p>
        )}
        <div className="mt-8 flex flex-wrap gap-3">
          <Button tone="ink" onPress={() => location.reload()}>
            Try Again
          </Button>
          <Link to="/races" className={buttonStyle()}>
            Browse All Races
          </Link>
        </div>
      </div>
    </div>
  );
}
