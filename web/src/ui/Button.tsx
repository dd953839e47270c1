import type { ComponentProps } from 'react';
import { type ButtonLook, buttonStyle } from './buttonStyle';
import { Spinner } from './Spinner';

/** A button's props: those of the HTML element, its appearance, and `pending` while its action runs. */
export interface ButtonProps extends Omit<ComponentProps<'button'>, 'onClick' | 'disabled' | 'className'>, ButtonLook {
  className?: string;
  isDisabled?: boolean;
  pending?: boolean;
  /** Whether it can have the focus while it is disabled: for a button that is disabled by its own press. */
  focusable?: boolean;
  onPress?: () => void;
}

/**
 * A button. While `pending` it keeps its focus, shows a spinner before its label, and cannot be pressed.
 *
 * It is the plain HTML element because it is on the first page, where a library's button would be a tenth of the script.
 */
export function Button({
  tone,
  size,
  icon,
  wide,
  className,
  isDisabled = false,
  pending = false,
  focusable = false,
  onPress,
  type = 'button',
  children,
  ...props
}: ButtonProps) {
  return (
    <button
      {...props}
      type={type}
      disabled={isDisabled && !focusable}
      aria-disabled={pending || (isDisabled && focusable) || undefined}
      data-disabled={isDisabled || undefined}
      data-pending={pending || undefined}
      className={buttonStyle({ tone, size, icon, wide, className })}
      onClick={(event) => {
        // A disabled button would lose the focus, so a pending one stays enabled and its press is ignored, also as a form's submit.
        if (pending || isDisabled) event.preventDefault();
        else onPress?.();
      }}
    >
      {pending && <Spinner size={18} />}
      {children}
    </button>
  );
}

/** A link to another site that looks like a button. It opens a new tab and says so to screen readers. */
export function ExternalButton({
  tone,
  size,
  wide,
  className,
  children,
  ...props
}: Omit<ComponentProps<'a'>, 'className'> & ButtonLook & { className?: string }) {
  return (
    <a target="_blank" rel="noopener noreferrer" {...props} className={buttonStyle({ tone, size, wide, className })}>
      {children}
      <span className="sr-only">(opens in a new tab)</span>
    </a>
  );
}
