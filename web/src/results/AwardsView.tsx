import { useQuery } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import { Suspense } from 'react';
import { callFailure } from '@/api';
import { Button, CallNotice, EmptyState, Table } from '@/ui';
import { awardsQuery, type RaceAwards } from './api';
import { officialTime } from './columns';
import { AwardSetting } from './desk';
import { LinesSkeleton } from './LinesSkeleton';

type Contest = RaceAwards['contests'][number];
type List = Contest['awards']['overall'][number];

/** The awards of a race: the first three overall and of each age group. */
export function AwardsView({ race, isAdmin }: { race: string; isAdmin: boolean }) {
  const { data, error, isPending, refetch } = useQuery(awardsQuery(race));
  if (isPending) return <LinesSkeleton />;
  return (
    <section aria-label="Awards" className="mt-6 flex flex-col items-start gap-6">
      {error && <CallNotice {...callFailure(error)} onRetry={() => void refetch()} />}
      {data && (
        <>
          {isAdmin && (
            <Suspense>
              <AwardSetting race={data.race} rules={data.rules} />
            </Suspense>
          )}
          {data.contests.length > 0 ? (
            <>
              <Button onPress={() => window.print()} className="print:hidden">
                <Printer size={18} aria-hidden="true" />
                Print
              </Button>
              <Contests awards={data} />
            </>
          ) : (
            <EmptyState title="No awards yet">Awards are listed as soon as the results are published.</EmptyState>
          )}
        </>
      )}
    </section>
  );
}

function Contests({ awards }: { awards: RaceAwards }) {
  return (
    <div className="flex w-full flex-col gap-8">
      <p className="text-sm text-ink-2">{awards.rule}</p>
      {awards.contests.map((contest) => (
        <section key={contest.contest} className="flex flex-col gap-4">
          <h2 className="display text-2xl">{contest.contest}</h2>
          <p className="text-sm text-ink-2">{contest.rule}</p>
          <Lists label="Overall" lists={contest.awards.overall} />
          <Lists label="Age groups" lists={contest.awards.groups} />
        </section>
      ))}
    </div>
  );
}

function Lists({ label, lists }: { label: string; lists: readonly List[] }) {
  if (lists.length === 0) return null;
  return (
    <section className="flex flex-col gap-3">
      <h3 className="label">{label}</h3>
      <div className="grid gap-4 md:grid-cols-2 desk:grid-cols-3">
        {lists.map((list) => (
          <div key={list.title} className="flex min-w-0 flex-col gap-2 break-inside-avoid">
            <h4 className="font-semibold">{list.title}</h4>
            <Table
              caption={list.title}
              rows={list.places}
              rowKey={({ line }) => line.bib}
              columns={[
                { key: 'place', head: 'Place', align: 'right', cell: ({ place }) => place },
                {
                  key: 'name',
                  head: 'Name',
                  rowHead: true,
                  cell: ({ line }) => (
                    <>
                      <span className="[overflow-wrap:anywhere]">
                        {line.firstname} {line.lastname}
                      </span>
                      <span className="block text-sm font-normal text-ink-2">Bib {line.bib}</span>
                    </>
                  ),
                },
                { key: 'time', head: 'Time', align: 'right', cell: ({ line }) => officialTime(line) },
              ]}
            />
          </div>
        ))}
      </div>
    </section>
  );
}
