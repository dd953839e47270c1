import type { ArrivedLine } from '@/core';
import { BibTag } from '@/racekit';

/** Who has just finished, the newest first. */
export function ArrivedList({ lines, empty }: { lines: readonly ArrivedLine[]; empty: string }) {
  if (lines.length === 0) return <p className="text-ink-2">{empty}</p>;
  return (
    <ol aria-label="Just finished" className="flex flex-col">
      {lines.map((line) => (
        <li
          key={line.bib}
          className="grid grid-cols-[3.75rem_minmax(0,1fr)_auto] items-start gap-x-4 border-b border-rule py-3"
        >
          <BibTag bib={line.bib} distance={line.distance} />
          <div className="min-w-0">
            <p className="label leading-tight break-words">
              {line.name}
              <span className="font-normal">{[line.age, line.town].filter(Boolean).map((fact) => `, ${fact}`)}</span>
            </p>
            <p className="text-sm text-ink-2">{line.distance}</p>
            <p className="text-sm">{line.place}</p>
          </div>
          <div className="tabular text-right">
            <p className="label text-lg leading-tight">{line.chip}</p>
            <p className="text-sm text-ink-2">{line.gun || line.tod}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}
