import { Link } from '@tanstack/react-router';
import type { Column } from '@/ui';
import type { Line } from './api';
import type { ResultsChange } from './search';

/** A place as it is shown; empty without one. */
export const place = (rank: number) => (rank > 0 ? rank.toLocaleString('en-US') : '');
/** The genders in a column. */
export const GENDER: Record<string, string> = { f: 'F', m: 'M', a: 'NB' };

/** Which line it is: private runners, and those of results that are not published, have no id. */
export const lineKey = (line: Line) => `${line.publicID || `${line.raceID} ${line.bib}`} ${line.contest}`;

/** The columns of the leaderboard. */
export function columnsOf({
  withRace,
  print = false,
  onChange,
}: {
  /** Whether the lines are of several races. */
  withRace: boolean;
  /** On a sheet all columns are shown. */
  print?: boolean;
  onChange?: (change: ResultsChange) => void;
}): Column<Line>[] {
  const wide = !print;
  return [
    {
      key: 'place',
      head: 'Place',
      align: 'right',
      cell: (line) =>
        line.overallRank > 0 ? (
          <span className="numerals text-lg print:text-[9.5pt]">{place(line.overallRank)}</span>
        ) : (
          <span className="text-sm font-semibold">{line.status === 'finished' ? '–' : line.status}</span>
        ),
    },
    {
      key: 'name',
      head: 'Name',
      rowHead: true,
      cell: (line) => (
        <span className="block max-w-100 wrap-anywhere print:min-w-32 print:wrap-normal">
          {line.publicID ? (
            <Link
              to="/media/$raceID/$publicID"
              params={{ raceID: line.raceID, publicID: line.publicID }}
              className="link inline-block min-h-6 print:min-h-0"
            >
              {line.firstname} {line.lastname}
            </Link>
          ) : (
            `${line.firstname} ${line.lastname}`
          )}
          {line.note && <span className="block text-sm font-normal">{line.note}</span>}
          {wide && (
            <span className="block text-sm font-normal text-ink-2 desk:hidden">
              {[`Bib ${line.bib}`, GENDER[line.gender], line.ageGroup].filter(Boolean).join(' · ')}
              {withRace && (
                <span className="block">
                  {line.race}, {line.contest}, {line.date}
                </span>
              )}
            </span>
          )}
          {line.team &&
            (onChange ? (
              <button
                type="button"
                className="link block text-left text-sm font-normal"
                onClick={() => onChange({ team: line.team })}
              >
                {line.team}
              </button>
            ) : (
              <span className="block text-sm font-normal">{line.team}</span>
            ))}
        </span>
      ),
    },
    ...(withRace
      ? [
          {
            key: 'race',
            head: 'Race',
            wide,
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
      : [{ key: 'contest', head: 'Contest', wide, cell: (line: Line) => line.contest }]),
    { key: 'bib', head: 'Bib', align: 'right', wide, cell: (line) => line.bib },
    { key: 'gender', head: 'Gender', wide, cell: (line) => GENDER[line.gender] ?? '' },
    { key: 'group', head: 'Age group', wide, cell: (line) => line.ageGroup },
    {
      key: 'time',
      head: 'Time',
      align: 'right',
      cell: (line) => (
        <>
          <span className="numerals text-lg print:text-[9.5pt]">{line.byGun ? line.gunTime : line.chipTime}</span>
          {(line.byGun ? line.chipTime : line.gunTime) && (
            <span className="block text-sm whitespace-nowrap text-ink-2 print:ml-1 print:inline print:text-[7.5pt]">
              {line.byGun ? `chip ${line.chipTime}` : `gun ${line.gunTime}`}
            </span>
          )}
        </>
      ),
    },
    { key: 'pace', head: 'Pace /mi', align: 'right', wide, cell: (line) => line.pace },
    { key: 'genderRank', head: 'Gender place', align: 'right', wide, cell: (line) => place(line.genderRank) },
    { key: 'groupRank', head: 'Group place', align: 'right', wide, cell: (line) => place(line.ageGroupRank) },
  ];
}

/** The official time of a line as it is shown. */
export const officialTime = (line: Line) => (line.byGun ? line.gunTime : line.chipTime);
