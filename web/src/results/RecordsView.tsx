import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Printer } from 'lucide-react';
import { callFailure } from '@/api';
import { Button, CallNotice, type Column, EmptyState, Table } from '@/ui';
import { type Records, recordsQuery } from './api';
import { officialTime } from './columns';
import { LinesSkeleton } from './LinesSkeleton';
import { GENDERS } from './ResultsFilters';
import type { ResultsSearch } from './search';

type Best = Records['distances'][number]['records'][number];
/** One who has a best time; several lines share one. */
type Holder = Pick<Best, 'gender' | 'ageGroup'> & { line: Best['lines'][number] };

/** The best times of each distance; with a race its course records. */
export function RecordsView({ search }: { search: ResultsSearch }) {
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery(recordsQuery(search));
  if (isPending) return <LinesSkeleton />;
  const title = search.race ? `Course records: ${data?.race ?? search.race}` : 'Best times';
  return (
    <section aria-label={title} className="mt-6 flex flex-col items-start gap-6" aria-busy={isPlaceholderData}>
      {error && <CallNotice {...callFailure(error)} onRetry={() => void refetch()} />}
      {data && data.distances.length === 0 && (
        <EmptyState title="No best times yet">Published results are needed for these filters.</EmptyState>
      )}
      {data && data.distances.length > 0 && (
        <>
          <Button onPress={() => window.print()} className="print:hidden">
            <Printer size={18} aria-hidden="true" />
            Print
          </Button>
          <Distances records={data} />
        </>
      )}
    </section>
  );
}

function Distances({ records }: { records: Records }) {
  return (
    <div className="flex w-full flex-col gap-8">
      <p className="text-sm text-ink-2">{records.of}</p>
      {records.distances.map(({ distance, records }) => (
        <section key={distance} className="flex flex-col gap-3">
          <h2 className="display text-2xl">{distance}</h2>
          <Table
            caption={distance}
            columns={columns}
            rows={records.flatMap(({ lines, ...best }) => lines.map((line): Holder => ({ ...best, line })))}
            rowKey={({ gender, ageGroup, line }) => [gender, ageGroup, line.raceID, line.contest, line.bib].join(' ')}
          />
        </section>
      ))}
    </div>
  );
}

const columns: Column<Holder>[] = [
  {
    key: 'list',
    head: 'Of',
    cell: ({ gender, ageGroup }) =>
      [GENDERS.find(({ id }) => id === gender)?.label, ageGroup].filter(Boolean).join(' '),
  },
  {
    key: 'time',
    head: 'Time',
    align: 'right',
    cell: ({ line }) => <strong className="numerals text-lg">{officialTime(line)}</strong>,
  },
  {
    key: 'name',
    head: 'Name',
    rowHead: true,
    cell: ({ line }) => (
      <>
        <span className="[overflow-wrap:anywhere]">
          {line.firstname} {line.lastname}
        </span>
        <span className="block text-sm font-normal text-ink-2 desk:hidden">
          {line.race}, {line.date}
        </span>
      </>
    ),
  },
  {
    key: 'race',
    head: 'Race',
    wide: true,
    cell: ({ line }) => (
      <Link to="/results" search={{ race: line.race, contest: line.contest }} className="link">
        {line.race}
      </Link>
    ),
  },
  { key: 'date', head: 'Date', wide: true, cell: ({ line }) => line.date },
  { key: 'pace', head: 'Pace /mi', align: 'right', wide: true, cell: ({ line }) => line.pace },
];
