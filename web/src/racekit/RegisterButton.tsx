import { lazy, Suspense } from 'react';
import { core, type Flag } from '@/core';
import { ExternalButton, usePageInUse } from '@/ui';
import { ClosedButton } from './ClosedButton';

/** The reason's bubble is only for a closed registration, and comes once somebody could point at it. */
const WithReason = lazy(() => import('@/ui/WithReason'));

/** What decides about registration: fields of a card or of a full record. */
export interface RegistrationFacts {
  Race: string;
  isCanceled: Flag;
  MaxCapacity: Flag;
  Link: string;
}

/**
 * Register, in one of its three states (SPEC §4): open, full, canceled. A closed one can still be focused and hovered, so that
 * its reason can be read; on a touch screen the reason stands under it.
 */
export function RegisterButton({
  race,
  size = 'md',
  wide = false,
  terse = false,
  still = false,
  quiet = false,
}: {
  race: RegistrationFacts;
  size?: 'sm' | 'md' | 'lg';
  wide?: boolean;
  /** Without the written reason, where it stands elsewhere on the page. */
  terse?: boolean;
  /** Only to be looked at: a closed one has no bubble, which nothing could open. */
  still?: boolean;
  /** Not what the page is about, as on that of a race that is over. */
  quiet?: boolean;
}) {
  const inUse = usePageInUse();
  const state = core().raceRegistration(race.isCanceled, race.MaxCapacity, race.Link);
  if (!state.disabled && state.href) {
    return (
      <ExternalButton tone={quiet ? 'line' : 'road'} size={size} wide={wide} href={state.href}>
        {state.label}
        <span className="sr-only"> for {race.Race} </span>
      </ExternalButton>
    );
  }
  const closed = <ClosedButton state={state} size={size} wide={wide} />;
  if (still) return closed;
  return (
    <span className={`inline-flex flex-col gap-1 ${wide ? 'w-full' : ''}`}>
      {inUse ? (
        <Suspense fallback={closed}>
          <WithReason reason={state.tooltip}>{closed}</WithReason>
        </Suspense>
      ) : (
        closed
      )}
      {!terse && <span className="hidden max-w-64 text-xs text-ink-3 pointer-coarse:block">{state.tooltip}</span>}
    </span>
  );
}
