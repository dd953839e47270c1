import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Profile } from '@/api';
import { distanceTone, toneFill } from '@/racekit';
import { type Column, Table, useMedia } from '@/ui';
import type { ProfileResult } from './api';
import { Pace } from './Pace';

/** Where a table has space; on paper, too. */
const TABLE = '(min-width: 48rem), print';

/** The results of a profile, the latest first: a table, and on phones a card for each. */
export function History({ results, units }: { results: readonly ProfileResult[]; units: Profile['units'] }) {
  const isTable = useMedia(TABLE);
  if (!isTable)
    return (
      <ul className="flex flex-col gap-3" aria-label="Each result, the latest first">
        {results.map((one) => (
          <Card key={keyOf(one)} one={one} units={units} />
        ))}
      </ul>
    );
  const columns: Column<ProfileResult>[] = [
    {
      key: 'race',
      head: 'Race',
      rowHead: true,
      cell: (one) => (
        <>
          <RaceLink one={one} />
          <span className="block text-sm font-normal text-ink-2 print:text-[7.5pt]">{one.result.date}</span>
        </>
      ),
    },
    { key: 'contest', head: 'Contest', cell: (one) => <Contest one={one} /> },
    {
      key: 'time',
      head: 'Time',
      align: 'right',
      cell: (one) => (
        <>
          <Time one={one} />
          <span className="block text-sm print:text-[7.5pt]">
            <Pace pace={one.result.pace} units={units} />
          </span>
        </>
      ),
    },
    { key: 'overall', head: 'Place', align: 'right', cell: ({ result }) => place(result.overallRank) },
    { key: 'gender', head: 'Gender', align: 'right', cell: ({ result }) => place(result.genderRank) },
    ...(results.some(hasGroup)
      ? [
          {
            key: 'group',
            head: 'Age group',
            align: 'right' as const,
            cell: ({ result }: ProfileResult) => (
              <>
                {place(result.ageGroupRank)}
                {result.ageGroup && (
                  <span className="block text-sm whitespace-nowrap text-ink-2 print:text-[7.5pt]">
                    {result.ageGroup}
                  </span>
                )}
              </>
            ),
          },
        ]
      : []),
    ...(results.some(({ ageGrade }) => ageGrade)
      ? [
          {
            key: 'grade',
            head: 'Age grade',
            align: 'right' as const,
            cell: ({ ageGrade }: ProfileResult) => ageGrade?.percent ?? '',
          },
        ]
      : []),
    {
      key: 'certificate',
      head: <span className="sr-only">Certificate</span>,
      cell: (one) => <Certificate one={one} />,
    },
  ];
  return <Table caption="Each result, the latest first" columns={columns} rows={results} rowKey={keyOf} />;
}

function Card({ one, units }: { one: ProfileResult; units: Profile['units'] }) {
  const { result, ageGrade } = one;
  const places: [string, number][] = [
    ['Overall', result.overallRank],
    ['Gender', result.genderRank],
    ...(hasGroup(one) ? ([[result.ageGroup || 'Age group', result.ageGroupRank]] as [string, number][]) : []),
  ];
  return (
    <li className="rounded-control border border-rule bg-card p-4">
      <div className="flex items-start justify-between gap-4">
        <div className="min-w-0">
          <p className="label">
            <RaceLink one={one} />
          </p>
          <p className="mt-1 text-sm text-ink-2">{result.date}</p>
          <p className="mt-2">
            <Contest one={one} />
          </p>
        </div>
        <p className="shrink-0 text-right">
          <Time one={one} large />
          <span className="tabular mt-2 block text-sm">
            <Pace pace={result.pace} units={units} />
          </span>
        </p>
      </div>
      {places.some(([, rank]) => rank > 0) && (
        <dl className="mt-4 grid grid-cols-3 gap-2 border-t border-rule pt-3">
          {places.map(([label, rank]) => (
            <div key={label} className="flex flex-col-reverse justify-end gap-1">
              <dt className="text-sm text-ink-2">{label}</dt>
              <dd className="numerals text-xl">{place(rank) || '–'}</dd>
            </div>
          ))}
        </dl>
      )}
      {(ageGrade || one.certificate) && (
        <div className="mt-2 flex flex-wrap items-center justify-between gap-x-4">
          {ageGrade && <p className="tabular text-sm text-ink-2">Age grade {ageGrade.percent}</p>}
          <Certificate one={one} />
        </div>
      )}
    </li>
  );
}

/** Whether the result shows an age group: not when the runner hides the age. */
const hasGroup = ({ result }: ProfileResult) => result.ageGroup !== '' || result.ageGroupRank > 0;

const keyOf = ({ result }: ProfileResult) => `${result.raceID} ${result.publicID} ${result.contest}`;

const place = (rank: number): ReactNode => (rank > 0 ? rank.toLocaleString('en-US') : '');

function RaceLink({ one: { result } }: { one: ProfileResult }) {
  if (!result.publicID) return result.race;
  return (
    <Link
      to="/media/$raceID/$publicID"
      params={{ raceID: result.raceID, publicID: result.publicID }}
      className="link inline-block min-h-6 wrap-anywhere print:min-h-0"
    >
      {result.race}
    </Link>
  );
}

function Contest({ one: { result } }: { one: ProfileResult }) {
  const name = result.contest || result.distance;
  return (
    <span
      className={`label inline-block rounded-chip px-2 text-sm print:text-[8.5pt] ${toneFill[distanceTone(result.distance)]}`}
    >
      {name}
    </span>
  );
}

/** The official time; without one, what became of the runner. */
function Time({ one: { result }, large = false }: { one: ProfileResult; large?: boolean }) {
  if (result.status !== 'finished')
    return <span className="label text-sm uppercase print:text-[8.5pt]">{result.status}</span>;
  return (
    <span className={`numerals print:text-[9.5pt] ${large ? 'text-2xl' : 'text-xl'}`}>
      {result.byGun ? result.gunTime : result.chipTime || result.gunTime}
    </span>
  );
}

function Certificate({ one: { certificate, result } }: { one: ProfileResult }) {
  if (!certificate) return null;
  return (
    <Link
      to="/verify/$code"
      params={{ code: certificate }}
      className="link inline-flex min-h-11 items-center print:hidden"
      aria-label={`Certificate of ${result.race}`}
    >
      Certificate
    </Link>
  );
}
