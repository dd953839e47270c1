/**
 * The painted blue line, which on the road marks a marathon's shortest way. One continuous accent: across a hero, down the
 * rail of a page's sections, and along a runner's progress with a gap at every split.
 */

/**
 * The line as it crosses a hero: from the right edge of the window in two waves, then down, leaving at the box's lower left
 * corner exactly where a rail of the same left edge goes on. Decorative.
 */
export function LineSweep({ className = '' }: { className?: string }) {
  return (
    <svg
      className={`pointer-events-none overflow-visible text-line ${className}`}
      viewBox="0 0 1000 300"
      preserveAspectRatio="none"
      fill="none"
      aria-hidden="true"
    >
      <path
        className="animate-draw"
        d="M1000 40C930 8 840 30 760 96C680 162 610 214 500 196C400 180 350 120 250 118C140 116 0 150 0 300"
        stroke="currentColor"
        strokeWidth="9"
        vectorEffect="non-scaling-stroke"
        pathLength="1"
        strokeDasharray="1"
      />
    </svg>
  );
}

/** A wave from edge to edge of its box, with ticks. Decorative. */
export function LineWave({ className = '', weight = 9 }: { className?: string; weight?: number }) {
  return (
    <svg
      className={`pointer-events-none overflow-visible text-line ${className}`}
      viewBox="0 0 1200 240"
      preserveAspectRatio="none"
      fill="none"
      aria-hidden="true"
    >
      <path
        className="animate-draw"
        d="M0 176C110 166 190 124 300 118C420 112 520 192 660 192C800 192 860 40 1100 34C1140 33 1170 36 1200 42"
        stroke="currentColor"
        strokeWidth={weight}
        vectorEffect="non-scaling-stroke"
        pathLength="1"
        strokeDasharray="1"
      />
    </svg>
  );
}

/** A split on {@link LineProgress}. */
export interface LineTick {
  /** Where it is, 0 to 1. */
  at: number;
  label: string;
  /** Whether it has been passed. */
  done: boolean;
}

/** Progress along the line, 0 to 1, with a gap at each split. `label` says it in words. */
export function LineProgress({
  value,
  ticks = [],
  label,
}: {
  value: number;
  ticks?: readonly LineTick[];
  label: string;
}) {
  const percent = Math.max(0, Math.min(1, value)) * 100;
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(percent)}
      className="relative h-2 w-full bg-sunk shadow-[inset_0_0_0_1px_var(--color-rule)] print:border"
    >
      <div
        className="absolute inset-y-0 left-0 bg-line transition-[width] duration-[320ms]"
        style={{ width: `${percent}%` }}
      />
      {ticks.map((tick) => (
        <span
          key={`${tick.at}-${tick.label}`}
          title={tick.label}
          className="absolute -inset-y-0.5 w-[3px] -translate-x-1/2 -skew-x-12 bg-card"
          style={{ left: `${tick.at * 100}%` }}
        />
      ))}
    </div>
  );
}
