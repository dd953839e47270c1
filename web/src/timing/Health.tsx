/** A line of how a timer's connection goes. */
export interface HealthLine {
  label: string;
  value: string;
  /** Whether somebody should look at it. */
  attention?: boolean;
}

/** How a timer's connection goes, as a list of short lines. */
export function Health({ lines }: { lines: readonly HealthLine[] }) {
  return (
    <dl className="grid gap-x-6 gap-y-1 text-sm sm:grid-cols-2">
      {lines.map(({ label, value, attention }) => (
        <div key={label} className="flex gap-2">
          <dt className="shrink-0 text-ink-2">{label}</dt>
          <dd className={`tabular min-w-0 break-words ${attention ? 'label text-live' : ''}`}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The first refused or doubtful lines, each with its reason. */
export function RefusedLines({ title, lines }: { title: string; lines: readonly { line: number; reason: string }[] }) {
  if (lines.length === 0) return null;
  return (
    <details className="text-sm">
      <summary className="flex min-h-11 cursor-pointer items-center text-live">
        {title}: {lines.length}
      </summary>
      <ul className="list-disc pl-5 text-ink-2">
        {lines.map(({ line, reason }) => (
          <li key={`${line} ${reason}`} className="break-words">
            {line}: {reason}
          </li>
        ))}
      </ul>
    </details>
  );
}
