import type { ContestResults, RaceResults } from './api';

/** Whether a race's results are official, since when, and what their last version changed. */
export function Standing({ results, contest }: { results: RaceResults; contest: string | undefined }) {
  const shown = results.contests.filter((one) => contest === undefined || one.contest === contest);
  return (
    <ul className="mt-6 flex flex-col gap-3">
      {shown.map((one) => (
        <li key={one.contest} className="rounded-control border border-rule bg-card px-4 py-3 text-sm">
          <p>
            <span className="label">{one.contest}</span>{' '}
            {one.version > 0 ? one.since : <span className="text-ink-2">Unofficial: not published yet.</span>}
          </p>
          {one.version > 1 && <Changes contest={one} />}
          <TakenBack contest={one} />
        </li>
      ))}
    </ul>
  );
}

function Changes({ contest }: { contest: ContestResults }) {
  const reason = contest.versions[0]?.reason;
  return (
    <details className="mt-1">
      <summary className="link inline-block min-h-6 cursor-pointer">
        {reason}. {contest.changed}
      </summary>
      <ul className="mt-2 flex flex-col gap-1">
        {contest.changes.map((change) => (
          <li key={change.bib}>
            <span className="font-semibold">
              {change.bib} {change.name}
            </span>
            : {change.text}
          </li>
        ))}
      </ul>
    </details>
  );
}

function TakenBack({ contest }: { contest: ContestResults }) {
  const reason = contest.version === 0 ? contest.versions[0]?.takenBackReason : undefined;
  return reason ? <p className="mt-1 text-ink-2">The results were taken back: {reason}</p> : null;
}
