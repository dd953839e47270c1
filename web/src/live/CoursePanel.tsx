import { useEffect, useState } from 'react';
import type { AsyncBoard, CourseView, Positions } from '@/core';
import { CourseDrawing } from '@/racekit/course/CourseDrawing';
import type { RowQuery } from './useRows';

/** What the map shows of the field. */
export interface MappedField {
  board: AsyncBoard | undefined;
  /** The field's version: other positions are asked for when it changes. */
  version: string | undefined;
  /** When the field was last known to be up to date, in epoch milliseconds; 0 for never. */
  checkedAt: number;
  /** The page's filters: the map shows all runners of the distance, and of those that the search finds the first by name. */
  query: Omit<RowQuery, 'list'>;
}

/** The course with the runners' estimated positions, which are computed anew with every update of the field. */
export default function CoursePanel({ course, field }: { course: CourseView; field: MappedField }) {
  const positions = usePositions(course, field);
  const { runner } = positions ?? {};
  return (
    <div className="mx-auto flex max-w-4xl flex-col gap-4 p-4 sm:p-6">
      <h2 className="display text-xl">{course.contest}</h2>
      <div className="min-h-[3lh] text-sm">
        <p className="tabular font-semibold">{positions?.text}</p>
        <p className="text-ink-2">
          {positions &&
            positions.sections.length > 0 &&
            'From each runner’s last mat and pace. A runner may be elsewhere, or have stopped. A larger dot is more runners.'}
        </p>
        {positions?.rest && <p className="text-ink-2">{positions.rest}</p>}
        {runner && (
          <p className="tabular mt-1">
            <strong>{runner.name}</strong>: {runner.text}
          </p>
        )}
      </div>
      <CourseDrawing course={course}>
        <g className="fill-live stroke-card" strokeWidth={2} fillOpacity={0.85}>
          {positions?.sections.map(({ x, y, radius }) => (
            <circle key={`${x} ${y}`} cx={x} cy={y} r={radius} />
          ))}
        </g>
        {runner && <Runner name={runner.name} x={runner.x} y={runner.y} width={course.width} />}
      </CourseDrawing>
    </div>
  );
}

/** The marker of one runner, with the name on the side that has room for it. */
function Runner({ name, x, y, width }: { name: string; x: number; y: number; width: number }) {
  const isLeft = x > width / 2;
  return (
    <g>
      <circle cx={x} cy={y} r={18} strokeWidth={5} className="fill-road stroke-ink" />
      <text
        x={isLeft ? x - 28 : x + 28}
        y={y + 10}
        textAnchor={isLeft ? 'end' : 'start'}
        strokeWidth={8}
        paintOrder="stroke"
        className="fill-ink stroke-card text-[32px] font-bold max-sm:text-[44px]"
      >
        {name}
      </text>
    </g>
  );
}

function usePositions(course: CourseView, { board, version, checkedAt, query }: MappedField) {
  const [positions, setPositions] = useState<Positions>();
  useEffect(() => {
    if (!board || version === undefined || checkedAt === 0) return;
    let cancelled = false;
    const ask = async () => {
      const isSearched = query.search.trim() !== '';
      const found = isSearched ? await board.query({ ...query, list: 'active', from: 0, count: 1 }) : undefined;
      const bib = found?.rows[0]?.bib ?? '';
      return board.positions({ distance: query.distance, now: checkedAt, bib, line: course.line });
    };
    ask().then(
      (found) => !cancelled && setPositions(found),
      // The board was closed while it was queried; the next board starts this effect again.
      () => undefined,
    );
    return () => {
      cancelled = true;
    };
  }, [course, board, version, checkedAt, query]);
  return positions;
}
