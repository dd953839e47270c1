/**
 * The blue line, named after the painted line that marks the shortest course of a marathon. It is used across a page's header, along the
 * sections of a page, and as a runner's progress with a gap at every split.
 */

/** A path that is stretched to its container, with gaps. `path` and `gaps` are in the coordinates of `box` (width, height). */
function PaintedLine({
  box,
  path,
  weight,
  gaps,
  className,
}: {
  box: readonly [number, number];
  path: string;
  weight: number;
  gaps: readonly (readonly [number, number])[];
  className: string;
}) {
  return (
    <div className={`pointer-events-none text-line ${className}`} aria-hidden="true">
      <svg
        className="block size-full overflow-visible"
        viewBox={`0 0 ${box[0]} ${box[1]}`}
        preserveAspectRatio="none"
        fill="none"
        aria-hidden="true"
      >
        <path d={path} stroke="currentColor" strokeWidth={weight} vectorEffect="non-scaling-stroke" />
      </svg>
      {gaps.map(([x, y]) => (
        <span
          key={`${x} ${y}`}
          className="absolute w-[3px] -translate-1/2 -rotate-[18deg] bg-page"
          style={{ left: `${(x / box[0]) * 100}%`, top: `${(y / box[1]) * 100}%`, height: weight * 2.4 }}
        />
      ))}
    </div>
  );
}

/**
 * The line across a page's header: from the right edge of the window below the text, up behind the bib, then down to the lower left corner,
 * where a rail at the same left edge continues it. Its right half stays in the lower third, which the header keeps free of text.
 */
export function LineSweep({ className = '' }: { className?: string }) {
  return (
    <PaintedLine
      className={`animate-draw-left ${className}`}
      box={[1000, 300]}
      path="M1000 236C940 214 860 214 790 240C720 266 610 282 500 250C410 224 350 120 250 118C140 116 0 130 0 250V300"
      weight={9}
      gaps={[
        [790, 240],
        [500, 250],
      ]}
    />
  );
}

/** A wave across its container, with gaps. Decorative. */
export function LineWave({ className = '', weight = 9 }: { className?: string; weight?: number }) {
  return (
    <PaintedLine
      className={`animate-draw-right ${className}`}
      box={[1200, 240]}
      path="M0 176C110 166 190 124 300 118C420 112 520 192 660 192C800 192 860 40 1100 34C1140 33 1170 36 1200 42"
      weight={weight}
      gaps={[
        [378, 124],
        [780, 158],
      ]}
    />
  );
}

/** A split on {@link LineProgress}. */
export interface LineTick {
  /** Its position, 0 to 1. */
  at: number;
  label: string;
  /** Whether it has been passed. */
  done: boolean;
}

/** A progress bar in the form of the line, 0 to 1, with a gap at each split. `label` describes the progress for screen readers. */
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
