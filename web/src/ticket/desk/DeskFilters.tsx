import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { allPageRacesQuery } from '@/api';
import { core, deskCore } from '@/core';
import { NativeSelect, SearchField, useAddressText } from '@/ui';
import type { DeskChange, DeskSearch } from './search';

/** Search and filters of the list, which are in the address. */
export function DeskFilters({ search, onChange }: { search: DeskSearch; onChange: (values: DeskChange) => void }) {
  const [text, setText] = useState(search.q ?? '');
  const write = useCallback((q: string) => onChange({ q: q || undefined }), [onChange]);
  useAddressText(search.q ?? '', text, setText, write);
  // Without the list of races there is no choice of one; the others remain.
  const races = useQuery(allPageRacesQuery).data ?? [];
  return (
    <search className="mt-4 flex flex-wrap items-end gap-3 print:hidden">
      <SearchField
        label="Search tickets"
        placeholder="Number, name, contact or words"
        value={text}
        onChange={setText}
        maxLength={100}
        className="w-full sm:max-w-sm"
      />
      <NativeSelect
        label="Request type"
        all="Every type"
        options={core()
          .ticketTypes()
          .map((type) => ({ id: type, label: type }))}
        value={search.type}
        onChange={(type) => onChange({ type })}
        className="min-w-36 flex-1 sm:max-w-48"
      />
      <NativeSelect
        label="Race"
        all="Every race"
        options={races.map(({ name }) => ({ id: name, label: name }))}
        value={search.race}
        onChange={(race) => onChange({ race })}
        className="min-w-36 flex-1 sm:max-w-56"
      />
      <NativeSelect
        label="Age"
        all="Any age"
        options={deskCore().ticketAges()}
        value={search.age}
        onChange={(age) => onChange({ age })}
        className="min-w-36 flex-1 sm:max-w-48"
      />
    </search>
  );
}
