import { memo, useCallback, useId } from 'react';
import type { Filters } from '@/core';
import { SearchField, SelectField, useAddressText } from '@/ui';
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
  const all = useId();
  const offered = filters.teams;
  // Of very many teams not all are offered; the standing leads to each.
  const teams = chosen.team === '' || offered.includes(chosen.team) ? offered : [chosen.team, ...offered];
  // React Aria's select accepts no empty id, so the option "all" has a generated one.
  const unlessAll = (id: string) => (id === all ? undefined : id);
  return (
    <>
      <SelectField
        label="Distance"
        value={chosen.distance || all}
        onChange={(id) => onChange({ distance: id === all ? ALL_DISTANCES : id, wave: undefined })}
        options={[...filters.distances.map((name) => ({ id: name, label: name })), { id: all, label: 'All distances' }]}
      />
      <SelectField
        label="Age group"
        value={chosen.ageGroup || all}
        onChange={(id) => onChange({ ageGroup: unlessAll(id) })}
        options={[{ id: all, label: 'All' }, ...filters.ageGroups.map((label) => ({ id: label, label }))]}
      />
      <SelectField
        label="Gender"
        value={chosen.gender || all}
        onChange={(id) => onChange({ gender: unlessAll(id) })}
        options={[
          { id: all, label: 'All' },
          ...filters.genders.flatMap(({ value, label }) => (value === '' ? [] : [{ id: value, label }])),
        ]}
      />
      {waves.length > 0 && (
        <SelectField
          label="Wave"
          className="col-span-full lg:col-span-1"
          value={chosen.wave || all}
          onChange={(id) => onChange({ wave: unlessAll(id) })}
          options={[{ id: all, label: 'All waves' }, ...waves.map((name) => ({ id: name, label: name }))]}
        />
      )}
      {teams.length > 0 && (
        <SelectField
          label="Team"
          className="col-span-full lg:col-span-1"
          value={chosen.team || all}
          onChange={(id) => onChange({ team: unlessAll(id) })}
          options={[{ id: all, label: 'All' }, ...teams.map((name) => ({ id: name, label: name }))]}
        />
      )}
    </>
  );
});
