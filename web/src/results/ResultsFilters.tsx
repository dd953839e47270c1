import { Link } from '@tanstack/react-router';
import { SlidersHorizontal } from 'lucide-react';
import { useId, useState } from 'react';
import type { Answer } from '@/api';
import { Button, NativeSelect } from '@/ui';
import { SearchBox } from './SearchBox';
import type { ResultsChange, ResultsSearch, View } from './search';

/** The genders with the labels of their lists. */
export const GENDERS = [
  { id: 'f', label: 'Women' },
  { id: 'm', label: 'Men' },
  { id: 'a', label: 'Non-Binary' },
];

/** The leaderboard's filters; every change is written to the address. On a phone most of them open by a button, so that results are seen at once. */
export function ResultsFilters({
  search,
  text,
  choices,
  view,
  onText,
  onChange,
}: {
  search: ResultsSearch;
  /** The text in the search box. */
  text: string;
  choices: Answer<'get', 'leaderboard/choices'> | undefined;
  /** Awards and records have fewer filters. */
  view: View;
  onText: (text: string) => void;
  onChange: (change: ResultsChange) => void;
}) {
  const select = (
    name: Exclude<keyof ResultsSearch, 'q' | 'page' | 'show'>,
    label: string,
    all: string,
    options: readonly (string | number)[] = [],
    more: ResultsChange = {},
  ) => {
    const chosen = search[name];
    // What is in the address stays chosen, even when it is no longer offered.
    const all_ = chosen === undefined || options.some((one) => String(one) === chosen) ? options : [chosen, ...options];
    return (
      <NativeSelect
        label={label}
        all={all}
        options={all_.map((one) => ({ id: String(one), label: String(one) }))}
        value={chosen}
        onChange={(value) => onChange({ ...more, [name]: value })}
      />
    );
  };
  const more = useId();
  const [isOpen, setIsOpen] = useState(false);
  const { page: _, show: __, ...narrowing } = search;
  const { race: ___, q: ____, ...behindButton } = narrowing;
  const inside = Object.keys(behindButton).length;
  const narrowed = text.trim() !== '' || Object.keys(narrowing).length > 0;
  return (
    <search className="mt-6 print:hidden" aria-label="Filter results">
      <div className="grid grid-cols-2 gap-3 md:grid-cols-3 md:items-end md:gap-4 desk:grid-cols-6">
        {view === 'results' && (
          <SearchBox
            label="Find a runner by name or bib"
            text={text}
            onText={onText}
            className="col-span-2 md:col-span-3 desk:col-span-2"
          />
        )}
        <div className={`${view === 'results' ? '' : 'col-span-2'} grid md:col-span-1 desk:col-span-2`}>
          {select('race', 'Race', 'All races', choices?.races, {
            contest: undefined,
            wave: undefined,
            team: undefined,
          })}
        </div>
        {view === 'results' && (
          <Button
            aria-expanded={isOpen}
            aria-controls={more}
            onPress={() => setIsOpen(!isOpen)}
            className="self-end md:hidden"
          >
            <SlidersHorizontal size={18} aria-hidden="true" />
            {inside > 0 ? `More filters (${inside})` : 'More filters'}
          </Button>
        )}
        <div id={more} className={isOpen || view !== 'results' ? 'contents' : 'hidden md:contents'}>
          {view !== 'awards' && select('year', 'Year', 'All years', choices?.years)}
          {view === 'results' &&
            search.race &&
            select('contest', 'Contest', 'All contests', choices?.contests, { wave: undefined })}
          {view !== 'awards' &&
            !(view === 'results' && search.race) &&
            select('distance', 'Distance', 'All distances', choices?.distances)}
          {view === 'results' && (
            <>
              <NativeSelect
                label="Gender"
                all="All"
                options={GENDERS}
                value={search.gender}
                onChange={(gender) => onChange({ gender })}
              />
              {select('ageGroup', 'Age group', 'All', choices?.ageGroups)}
              {(search.wave || (choices?.waves.length ?? 0) > 0) && select('wave', 'Wave', 'All waves', choices?.waves)}
              {search.team && select('team', 'Team', 'All teams')}
            </>
          )}
        </div>
        {narrowed && (
          <Link
            to="/results"
            search={view === 'records' ? { show: view } : {}}
            replace
            resetScroll={false}
            onClick={() => onText('')}
            className="link inline-flex min-h-11 items-center self-end"
          >
            Clear filters
          </Link>
        )}
      </div>
    </search>
  );
}
