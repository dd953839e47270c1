import type { DistanceStart } from '@/core';
import { distanceTone, toneFill } from './distance';

/** A race's distances, each with its colour, its name and its start time. */
export function Distances({ rows, className = '' }: { rows: readonly DistanceStart[]; className?: string }) {
  return (
    <ul className={`flex flex-wrap gap-2 ${className}`}>
      {rows.map((row, at) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: two starts may be equal.
          key={at}
          className="flex items-stretch overflow-hidden rounded-chip border border-control bg-card text-sm"
        >
          <span className={`label grid min-h-8 place-items-center px-2 ${toneFill[distanceTone(row.distance ?? '')]}`}>
            {row.distance}
          </span>
          <span className="tabular grid place-items-center px-2 text-base">{row.startTime}</span>
        </li>
      ))}
    </ul>
  );
}
