import type { ReactNode } from 'react';
import type { CourseElevation, CourseMark, CourseView } from '@/core';
import { type Column, Table } from '@/ui';

/**
 * A course as its plan, its profile and a table of its points. Not in the kit's index: it is loaded with the screens that draw a course.
 */
export function CourseDrawing({
  course,
  children,
  table,
}: {
  course: CourseView;
  /** More SVG over the plan, in its units. */
  children?: ReactNode;
  /** Something between the drawing and its table. */
  table?: ReactNode;
}) {
  const points = course.marks.filter(({ kind }) => kind !== 'km' && kind !== 'mile');
  return (
    <div className="flex flex-col gap-4">
      <p className="tabular text-ink-2">{course.summary}</p>
      <Plan course={course}>{children}</Plan>
      {course.profile && <Profile profile={course.profile} marks={course.marks} contest={course.contest} />}
      {table}
      <Table
        caption={`Points of the course of ${course.contest}`}
        columns={course.profile ? COLUMNS : COLUMNS.slice(0, 2)}
        rows={points}
        rowKey={(mark) => `${mark.share} ${mark.label}`}
      />
    </div>
  );
}

const COLUMNS: readonly Column<CourseMark>[] = [
  { key: 'point', head: 'Point', rowHead: true, cell: ({ label }) => label },
  { key: 'distance', head: 'Distance', align: 'right', cell: ({ distance }) => distance },
  { key: 'elevation', head: 'Elevation', align: 'right', cell: ({ elevation }) => elevation },
];

/** The corners of a line for SVG. */
const corners = (line: readonly (readonly number[])[]) => line.map(([x, y]) => `${x},${y}`).join(' ');

function Plan({ course, children }: { course: CourseView; children: ReactNode }) {
  const of = (kind: CourseMark['kind']) => course.marks.filter((mark) => mark.kind === kind);
  const points = [...of('split'), ...of('finish'), ...of('start')];
  // Start and finish are often almost one place: the label of the northern one is above it, that of the other below.
  const yOf = (kind: CourseMark['kind']) => points.find((mark) => mark.kind === kind)?.y ?? 0;
  const upper = yOf('start') < yOf('finish') ? 'start' : 'finish';
  return (
    <svg
      viewBox={`0 0 ${course.width} ${course.height}`}
      role="img"
      aria-label={`Map of the course of ${course.contest}, north at the top. The points are in the table below.`}
      className="mx-auto block max-h-[70vh] w-full rounded-control border border-rule bg-card"
    >
      <polyline
        points={corners(course.line)}
        className="fill-none stroke-line"
        strokeWidth={9}
        strokeLinejoin="round"
        strokeLinecap="round"
      />
      {of('km').map(({ x, y, label }) => (
        <circle key={label} cx={x} cy={y} r={4} className="fill-card" />
      ))}
      {of('mile').map(({ x, y, label }) => (
        <g key={label}>
          <circle cx={x} cy={y} r={6} strokeWidth={3} className="fill-card stroke-ink-2" />
          <Label x={x} y={y - 14} small>
            {label}
          </Label>
        </g>
      ))}
      {children}
      {points.map(({ kind, x, y, label, share }) => (
        <g key={`${kind} ${share}`}>
          <rect
            x={x - 9}
            y={y - 9}
            width={18}
            height={18}
            strokeWidth={4}
            className={kind === 'split' ? 'fill-card stroke-ink' : 'fill-ink stroke-card'}
          />
          <Label x={x} y={kind === upper ? y - 20 : y + 38}>
            {label}
          </Label>
        </g>
      ))}
    </svg>
  );
}

/** A text over the map, with an edge so that it can be read over a line. A phone has room for larger and fewer ones. */
function Label({ x, y, small = false, children }: { x: number; y: number; small?: boolean; children: ReactNode }) {
  return (
    <text
      x={x}
      y={y}
      textAnchor="middle"
      strokeWidth={6}
      paintOrder="stroke"
      className={`stroke-card font-semibold ${small ? 'fill-ink-2 text-[22px] max-sm:hidden' : 'fill-ink text-[28px] max-sm:text-[40px]'}`}
    >
      {children}
    </text>
  );
}

function Profile({
  profile,
  marks,
  contest,
}: {
  profile: CourseElevation;
  marks: readonly CourseMark[];
  contest: string;
}) {
  const { width, height, line } = profile;
  const floor = `${width},${height} 0,${height}`;
  return (
    <figure>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={`Elevation along the course of ${contest}: lowest ${profile.lowest}, highest ${profile.highest}.`}
        preserveAspectRatio="none"
        className="block h-24 w-full rounded-control border border-rule bg-card sm:h-32"
      >
        <polygon points={`${corners(line)} ${floor}`} className="fill-sunk" />
        {marks
          .filter(({ kind }) => kind === 'mile' || kind === 'split')
          .map(({ kind, share, label }) => (
            <line
              key={`${kind} ${label}`}
              x1={share * width}
              x2={share * width}
              y1={0}
              y2={height}
              vectorEffect="non-scaling-stroke"
              strokeWidth={kind === 'split' ? 2 : 1}
              className={kind === 'split' ? 'stroke-control' : 'stroke-rule'}
            />
          ))}
        <polyline
          points={corners(line)}
          vectorEffect="non-scaling-stroke"
          strokeWidth={2}
          className="fill-none stroke-line"
        />
      </svg>
      <figcaption className="tabular mt-1 flex flex-wrap justify-between gap-x-4 text-sm text-ink-2">
        <span>Elevation, from the start to the finish</span>
        <span>
          {profile.lowest} to {profile.highest}
        </span>
      </figcaption>
    </figure>
  );
}
