import type { ReactNode } from 'react';
import {
  Button as AriaButton,
  type ButtonProps as AriaButtonProps,
  Link as AriaLink,
  type LinkProps as AriaLinkProps,
  composeRenderProps,
} from 'react-aria-components';
import { tv, type VariantProps } from 'tailwind-variants/lite';
import { Spinner } from './Spinner';

/** A button that cannot be pressed, unless it has no ground of its own. */
const disabled = 'data-[disabled]:border-rule data-[disabled]:bg-sunk';

/**
 * `road` is the one yellow on a page: Register, and nothing beside it. `ink` is a form's main action, `line` a second
 * one, `quiet` an action inside text or a table, `danger` what cannot be undone. No two of its classes set the same thing: the
 * library's table of Tailwind's conflicts would be a tenth of the first page's script.
 */
export const buttonStyle = tv({
  base: [
    'label inline-flex cursor-pointer items-center justify-center gap-2 rounded-control border text-center no-underline select-none',
    'transition-[background-color,color,border-color,transform] duration-[120ms] data-[pressed]:translate-y-px',
    'data-[disabled]:cursor-not-allowed data-[disabled]:text-ink-3',
  ],
  variants: {
    tone: {
      road: `border-transparent bg-road text-road-ink not-data-disabled:hover:bg-road-deep ${disabled}`,
      ink: `border-transparent bg-ink text-page not-data-disabled:hover:bg-ink-2 ${disabled}`,
      line: `border-control bg-card text-ink not-data-disabled:hover:border-ink not-data-disabled:hover:bg-sunk ${disabled}`,
      quiet: 'border-transparent bg-transparent text-line not-data-disabled:hover:bg-sunk',
      danger: `border-transparent bg-live text-on-fill not-data-disabled:hover:opacity-90 ${disabled}`,
    },
    size: {
      sm: 'min-h-9 px-3 text-sm pointer-coarse:min-h-11',
      md: 'min-h-11 px-4 text-base',
      lg: 'min-h-14 px-8 text-lg',
    },
    icon: { true: 'aspect-square px-0!' },
    wide: { true: 'w-full' },
  },
  defaultVariants: { tone: 'line', size: 'md' },
});

type Look = VariantProps<typeof buttonStyle>;

/** A button's props: React Aria's, its look, and `pending` while its action runs. */
export interface ButtonProps extends Omit<AriaButtonProps, 'isPending'>, Look {
  pending?: boolean;
}

/** A button. While `pending` it keeps its width and its focus, shows a spinner before its words, and cannot be pressed. */
export function Button({ tone, size, icon, wide, pending = false, className, children, ...props }: ButtonProps) {
  return (
    <AriaButton
      {...props}
      isPending={pending}
      className={composeRenderProps(className, (own) => buttonStyle({ tone, size, icon, wide, className: own }))}
    >
      {composeRenderProps(children, (own) => (
        <>
          {pending && <Spinner size={18} />}
          {own}
        </>
      ))}
    </AriaButton>
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
}: Omit<AriaLinkProps, 'children'> & Look & { children: ReactNode }) {
  return (
    <AriaLink
      target="_blank"
      rel="noopener noreferrer"
      {...props}
      className={composeRenderProps(className, (own) => buttonStyle({ tone, size, wide, className: own }))}
    >
      {children}
      <span className="sr-only">(opens in a new tab)</span>
    </AriaLink>
  );
}
