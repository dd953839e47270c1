import { tv, type VariantProps } from 'tailwind-variants/lite';

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
    'transition-[background-color,color,border-color,transform] duration-[120ms] not-data-disabled:active:translate-y-px',
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

/** The choices of {@link buttonStyle}. */
export type ButtonLook = VariantProps<typeof buttonStyle>;
