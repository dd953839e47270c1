import type { ComponentProps } from 'react';
import { type ButtonLook, buttonStyle } from './buttonStyle';
import { Spinner } from './Spinner';

/** A button's props: the browser's own, its look, and `pending` while its action runs. */
export interface ButtonProps extends Omit<ComponentProps<'button'>, 'onClick' | 'disabled' | 'className'>, ButtonLook {
  className?: string;
  isDisabled?: boolean;
  pending?: boolean;
  onPress?: () => void;
}

/**
 * A button. While `pending` it keeps its width and its focus, shows a spinner before its words, and cannot be pressed.
 *
 * The browser's own element: it stands on the first page, where a library's button would be a tenth of the script.
 */
export function Button({
  tone,
  size,
  icon,
  wide,
  className,
  isDisabled = false,
  pending = false,
  onPress,
  type = 'button',
  children,
  ...props
}: ButtonProps) {
  return (
    <button
      {...props}
      type={type}
      disabled={isDisabled}
      aria-disabled={pending || undefined}
      data-disabled={isDisabled || undefined}
      data-pending={pending || undefined}
      className={buttonStyle({ tone, size, icon, wide, className })}
      onClick={(event) => {
        // Disabled, it would lose its focus; so it stays and does nothing, a form's submit included.
        if (pending) event.preventDefault();
        else onPress?.();
      }}
    >
      {pending && <Spinner size={18} />}
      {children}
    </button>
  );
}

/** A link that leaves the site, looking like a button: opens a new tab and says so to screen readers. */
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
