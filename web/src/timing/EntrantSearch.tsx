import { useDeferredValue, useState } from 'react';
import type { Entrant } from '@/core';
import { Button, EmptyState, SearchField } from '@/ui';
import { formOf, PAGE_ROWS, searchQuery } from './entrantsApi';
import { PagedList } from './PagedList';
import type { Place } from './types';

/** Finds an entrant by bib, name or chip, and opens the form that changes the entrant or adds one. */
export function EntrantSearch({
  timedRace,
  onOpen,
}: Pick<Place, 'timedRace'> & {
  /** Opens the form of an entrant; without one, of a new entrant. */
  onOpen: (entrant?: Entrant) => void;
}) {
  const [typed, setTyped] = useState('');
  const search = useDeferredValue(typed.trim());
  return (
    <section className="flex flex-col gap-3" aria-labelledby="find-entrant">
      <h3 id="find-entrant" className="display text-lg">
        One entrant
      </h3>
      <div className="flex flex-wrap items-end gap-3">
        <SearchField label="Bib, name or chip" value={typed} onChange={setTyped} className="min-w-52 max-w-md flex-1" />
        <Button onPress={() => onOpen()}>Add an entrant</Button>
      </div>
      {search !== '' && (
        <PagedList
          label="Entrants found"
          listKey={search}
          page={(number) => searchQuery(timedRace, search, number) as never}
          read={(found: { total: number; entrants: readonly Entrant[] }) => ({
            total: found.total,
            rows: found.entrants,
          })}
          pageRows={PAGE_ROWS}
          rowKey={(entrant) => entrant.bib ?? ''}
          rowHeight={60}
          row={(entrant) => <EntrantRow entrant={entrant} onOpen={() => onOpen(entrant)} />}
          empty={<EmptyState title="Nobody found">Nobody fits “{search}”.</EmptyState>}
        />
      )}
    </section>
  );
}

function EntrantRow({ entrant, onOpen }: { entrant: Entrant; onOpen: () => void }) {
  const form = formOf(entrant);
  const name = `${form.firstname} ${form.lastname}`.trim();
  return (
    <div className="flex items-center justify-between gap-3">
      <p className="min-w-0">
        <span className="tabular font-semibold">{form.bib}</span> {name}
        <span className="block truncate text-sm text-ink-2">
          {[form.contest || 'By bib', form.wave, form.gender.toUpperCase(), form.chip].filter(Boolean).join(' · ')}
        </span>
      </p>
      <Button size="sm" onPress={onOpen} aria-label={`Change bib ${form.bib}`}>
        Change
      </Button>
    </div>
  );
}
