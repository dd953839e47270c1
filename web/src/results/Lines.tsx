import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import { type Column, Table } from '@/ui';
import type { Line } from './api';
import type { ResultsChange } from './search';

const place = (rank: number) => (rank > 0 ? rank.toLocaleString('en-US') : '');
const GENDER: Record<string, string> = { f: 'F', m: 'M', a: 'NB' };

/** The lines of a page of the leaderboard. */
export const Lines = memo(function Lines({
  lines,
  withRace,
  onChange,
}: {
  lines: readonly Line[];
  /** Whether the lines are of several races. */
  withRace: boolean;
  onChange: (change: ResultsChange) => void;
}) {
  const columns: Column<Line>[] = [
    {
      key: 'place',
      head: 'Place',
      align: 'right',
      cell: (line) =>
        line.overallRank > 0 ? (
          <span className="numerals text-lg">{place(line.overallRank)}</span>
        ) : (
          <span className="text-sm font-semibold">{line.status === 'finished' ? '–' : line.status}</span>
        ),
    },
    {
      key: 'name',
      head: 'Name',
      rowHead: true,
      cell: (line) => (
        <>
          <Link
            to="/media/$raceID/$publicID"
            params={{ raceID: line.raceID, publicID: line.publicID }}
            className="link inline-block min-h-6"
          >
            {line.firstname} {line.lastname}
          </Link>
          <span className="block text-sm font-normal text-ink-2 desk:hidden">
            {[`Bib ${line.bib}`, GENDER[line.gender], line.ageGroup].filter(Boolean).join(' · ')}
          </span>
          {line.team && (
            <button
              type="button"
              className="link block text-left text-sm font-normal"
              onClick={() => onChange({ team: line.team })}
            >
              {line.team}
            </button>
          )}
        </>
      ),
    },
    ...(withRace
      ? [
          {
            key: 'race',
            head: 'Race',
            wide: true,
            cell: (line: Line) => (
              <>
                <Link to="/results" search={{ race: line.race, contest: line.contest }} className="link">
                  {line.race}
                </Link>
                <span className="block text-sm text-ink-2">
                  {line.date}, {line.contest}
                </span>
              </>
            ),
          },
        ]
      : [{ key: 'contest', head: 'Contest', wide: true, cell: (line: Line) => line.contest }]),
    { key: 'bib', head: 'Bib', align: 'right', wide: true, cell: (line) => line.bib },
    { key: 'gender', head: 'Gender', wide: true, cell: (line) => GENDER[line.gender] ?? '' },
    { key: 'group', head: 'Age group', wide: true, cell: (line) => line.ageGroup },
    {
      key: 'chip',
      head: 'Chip time',
      align: 'right',
      cell: (line) => <span className="numerals text-lg">{line.chipTime}</span>,
    },
    { key: 'gun', head: 'Gun time', align: 'right', wide: true, cell: (line) => line.gunTime },
    { key: 'pace', head: 'Pace /mi', align: 'right', wide: true, cell: (line) => line.pace },
    { key: 'genderRank', head: 'Gender place', align: 'right', wide: true, cell: (line) => place(line.genderRank) },
    { key: 'groupRank', head: 'Group place', align: 'right', wide: true, cell: (line) => place(line.ageGroupRank) },
  ];
  return (
    <Table caption="Results" columns={columns} rows={lines} rowKey={(line) => `${line.publicID} ${line.contest}`} />
  );
});
