/** The classes of every control's box: the same border and radius, at least 44 px high. */
export const controlStyle =
  'w-full min-h-11 rounded-control border border-control bg-card px-3 text-base text-ink placeholder:text-ink-3 hover:border-ink data-[invalid]:border-live data-[disabled]:border-rule data-[disabled]:bg-sunk data-[disabled]:text-ink-3';
