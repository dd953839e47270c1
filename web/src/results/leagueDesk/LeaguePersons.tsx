import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { callFailure } from '@/api';
import { Button, CallNotice, EmptyState, Table, toast } from '@/ui';
import { LinesSkeleton } from '../LinesSkeleton';
import type { LeagueLine } from '../league/api';
import { decide, decisionsQuery, suggestionsQuery, undoDecision } from './api';
import { LeagueJoin } from './LeagueJoin';

/** Which results are of one person: suggestions, joining by hand, and what was decided. */
export function LeaguePersons({ year }: { year: number }) {
  return (
    <div className="flex flex-col gap-12">
      <p className="max-w-[68ch] text-ink-2">
        Results of the same name and the same date of birth are one person’s. Without a date of birth somebody has to
        decide.
      </p>
      <Suggestions year={year} />
      <section aria-labelledby="league-join">
        <h2 id="league-join" className="display mb-3 text-xl">
          Join two runners
        </h2>
        <LeagueJoin year={year} />
      </section>
      <Decisions />
    </div>
  );
}

/** A change of who is one person; the standings follow it. */
export function useDecision<Input>(change: (input: Input) => Promise<unknown>, words: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    networkMode: 'always',
    onSuccess: () => {
      toast.success(words);
    },
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: ['own', 'league'] }),
        queries.invalidateQueries({ queryKey: ['league'] }),
      ]),
  });
}

function Suggestions({ year }: { year: number }) {
  const { data, error, refetch } = useQuery(suggestionsQuery(year));
  const joining = useDecision(decide, 'The two are one runner now.');
  return (
    <section aria-labelledby="league-suggested">
      <h2 id="league-suggested" className="display mb-3 text-xl">
        May be one person
      </h2>
      {error && <CallNotice {...callFailure(error)} onRetry={() => void refetch()} />}
      {joining.error && <CallNotice {...callFailure(joining.error)} />}
      {!data && !error && <LinesSkeleton />}
      {data && (
        <Table
          caption="Runners who may be one person"
          rows={data.pairs}
          rowKey={({ a, b }) => `${a.publicID} ${b.publicID}`}
          empty={
            <EmptyState title="Nobody">No two runners of {year} have the same name without a date of birth.</EmptyState>
          }
          columns={[
            { key: 'a', head: 'Runner', rowHead: true, cell: ({ a }) => <Person line={a} year={year} /> },
            { key: 'b', head: 'And', cell: ({ b }) => <Person line={b} year={year} /> },
            {
              key: 'join',
              head: <span className="sr-only">Actions</span>,
              align: 'right',
              cell: ({ a, b }) => (
                <Button
                  size="sm"
                  isDisabled={joining.isPending}
                  aria-label={`Join ${nameOf(a)}`}
                  onPress={() => joining.mutate({ a: a.publicID, b: b.publicID })}
                >
                  Join
                </Button>
              ),
            },
          ]}
        />
      )}
    </section>
  );
}

export const nameOf = ({ firstname, lastname }: LeagueLine) => `${firstname} ${lastname}`.trim();

/** A runner with what tells one from another of the same name. */
export function Person({ line, year }: { line: LeagueLine; year: number }) {
  return (
    <span className="block wrap-anywhere">
      <Link to="/raceleague" search={{ year: String(year), runner: line.publicID } as never} className="link">
        {nameOf(line)}
      </Link>
      <span className="block text-sm font-normal text-ink-2">
        {[line.ageGroup, `${line.points} points`, `${line.races} ${line.races === 1 ? 'race' : 'races'}`]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </span>
  );
}

function Decisions() {
  const { data, error, refetch } = useQuery(decisionsQuery);
  const undoing = useDecision(undoDecision, 'The decision is taken back.');
  if (error) return <CallNotice {...callFailure(error)} onRetry={() => void refetch()} />;
  if (!data || data.decisions.length === 0) return null;
  return (
    <section aria-labelledby="league-decisions">
      <h2 id="league-decisions" className="display mb-3 text-xl">
        Decided so far
      </h2>
      {undoing.error && <CallNotice {...callFailure(undoing.error)} />}
      <Table
        caption="Decisions about persons"
        rows={data.decisions}
        rowKey={({ id }) => String(id)}
        columns={[
          {
            key: 'what',
            head: 'Decision',
            rowHead: true,
            cell: ({ kind, a, b, undone }) => (
              <span className={`wrap-anywhere ${undone ? 'text-ink-3 line-through' : ''}`}>
                {kind === 'join' ? `${a} and ${b} are one runner` : `A result of ${a} is another runner’s`}
              </span>
            ),
          },
          {
            key: 'when',
            head: 'When',
            wide: true,
            cell: ({ decidedAt, by }) =>
              [new Date(decidedAt).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' }), by]
                .filter(Boolean)
                .join(', '),
          },
          {
            key: 'undo',
            head: <span className="sr-only">Actions</span>,
            align: 'right',
            cell: ({ id, undone, a }) =>
              undone ? (
                'Taken back'
              ) : (
                <Button
                  size="sm"
                  tone="quiet"
                  isDisabled={undoing.isPending}
                  aria-label={`Take back: ${a}`}
                  onPress={() => undoing.mutate(id)}
                >
                  Take back
                </Button>
              ),
          },
        ]}
      />
    </section>
  );
}
