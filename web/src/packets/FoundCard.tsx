import type { FoundLine } from '@/core';
import { BibTag } from '@/racekit';

/** The facts of a runner who was found, in the order in which they are needed in the morning. */
const FACTS: readonly [keyof FoundLine, string][] = [
  ['packet', 'Packet'],
  ['start', 'Start'],
  ['wave', 'Wave'],
  ['pen', 'Pen'],
  ['status', 'Status'],
];

/** A runner who was found. */
export function FoundCard({ line }: { line: FoundLine }) {
  return (
    <article
      aria-label={`Bib ${line.bib}`}
      className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-x-4 gap-y-3 rounded-bib border border-rule bg-card p-4 sm:p-6"
    >
      <BibTag bib={line.bib} distance={line.distance} large />
      <div className="min-w-0">
        <h2 className="display text-xl break-words">{line.name}</h2>
        <p className="text-ink-2">{line.distance}</p>
      </div>
      <dl className="col-span-full grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-3">
        {FACTS.filter(([field]) => line[field]).map(([field, label]) => (
          <div key={field} className="min-w-0">
            <dt className="text-sm text-ink-2">{label}</dt>
            <dd className="label tabular text-lg break-words">{line[field]}</dd>
          </div>
        ))}
      </dl>
    </article>
  );
}
