import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useDeferredValue } from 'react';
import { type Column, EmptyState, NativeSelect, Table, useMedia, WIDE_SCREEN } from '@/ui';
import { GENDER, place } from '../columns';
import { Pages } from '../Pages';
import { PrintAll } from '../PrintAll';
import { GENDERS } from '../ResultsFilters';
import { SearchBox } from '../SearchBox';
import { type League, type LeagueLine, leagueQuery } from './api';
import type { LeagueChange, LeagueSearch } from './search';

const NONE: readonly LeagueLine[] = [];

/** The standings of a year with their filters; every change is written to the address. */
export function LeagueStandings({
  league,
  busy,
  search,
  typed,
  onTyped,
  onChange,
}: {
  league: League;
  /** Whether other standings than these were asked for and have not arrived. */
  busy: boolean;
  search: LeagueSearch;
  /** The text in the search box. */
  typed: string;
  onTyped: (text: string) => void;
  onChange: (change: LeagueChange) => void;
}) {
  const queries = useQueryClient();
  const { page: _, year, ...narrowing } = search;
  const narrowed = typed.trim() !== '' || Object.keys(narrowing).length > 0;
  // A phone makes no cells that it does not show.
  const isWide = useMedia(WIDE_SCREEN);
  const columns = columnsOf(search).filter((column) => isWide || !column.wide);
  // The rows are drawn in slices, between which the page answers.
  const shown = useDeferredValue(league.items, NONE);
  if (league.years.length === 0) {
    return (
      <EmptyState title="No standings yet">The table opens with the first official results of the season.</EmptyState>
    );
  }
  return (
    <div>
      <h2 className="display text-2xl">Standings of {league.year}</h2>
      <search className="mt-3 block print:hidden" aria-label="Filter the standings">
        <div className="grid grid-cols-2 gap-3 md:grid-cols-5 md:items-end md:gap-4">
          <SearchBox label="Find a runner by name" text={typed} onText={onTyped} className="col-span-2" />
          <NativeSelect
            label="Year"
            all="Latest"
            options={years(league, year).map((id) => ({ id, label: id }))}
            value={year}
            onChange={(next) => onChange({ year: next, ageGroup: undefined })}
          />
          <NativeSelect
            label="Gender"
            all="All"
            options={GENDERS}
            value={search.gender}
            onChange={(gender) => onChange({ gender })}
          />
          <NativeSelect
            label="Age group"
            all="All"
            options={groups(league, search.ageGroup).map((id) => ({ id, label: id }))}
            value={search.ageGroup}
            onChange={(ageGroup) => onChange({ ageGroup })}
          />
        </div>
        {narrowed && (
          <Link
            to="/raceleague"
            search={year ? { year } : {}}
            replace
            resetScroll={false}
            onClick={() => onTyped('')}
            className="link inline-flex min-h-11 items-center"
          >
            Clear filters
          </Link>
        )}
      </search>
      <div className="mt-4" aria-busy={busy}>
        {league.items.length > 0 ? (
          <>
            <PrintAll
              total={league.total}
              shown={league.items.length}
              page={(number, size) => queries.fetchQuery(leagueQuery({ ...search, page: number, pageSize: size }))}
              table={(lines) => (
                <Table caption="Standings" columns={columnsOf(search, true)} rows={lines} rowKey={lineKey} />
              )}
            >
              {shown.length === 0 ? (
                <div className="min-h-[40rem]" />
              ) : (
                <Table caption="Standings" columns={columns} rows={shown} rowKey={lineKey} />
              )}
            </PrintAll>
            <Pages {...league} label="Pages of the standings" to="/raceleague" search={search} />
          </>
        ) : (
          <EmptyState title={league.total > 0 ? 'There is no such page' : 'Nobody fits this search'}>
            {league.total > 0
              ? 'These standings have fewer pages.'
              : 'Check the spelling of the name, or take a filter away.'}
          </EmptyState>
        )}
      </div>
    </div>
  );
}

const lineKey = (line: LeagueLine) => line.publicID || `${line.place} ${line.genderPlace} ${line.points} ${line.races}`;

/** What is in the address stays chosen, even when it is not offered. */
function years(league: League, chosen: string | undefined): string[] {
  const known = league.years.map(String);
  return chosen === undefined || known.includes(chosen) ? known : [chosen, ...known];
}

function groups(league: League, chosen: string | undefined): readonly string[] {
  return chosen === undefined || league.ageGroups.includes(chosen) ? league.ageGroups : [chosen, ...league.ageGroups];
}

/** The columns, on a sheet all of them; the first one is the place in the list that the filters choose. */
function columnsOf(search: LeagueSearch, print = false): Column<LeagueLine>[] {
  const wide = (head: string, cell: (line: LeagueLine) => string, align: 'left' | 'right' = 'right') => ({
    key: head,
    head,
    align,
    wide: !print,
    cell,
  });
  const own = (line: LeagueLine) =>
    search.gender ? (search.ageGroup ? line.ageGroupPlace : line.genderPlace) : line.place;
  return [
    {
      key: 'place',
      head: search.gender ? (search.ageGroup ? 'Group place' : 'Gender place') : 'Place',
      align: 'right',
      cell: (line) => <span className="numerals text-lg">{place(own(line)) || '–'}</span>,
    },
    {
      key: 'name',
      head: 'Name',
      rowHead: true,
      cell: (line) => (
        <span className="block max-w-100 wrap-anywhere">
          {line.publicID ? (
            <Link
              to="/raceleague"
              search={{ ...search, page: undefined, runner: line.publicID } as LeagueSearch}
              className="link inline-block min-h-6"
            >
              {line.firstname} {line.lastname}
            </Link>
          ) : (
            `${line.firstname} ${line.lastname}`
          )}
          {line.title && <span className="block text-sm font-normal">{line.title}</span>}
          {!print && (
            <span className="block text-sm font-normal text-ink-2 desk:hidden">
              {[GENDER[line.gender], line.ageGroup, counts(line)].filter(Boolean).join(' · ')}
            </span>
          )}
        </span>
      ),
    },
    {
      key: 'points',
      head: 'Points',
      align: 'right',
      cell: (line) => <span className="numerals text-lg">{line.points.toLocaleString('en-US')}</span>,
    },
    wide('Races', counts, 'left'),
    wide('Gender', (line) => GENDER[line.gender] ?? '', 'left'),
    wide('Age group', (line) => line.ageGroup, 'left'),
    wide(search.gender ? 'Overall' : 'Gender place', (line) => place(search.gender ? line.place : line.genderPlace)),
    wide('Group place', (line) => place(line.ageGroupPlace)),
  ];
}

const counts = ({ races, counted }: LeagueLine) =>
  races === counted ? `${races} ${races === 1 ? 'race' : 'races'}` : `${counted} of ${races} races count`;
