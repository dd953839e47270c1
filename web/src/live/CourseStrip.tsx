import type { CoursePoint } from '@/core';

/** The race as its blue line: the points of the distance in their order, and how many runners were last seen at each. */
export function CourseStrip({ points, distance }: { points: readonly CoursePoint[]; distance: string }) {
  return (
    <div>
      <p className="mb-2 text-sm text-ink-2">Runners by the point they passed last</p>
      <Line points={points} label={`${distance}: where the runners are`} />
    </div>
  );
}

/** The strip's room before the field has come. */
export function CourseSkeleton() {
  return (
    <div aria-hidden="true">
      <p className="mb-2 text-sm">&nbsp;</p>
      <div className="h-[122px] rounded-control border border-rule bg-card" />
    </div>
  );
}

function Line({ points, label }: { points: readonly CoursePoint[]; label: string }) {
  const last = points.length - 1;
  const front = points.reduce((far, point, i) => (point.runners > 0 ? i : far), 0);
  return (
    <section
      className="overflow-x-auto overscroll-x-contain rounded-control border border-rule bg-card py-3"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
      tabIndex={0}
    >
      <div className="relative mx-8 h-24 sm:mx-12" style={{ minWidth: `${points.length * 4.25}rem` }}>
        <div
          className="absolute inset-x-0 top-12 h-[9px] bg-sunk shadow-[inset_0_0_0_1px_var(--color-control)]"
          aria-hidden="true"
        />
        <div
          className="absolute top-12 left-0 h-[9px] bg-line transition-[width] duration-[320ms]"
          style={{ width: `${(front / last) * 100}%` }}
          aria-hidden="true"
        />
        <ol>
          {points.map((point, i) => (
            <li
              key={point.label}
              className="absolute top-0 flex h-24 -translate-x-1/2 flex-col items-center justify-between"
              style={{ left: `${(i / last) * 100}%` }}
            >
              <span className={`numerals pt-1.5 text-2xl ${point.runners > 0 ? 'text-ink' : 'text-ink-3'}`}>
                {point.runners.toLocaleString('en-US')}
              </span>
              {i > 0 && i < last && (
                <span aria-hidden="true" className="absolute top-[45px] h-[15px] w-[4px] -skew-x-12 bg-card" />
              )}
              <span className="label text-sm whitespace-nowrap text-ink-2">{point.label}</span>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
