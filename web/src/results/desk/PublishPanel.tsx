import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useId, useState } from 'react';
import { callFailure } from '@/api';
import { Button, buttonStyle, CallNotice, TextField, toast } from '@/ui';
import { openQuery, publish, type RaceResults, unpublish } from './api';

/** What an administrator does with the results of a race: publish each contest, publish its corrections, take it back. */
export function PublishPanel({ results }: { results: RaceResults }) {
  const { data: open, error, isError, refetch } = useQuery(openQuery(results.race));
  if (isError) {
    return (
      <div className="mt-6 flex flex-col items-start gap-3 print:hidden">
        <CallNotice {...callFailure(error)} />
        <Button onPress={() => void refetch()}>Try Again</Button>
      </div>
    );
  }
  return (
    <section aria-label="Publish" className="mt-6 flex flex-col gap-4 print:hidden">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="display text-xl">Publish</h2>
        <Link to="/photos/$RaceName" params={{ RaceName: results.race }} className={buttonStyle()}>
          Photos of the race
        </Link>
      </div>
      {results.contests.map((contest) => {
        const of = open?.find((one) => one.contest === contest.contest);
        return <PublishContest key={contest.contest} {...{ race: results.race, contest }} open={of} />;
      })}
    </section>
  );
}

function PublishContest({
  race,
  contest,
  open,
}: {
  race: string;
  contest: RaceResults['contests'][number];
  open: { lines: number; open: { key: string; text: string }[] } | undefined;
}) {
  const [reason, setReason] = useState('');
  const [asks, setAsks] = useState(false);
  const queries = useQueryClient();
  const title = useId();
  const stored = (words: string) => {
    setReason('');
    setAsks(false);
    toast.success(words);
    for (const key of ['leaderboard', 'leaderboardChoices', 'results', 'awards', 'records', 'own']) {
      void queries.invalidateQueries({ queryKey: [key] });
    }
  };
  const publishing = useMutation({
    mutationFn: () =>
      publish(race, {
        contest: contest.contest,
        ...(reason ? { reason } : {}),
        ...(asks ? { despiteOpen: true } : {}),
      }),
    networkMode: 'always',
    onSuccess: ({ version }) => stored(`${contest.contest}: version ${version} is published.`),
  });
  const ending = useMutation({
    mutationFn: () => unpublish(race, { contest: contest.contest, reason }),
    networkMode: 'always',
    onSuccess: () => stored(`${contest.contest}: the results are unofficial again.`),
  });
  const points = open?.open ?? [];
  const isFurther = contest.versions.length > 0;
  const failed = publishing.error ?? ending.error;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (points.length > 0 && !asks) setAsks(true);
    else publishing.mutate();
  };
  return (
    <form
      onSubmit={submit}
      aria-labelledby={title}
      className="flex flex-col gap-3 rounded-control border border-rule bg-card p-4"
    >
      <h3 id={title} className="label">
        {contest.contest}
      </h3>
      <p className="text-sm text-ink-2">
        {contest.version > 0 ? `Version ${contest.version} is published.` : 'Not published.'}
        {open &&
          (open.lines > 0
            ? ` ${open.lines.toLocaleString('en-US')} lines now.`
            : ' Nobody is timed here: another version comes from a file.')}
      </p>
      {points.length > 0 && (
        <div className="text-sm">
          <p className="font-semibold">Still open:</p>
          <ul className="list-disc pl-5">
            {points.map((point) => (
              <li key={point.key}>{point.text}</li>
            ))}
          </ul>
        </div>
      )}
      {(isFurther || contest.version > 0) && (
        <TextField
          label="Why the results change"
          hint="Everybody can read it."
          value={reason}
          onChange={setReason}
          maxLength={300}
        />
      )}
      {failed && <CallNotice {...callFailure(failed)} />}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" tone="ink" isDisabled={publishing.isPending || !open || open.lines === 0}>
          {label(points.length > 0 && asks, contest.version > 0)}
        </Button>
        {asks && <Button onPress={() => setAsks(false)}>Not yet</Button>}
        {contest.version > 0 && (
          <Button isDisabled={ending.isPending} onPress={() => ending.mutate()}>
            Take the results back
          </Button>
        )}
      </div>
    </form>
  );
}

function label(asks: boolean, isPublished: boolean): string {
  if (asks) return 'Publish all the same';
  return isPublished ? 'Publish the next version' : 'Publish';
}
