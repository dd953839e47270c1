// No two classes of one button set the same property: which one applied would depend on their order in the style sheet.

const BASE =
  'label inline-flex cursor-pointer items-center justify-center gap-2 rounded-control border text-center no-underline select-none ' +
  'transition-[background-color,color,border-color,transform] duration-[120ms] not-data-disabled:active:translate-y-px ' +
  'data-[disabled]:cursor-not-allowed data-[disabled]:text-ink-3';

/** The classes of a disabled button, except one without a background. */
const DISABLED = 'data-[disabled]:border-rule data-[disabled]:bg-sunk';

/**
 * `road` (yellow) is only for Register. `ink` is a form's main action, `line` a secondary one, `quiet` an action inside text or a table,
 * `danger` an action that cannot be undone.
 */
const TONES = {
  road: `border-transparent bg-road text-road-ink not-data-disabled:hover:bg-road-deep ${DISABLED}`,
  ink: `border-transparent bg-ink text-page not-data-disabled:hover:bg-ink-2 ${DISABLED}`,
  line: `border-control bg-card text-ink not-data-disabled:hover:border-ink not-data-disabled:hover:bg-sunk ${DISABLED}`,
  quiet: 'border-transparent bg-transparent text-line not-data-disabled:hover:bg-sunk',
  danger: `border-transparent bg-live text-on-fill not-data-disabled:hover:opacity-90 ${DISABLED}`,
};

const SIZES = {
  // On a narrow screen as large as for a finger: whether it is touched is not always known.
  sm: 'min-h-9 px-3 text-sm pointer-coarse:min-h-11 max-sm:min-h-11',
  md: 'min-h-11 px-4 text-base',
  lg: 'min-h-14 px-8 text-lg',
};

/** A button's appearance; by default `line` and `md`. */
export interface ButtonLook {
  tone?: keyof typeof TONES | undefined;
  size?: keyof typeof SIZES | undefined;
  /** Square, around an icon. */
  icon?: boolean | undefined;
  /** As wide as its container. */
  wide?: boolean | undefined;
  className?: string | undefined;
}

/** The classes of a button, or of a link that looks like one. */
export function buttonStyle({ tone = 'line', size = 'md', icon, wide, className }: ButtonLook = {}): string {
  return [BASE, TONES[tone], SIZES[size], icon && 'aspect-square px-0!', wide && 'w-full', className]
    .filter(Boolean)
    .join(' ');
}
