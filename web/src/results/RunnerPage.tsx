import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Printer } from 'lucide-react';
import type { ReactNode } from 'react';
import { callFailure, isMissing } from '@/api';
import { BibTag } from '@/racekit';
import {
  Button,
  buttonStyle,
  CallNotice,
  DelayedSkeleton,
  EmptyState,
  Frame,
  NO_PAGE_NAME,
  ShareButton,
  Skeleton,
  usePageName,
} from '@/ui';
import { type RunnerResult, runnerQuery } from './api';
import { CertificateLinks } from './CertificateLinks';
import { Compare } from './Compare';
import { PaceChart } from './PaceChart';
import { RunnerPoints } from './RunnerPoints';
import type { RunnerSearch } from './search';

/** A runner's published result: the splits, the pace against the field, the comparison with others, the certificate. */
export function RunnerPage({ photos }: { photos?: (runner: { raceID: string; publicID: string }) => ReactNode }) {
  const { raceID, publicID } = useParams({ strict: false }) as { raceID: string; publicID: string };
  const search = useSearch({ strict: false }) as RunnerSearch;
  const { data, error, refetch, isPlaceholderData } = useQuery(runnerQuery(raceID, publicID, search.with));
  usePageName(data ? fullName(data) : isMissing(error) ? NO_PAGE_NAME : '');
  if (data)
    return <Shown data={data} busy={isPlaceholderData} search={search} photos={photos?.({ raceID, publicID })} />;
  if (isMissing(error)) {
    return (
      <div className="column py-12">
        <h1 className="sr-only">Result not found</h1>
        <EmptyState
          title="Result not found"
          actions={
            <Link to="/results" className={buttonStyle({ tone: 'ink' })}>
              All results
            </Link>
          }
        >
          {callFailure(error).words}
        </EmptyState>
      </div>
    );
  }
  if (error) {
    return (
      <div className="column flex flex-col items-start gap-4 py-12">
        <CallNotice {...callFailure(error)} />
        <Button onPress={() => void refetch()}>Try Again</Button>
      </div>
    );
  }
  return (
    <div className="column py-12">
      <DelayedSkeleton label="Loading the result">
        <Skeleton className="h-12 w-2/3" />
        <Skeleton className="mt-8 h-28 w-full" />
        <Skeleton className="mt-8 h-80 w-full" />
      </DelayedSkeleton>
    </div>
  );
}

const fullName = ({ result }: RunnerResult) => `${result.firstname} ${result.lastname}`.trim();

function Shown({
  data,
  busy,
  search,
  photos,
}: {
  data: RunnerResult;
  busy: boolean;
  search: RunnerSearch;
  photos: ReactNode;
}) {
  const navigate = useNavigate();
  const { result } = data;
  const compare = (ids: string[]) =>
    void navigate({
      to: '/media/$raceID/$publicID',
      params: { raceID: result.raceID, publicID: result.publicID },
      search: ids.length > 0 ? { with: ids.join(',') } : {},
      replace: true,
      resetScroll: false,
    });
  return (
    <div className="column pt-8 pb-16 desk:pt-12">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div>
          <Link
            to="/results"
            search={{ race: result.race, contest: result.contest }}
            className="link inline-flex min-h-11 items-center print:hidden"
          >
            All results of {result.race}
          </Link>
          <h1 className="display text-3xl wrap-anywhere desk:text-4xl">{fullName(data)}</h1>
          <p className="mt-2 text-ink-2">{[result.race, result.contest, result.date].join(' · ')}</p>
        </div>
        <div className="flex gap-2 print:hidden">
          <Button onPress={() => window.print()}>
            <Printer size={18} aria-hidden="true" />
            Print
          </Button>
          <ShareButton title={`${fullName(data)} · ${result.race}`} />
        </div>
      </div>
      <Headline data={data} />
      {result.note && <p className="mt-4 border-l-4 border-line pl-3">{result.note}</p>}
      <p className="mt-4 text-sm text-ink-2">
        {data.since} {data.rule}
      </p>
      <section className="mt-10" aria-labelledby="splits">
        <h2 id="splits" className="display mb-4 text-2xl">
          Splits
        </h2>
        <RunnerPoints data={data} />
      </section>
      {data.chart && (
        <section className="mt-10" aria-labelledby="pace">
          <h2 id="pace" className="display mb-4 text-2xl">
            Pace
          </h2>
          <PaceChart chart={data.chart} />
        </section>
      )}
      <Compare data={data} busy={busy} ids={search.with?.split(',').filter(Boolean) ?? []} onChange={compare} />
      {data.clip && (
        <section className="mt-10 print:hidden" aria-labelledby="clip">
          <h2 id="clip" className="display mb-4 text-2xl">
            The finish
          </h2>
          <Frame source={data.clip.frame} ratio="16 / 9" />
        </section>
      )}
      {photos}
      {data.certificate && <CertificateLinks code={data.certificate} />}
    </div>
  );
}

/** The bib, the official time and the places. */
function Headline({ data }: { data: RunnerResult }) {
  const { result } = data;
  const { byGun } = result;
  const finished = result.status === 'finished';
  const places: [string, number][] = [
    ['Overall', result.overallRank],
    ['Gender', result.genderRank],
    [result.ageGroup || 'Age group', result.ageGroupRank],
  ];
  return (
    <div className="mt-6 grid gap-px overflow-hidden rounded-control border border-rule bg-rule sm:grid-cols-[auto_1fr_1fr]">
      <div className="flex items-center justify-center bg-card p-4">
        <BibTag bib={result.bib} distance={result.contest} large />
      </div>
      <div className="bg-card p-4">
        <p className="tabular text-4xl leading-none font-bold">
          {finished ? (byGun ? result.gunTime : result.chipTime) : result.status}
        </p>
        <p className="mt-2 text-sm text-ink-2">
          {finished
            ? [
                byGun ? 'Gun time' : 'Chip time',
                byGun ? `chip ${result.chipTime}` : result.gunTime && `gun ${result.gunTime}`,
                result.pace && `${result.pace} /mi`,
              ]
                .filter(Boolean)
                .join(' · ')
            : 'No official time'}
        </p>
        {data.ageGrade && (
          <p className="mt-2 text-sm">
            <span className="label">Age grade {data.ageGrade.percent}</span>, worth {data.ageGrade.time} at the best age
          </p>
        )}
      </div>
      <dl className="grid grid-cols-3 gap-2 bg-card p-4">
        {places.map(([label, place]) => (
          <div key={label} className="flex flex-col-reverse justify-end">
            <dt className="text-sm text-ink-2">{label}</dt>
            <dd className="numerals text-3xl">{place > 0 ? place.toLocaleString('en-US') : '–'}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
