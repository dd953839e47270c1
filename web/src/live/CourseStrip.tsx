import type { CSSProperties } from 'react';
import { type CoursePoint, core } from '@/core';

/** The course as a blue line: the distance's timing points in order, and for each how many runners passed it last. */
export function CourseStrip({ points, distance }: { points: readonly CoursePoint[]; distance: string }) {
  return (
    <div>
      <p className="mb-2 text-sm text-ink-2">Runners by the point they passed last</p>
      <Line points={points} label={`${distance}: where the runners are`} />
    </div>
  );
}

/** A placeholder of the strip's size until the field is loaded. */
export function CourseSkeleton() {
  return (
    <div aria-hidden="true">
      <p className="mb-2 text-sm">&nbsp;</p>
      <div className="h-[122px] rounded-control border border-rule bg-card" />
    </div>
  );
}

/** The most points per row on a phone, a tablet and a desktop: a number of four digits and a long word (Turnaround) must fit. */
const MOST_PER_ROW = [4, 8, 14] as const;

/** The line with its points. It continues in the next row where one row is too narrow, so that every point is visible. */
function Line({ points, label }: { points: readonly CoursePoint[]; label: string }) {
  const last = points.length - 1;
  const leader = points.reduce((far, point, i) => (point.runners > 0 ? i : far), 0);
  const [phone, tablet, desk] = MOST_PER_ROW.map((most) => Math.ceil(points.length / Math.ceil(points.length / most)));
  return (
    <section className="rounded-control border border-rule bg-card px-2 py-3 sm:px-4" aria-label={label}>
      <ol
        style={{ '--phone': phone, '--tablet': tablet, '--desk': desk } as CSSProperties}
        className="grid grid-cols-[repeat(var(--phone),minmax(0,1fr))] gap-y-4 sm:grid-cols-[repeat(var(--tablet),minmax(0,1fr))] desk:grid-cols-[repeat(var(--desk),minmax(0,1fr))]"
      >
        {points.map((point, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two points may have the same name; their order is fixed by the course.
          <li key={i} className="flex min-w-0 flex-col items-center">
            <span className={`numerals pt-1.5 pb-3 text-2xl ${point.runners > 0 ? 'text-ink' : 'text-ink-3'}`}>
              {core().countText(point.runners)}
            </span>
            <span aria-hidden="true" className="relative flex h-[9px] w-full">
              <HalfLine exists={i > 0} run={i <= leader} />
              <HalfLine exists={i < last} run={i < leader} />
              {i > 0 && i < last && (
                <span className="absolute -top-[3px] left-1/2 h-[15px] w-[4px] -translate-x-1/2 -skew-x-12 bg-card" />
              )}
            </span>
            <span className="label w-full px-0.5 pt-2 text-center text-sm leading-tight break-words text-ink-2">
              {point.label}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The half of the line before or after a point: blue up to the leading runner (`run`), empty before the start and after the finish. */
function HalfLine({ exists, run }: { exists: boolean; run: boolean }) {
  if (!exists) return <span className="flex-1" />;
  return <span className={`flex-1 ${run ? 'bg-line' : 'border-y border-control bg-sunk'}`} />;
}
