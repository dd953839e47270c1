import { Link } from '@tanstack/react-router';
import { outcomeOf } from '@/api';
import { core, type LoadKind } from '@/core';
import { Bib, Button, buttonStyle } from '@/ui';

/** What stands where a race could not be loaded: what happened, Try Again, and the way to all races. */
export function LoadFailed({ kind, error }: { kind: LoadKind; error: unknown }) {
  const failure = core().loadFailure(kind, outcomeOf(error));
  return (
    <div className="column grid items-center gap-12 py-12 md:grid-cols-2 md:py-18">
      <Bib
        name="Did not start"
        numerals="0000"
        distances={['No race here']}
        tone="ink"
        void
        className="mx-auto w-full max-w-md"
      />
      <div role="alert">
        <h1 className="display text-3xl">{failure.title}</h1>
        <p className="mt-4 max-w-prose text-lg text-ink-2">{failure.text}</p>
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
