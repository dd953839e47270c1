import { lazy, Suspense } from 'react';
import { core, type Flag } from '@/core';
import { ExternalButton, usePageInUse } from '@/ui';
import { ClosedButton } from './ClosedButton';

/** The tooltip is only needed for a closed registration, and is loaded once the visitor has begun to use the page. */
const ReasonTooltip = lazy(() => import('@/ui/ReasonTooltip'));

/** The fields that decide about registration; both a card and a full race record have them. */
export interface RegistrationFacts {
  Race: string;
  isCanceled: Flag;
  MaxCapacity: Flag;
  Link: string;
}

/**
 * The Register button in one of its three states (SPEC §4): open, full, canceled. When registration is closed it can still be focused and
 * hovered, so that its reason can be read; on a touch screen the reason is shown below it.
 */
export function RegisterButton({
  race,
  size = 'md',
  wide = false,
  hideReason = false,
  isPreview = false,
  secondary = false,
}: {
  race: RegistrationFacts;
  size?: 'sm' | 'md' | 'lg';
  wide?: boolean;
  /** Without the reason as text, where the page shows it elsewhere. */
  hideReason?: boolean;
  /** Without the tooltip, which cannot be opened in an inert preview. */
  isPreview?: boolean;
  /** A less prominent button, where Register is not the page's main action, such as for a race that is over. */
  secondary?: boolean;
}) {
  const inUse = usePageInUse();
  const state = core().raceRegistration(race.isCanceled, race.MaxCapacity, race.Link);
  if (!state.disabled && state.href) {
    return (
      <ExternalButton tone={secondary ? 'line' : 'road'} size={size} wide={wide} href={state.href}>
        {state.label}
        <span className="sr-only"> for {race.Race} </span>
      </ExternalButton>
    );
  }
  const closed = <ClosedButton state={state} size={size} wide={wide} />;
  if (isPreview) return closed;
  return (
    <span className={`inline-flex flex-col gap-1 ${wide ? 'w-full' : ''}`}>
      {inUse ? (
        <Suspense fallback={closed}>
          <ReasonTooltip reason={state.tooltip}>{closed}</ReasonTooltip>
        </Suspense>
      ) : (
        closed
      )}
      {!hideReason && <span className="hidden max-w-64 text-xs text-ink-3 pointer-coarse:block">{state.tooltip}</span>}
    </span>
  );
}
