import { Focusable, Tooltip, TooltipTrigger } from 'react-aria-components';
import { core, type Flag } from '@/core';
import { buttonStyle, ExternalButton } from './Button';

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
}: {
  race: RegistrationFacts;
  size?: 'sm' | 'md' | 'lg';
  wide?: boolean;
  /** Without the written reason, where it stands elsewhere on the page. */
  terse?: boolean;
}) {
  const state = core().raceRegistration(race.isCanceled, race.MaxCapacity, race.Link);
  if (!state.disabled && state.href) {
    return (
      <ExternalButton
        tone="road"
        size={size}
        wide={wide}
        href={state.href}
        aria-label={`${state.label} for ${race.Race}`}
      >
        {state.label}
      </ExternalButton>
    );
  }
  return (
    <span className={`inline-flex flex-col gap-1 ${wide ? 'w-full' : ''}`}>
      <TooltipTrigger delay={200}>
        <Focusable>
          {/* biome-ignore lint/a11y/useSemanticElements: a disabled <button> takes no focus, so its reason could not be read. */}
          <span
            role="button"
            tabIndex={0}
            aria-disabled="true"
            data-disabled="true"
            aria-description={state.tooltip}
            className={buttonStyle({ tone: 'road', size, wide })}
          >
            {state.label}
          </span>
        </Focusable>
        <Tooltip className="max-w-72 rounded-control bg-ink px-3 py-2 text-sm text-page shadow-float data-[entering]:animate-fade">
          {state.tooltip}
        </Tooltip>
      </TooltipTrigger>
      {!terse && <span className="hidden max-w-64 text-xs text-ink-3 pointer-coarse:block">{state.tooltip}</span>}
    </span>
  );
}
