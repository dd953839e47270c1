import { memo, useCallback } from 'react';
import type { Filters } from '@/core';
import { NativeSelect, SearchField, useAddressText } from '@/ui';
import { ALL_DISTANCES, type LiveSearch } from './search';

/** The search box and the filters (SPEC §2). `onChange` writes them to the address. */
export function LiveFilters({
  filters,
  waves,
  search,
  chosen,
  text,
  onText,
  onChange,
}: {
  filters: Filters;
  /** The waves of the chosen distance; empty when it has one only. */
  waves: readonly string[];
  search: LiveSearch;
  /** The shown options: those in the address that the race has, else the core's defaults. */
  chosen: { distance: string; ageGroup: string; gender: string; wave: string; team: string };
  text: string;
  onText: (text: string) => void;
  onChange: (change: Partial<Record<keyof LiveSearch, string | undefined>>) => void;
}) {
  const write = useCallback((q: string) => onChange({ q: q || undefined }), [onChange]);
  useAddressText(search.q ?? '', text, onText, write);

  return (
    <search className="grid grid-cols-3 gap-3 sm:gap-4 lg:grid-flow-col lg:auto-cols-fr lg:grid-cols-[minmax(0,1.6fr)]">
      <SearchField
        label="Search by name or bib"
        value={text}
        onChange={onText}
        className="col-span-full self-end lg:col-span-1"
      />
      <Selects {...{ filters, waves, chosen, onChange }} />
    </search>
  );
}

/** The distance, the age group and the gender, and the wave and the team where the distance has several and the list has teams. A key in the search box does not render them. */
const Selects = memo(function Selects({
  filters,
  waves,
  chosen,
  onChange,
}: Pick<Parameters<typeof LiveFilters>[0], 'filters' | 'waves' | 'chosen' | 'onChange'>) {
  const offered = filters.teams;
  // Of very many teams not all are offered; the standing leads to each.
  const teams = chosen.team === '' || offered.includes(chosen.team) ? offered : [chosen.team, ...offered];
  const named = (names: readonly string[]) => names.map((name) => ({ id: name, label: name }));
  return (
    <>
      <NativeSelect
        label="Distance"
        all="All distances"
        value={chosen.distance || undefined}
        onChange={(distance) => onChange({ distance: distance ?? ALL_DISTANCES, wave: undefined })}
        options={named(filters.distances)}
      />
      <NativeSelect
        label="Age group"
        all="All"
        value={chosen.ageGroup || undefined}
        onChange={(ageGroup) => onChange({ ageGroup })}
        options={named(filters.ageGroups)}
      />
      <NativeSelect
        label="Gender"
        all="All"
        value={chosen.gender || undefined}
        onChange={(gender) => onChange({ gender })}
        options={filters.genders.flatMap(({ value, label }) => (value === '' ? [] : [{ id: value, label }]))}
      />
      {waves.length > 0 && (
        <NativeSelect
          label="Wave"
          all="All waves"
          className="col-span-full lg:col-span-1"
          value={chosen.wave || undefined}
          onChange={(wave) => onChange({ wave })}
          options={named(waves)}
        />
      )}
      {teams.length > 0 && (
        <NativeSelect
          label="Team"
          all="All"
          className="col-span-full lg:col-span-1"
          value={chosen.team || undefined}
          onChange={(team) => onChange({ team })}
          options={named(teams)}
        />
      )}
    </>
  );
});
