import type { ComponentProps } from 'react';
import type { Registration } from '@/core';
import { type ButtonLook, buttonStyle } from '@/ui';

/** A Register button that cannot be pressed, but can have the focus, so that its reason can be read (SPEC §4). */
export function ClosedButton({
  state,
  size,
  wide,
  ...props
}: { state: Registration } & Pick<ButtonLook, 'size' | 'wide'> & ComponentProps<'span'>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a disabled <button> takes no focus, so its reason could not be read.
    <span
      {...props}
      role="button"
      tabIndex={0}
      aria-disabled="true"
      data-disabled="true"
      aria-description={state.tooltip}
      className={buttonStyle({ tone: 'road', size, wide })}
    >
      {state.label}
    </span>
  );
}
