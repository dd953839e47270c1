import { Link } from '@tanstack/react-router';
import { Medal, Trophy } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Profile } from '@/api';
import { distanceTone, toneFill } from '@/racekit';
import { type Column, Table } from '@/ui';
import type { Summary } from './api';
import { Pace } from './Pace';

/** A section of a profile. */
export function Part({
  id,
  title,
  aside,
  children,
  className = '',
}: {
  id: string;
  title: string;
  /** At the right of the title. */
  aside?: ReactNode;
  children: ReactNode;
  className?: string;
}) {
  return (
    <section aria-labelledby={id} className={`mt-12 print:mt-6 ${className}`}>
      <div className="mb-4 flex flex-wrap items-end print:mb-1 justify-between gap-x-6 gap-y-2">
        <h2 id={id} tabIndex={-1} className="display text-2xl outline-none print:text-lg">
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  );
}

/** How many races were finished, and the best age grade. */
export function Figures({ summary, finishes }: { summary: Summary; finishes: number }) {
  const { fiveK, tenK, half } = summary.achievements.raceCounts;
  const cells: [string, string, string?][] = [
    ['Races finished', finishes.toLocaleString('en-US')],
    ['5K', String(fiveK)],
    ['10K', String(tenK)],
    ['Half marathon', String(half)],
  ];
  const grade = summary.bestAgeGrade;
  if (grade) cells.push(['Best age grade', grade.percent, grade.time && `worth ${grade.time} at the best age`]);
  return (
    <dl
      className={`mt-8 grid grid-cols-2 gap-px overflow-hidden rounded-control border border-rule bg-rule ${grade ? 'md:grid-cols-[repeat(4,1fr)_1.6fr] print:grid-cols-[repeat(4,1fr)_1.6fr]' : 'md:grid-cols-4 print:grid-cols-4'}`}
    >
      {cells.map(([label, figure, note]) => (
        <div
          key={label}
          className="flex flex-col-reverse justify-end gap-2 bg-card p-4 print:p-2 last:odd:max-md:col-span-2 print:last:odd:col-span-1"
        >
          <dt className="text-sm text-ink-2">
            {label}
            {note && <span className="block text-ink-3">{note}</span>}
          </dt>
          <dd className="numerals text-4xl print:text-xl">{figure}</dd>
        </div>
      ))}
    </dl>
  );
}

/** What was achieved; `all` shows what is still to be achieved, too. */
export function Achievements({ summary: { achievements }, all }: { summary: Summary; all: boolean }) {
  const kinds = [
    { icon: Trophy, title: 'Winner', words: 'First of a contest, overall or of the gender', has: achievements.top1 },
    { icon: Medal, title: 'Top three', words: 'Among the first three of a contest', has: achievements.top3 },
  ].filter((one) => all || one.has);
  if (kinds.length === 0) return null;
  return (
    <ul className="grid gap-3 sm:grid-cols-2" aria-label="Achievements">
      {kinds.map(({ icon: Icon, title, words, has }) => (
        <li
          key={title}
          className={`flex items-center gap-4 rounded-control border p-4 ${has ? 'border-control bg-card' : 'border-dashed border-control'}`}
        >
          <span
            className={`grid size-11 shrink-0 place-items-center rounded-control ${has ? 'bg-line text-on-fill' : 'bg-sunk text-ink-3'}`}
            aria-hidden="true"
          >
            <Icon size={24} />
          </span>
          <span>
            <span className="label block">{title}</span>
            <span className="block text-sm text-ink-2">{has ? words : `Not yet. ${words}`}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}

/** The best time of each distance, with its race. */
export function Bests({ bests, units }: { bests: Summary['bests']; units: Profile['units'] }) {
  const columns: Column<Summary['bests'][number]>[] = [
    {
      key: 'distance',
      head: 'Distance',
      rowHead: true,
      cell: ({ distance }) => (
        <span
          className={`label inline-block rounded-chip px-2 py-1 text-sm print:py-0 print:text-[8.5pt] ${toneFill[distanceTone(distance)]}`}
        >
          {distance}
        </span>
      ),
    },
    {
      key: 'time',
      head: 'Best time',
      align: 'right',
      cell: ({ time, pace }) => (
        <>
          <span className="numerals text-xl print:text-[9.5pt]">{time}</span>
          <span className="block text-sm font-normal desk:hidden print:text-[7.5pt]">
            <Pace pace={pace} units={units} />
          </span>
        </>
      ),
    },
    { key: 'pace', head: 'Pace', align: 'right', wide: true, cell: ({ pace }) => <Pace pace={pace} units={units} /> },
    {
      key: 'race',
      head: 'Race',
      cell: ({ race, date, raceID, publicID }) => (
        <>
          {publicID ? (
            <Link
              to="/media/$raceID/$publicID"
              params={{ raceID, publicID }}
              className="link inline-block min-h-6 wrap-anywhere print:min-h-0"
            >
              {race}
            </Link>
          ) : (
            race
          )}
          <span className="block text-sm text-ink-2 print:text-[7.5pt]">{date}</span>
        </>
      ),
    },
    {
      key: 'finishes',
      head: 'Finishes',
      align: 'right',
      wide: true,
      cell: ({ finishes }) => finishes.toLocaleString('en-US'),
    },
  ];
  return (
    <Table
      caption="The best time of each distance"
      columns={columns}
      rows={bests}
      rowKey={({ distance }) => distance}
    />
  );
}
