import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Printer } from 'lucide-react';
import type { ReactNode } from 'react';
import { callFailure, isMissing } from '@/api';
import { Button, buttonStyle, CallNotice, type Column, EmptyState, Table } from '@/ui';
import { officialTime, place } from '../columns';
import { LinesSkeleton } from '../LinesSkeleton';
import { type LeagueRunner, leagueRunnerQuery } from './api';
import type { LeagueSearch } from './search';

type Split = (publicID: string, race: string) => ReactNode;
type Result = LeagueRunner['results'][number];

/** What the points of a runner are made of. */
export function LeagueRunnerView({
  year,
  publicID,
  search,
  split,
}: {
  year: number;
  publicID: string;
  search: LeagueSearch;
  /** The button that takes a result of a race out of the runner; for an administrator. */
  split: Split | undefined;
}) {
  const { data, error, refetch } = useQuery(leagueRunnerQuery(year, publicID));
  const { runner: _, ...list } = search;
  const back = (
    <Link to="/raceleague" search={list} className="link inline-flex min-h-11 items-center print:hidden">
      Back to the standings
    </Link>
  );
  if (data) return <Breakdown runner={data} split={split} back={back} />;
  if (isMissing(error)) {
    return (
      <EmptyState
        title="Runner not found"
        actions={
          <Link to="/raceleague" search={list} className={buttonStyle({ tone: 'ink' })}>
            Standings
          </Link>
        }
      >
        {callFailure(error).words}
      </EmptyState>
    );
  }
  return (
    <>
      {back}
      {error ? <CallNotice {...callFailure(error)} onRetry={() => void refetch()} /> : <LinesSkeleton />}
    </>
  );
}

function Breakdown({ runner, split, back }: { runner: LeagueRunner; split: Split | undefined; back: ReactNode }) {
  const { line, achievements, results, year } = runner;
  const name = `${line.firstname} ${line.lastname}`.trim();
  const { fiveK, tenK, half } = achievements.raceCounts;
  const facts: [string, string | number][] = [
    ['Points', line.points.toLocaleString('en-US')],
    ['Place', orNone(line.place)],
    ['Gender place', orNone(line.genderPlace)],
    [line.ageGroup ? `Place ${line.ageGroup}` : 'Group place', orNone(line.ageGroupPlace)],
    ['5K', fiveK],
    ['10K', tenK],
    ['Half', half],
  ];
  return (
    <section aria-label={name}>
      {back}
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div className="min-w-0">
          <h2 className="display text-2xl wrap-anywhere">{name}</h2>
          <p className="text-ink-2">Race league {year}</p>
        </div>
        <Button onPress={() => window.print()} className="print:hidden">
          <Printer size={18} aria-hidden="true" />
          Print
        </Button>
      </div>
      {achievements.titles.length > 0 && (
        <ul aria-label="Titles" className="mt-3 flex flex-wrap gap-2">
          {achievements.titles.map((title) => (
            <li key={title} className="label rounded-chip border border-line px-3 py-1 text-sm">
              {title}
            </li>
          ))}
        </ul>
      )}
      <dl className="mt-4 grid grid-cols-[repeat(auto-fill,minmax(7rem,1fr))] gap-4">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt className="text-sm text-ink-2">{label}</dt>
            <dd className="numerals text-xl">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-6">
        <Table
          caption="Races of this runner"
          columns={columnsOf(results.length > 1 ? split : undefined)}
          rows={results}
          rowKey={({ result }) => `${result.raceID} ${result.contest} ${result.bib}`}
        />
      </div>
    </section>
  );
}

const orNone = (rank: number) => place(rank) || '–';

function columnsOf(split: Split | undefined): Column<Result>[] {
  const columns: Column<Result>[] = [
    {
      key: 'race',
      head: 'Race',
      rowHead: true,
      cell: ({ result, why }) => (
        <span className="block wrap-anywhere">
          {result.publicID ? (
            <Link
              to="/media/$raceID/$publicID"
              params={{ raceID: result.raceID, publicID: result.publicID }}
              className="link inline-block min-h-6"
            >
              {result.race}
            </Link>
          ) : (
            result.race
          )}
          <span className="block text-sm font-normal text-ink-2">
            {result.date}, {result.contest}
          </span>
          <span className="block text-sm font-normal desk:hidden">{why}</span>
        </span>
      ),
    },
    {
      key: 'time',
      head: 'Time',
      align: 'right',
      wide: true,
      cell: ({ result }) => (result.status === 'finished' ? officialTime(result) : result.status),
    },
    { key: 'place', head: 'Place', align: 'right', cell: (one) => orNone(one.place) },
    {
      key: 'points',
      head: 'Points',
      align: 'right',
      cell: (one) => (
        <span className={`numerals text-lg ${one.used === 'counts' ? '' : 'text-ink-3 line-through'}`}>
          {one.points}
        </span>
      ),
    },
    { key: 'why', head: 'Counts', wide: true, cell: ({ why }) => why },
  ];
  if (split) {
    columns.push({
      key: 'split',
      head: <span className="sr-only">Actions</span>,
      align: 'right',
      cell: ({ result }) => split(result.publicID, result.race),
    });
  }
  return columns;
}
