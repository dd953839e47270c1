import { Link } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import type { Calendar } from '@/core';
import { NativeSelect, Segmented } from '@/ui';
import type { CalendarChange, CalendarSearch, CalendarView } from './calendarSearch';

/** The calendar's filters and the choice of its view; every change is written to the address. */
export function CalendarFilters({
  calendar,
  search,
  text,
  view,
  found,
  onText,
  onChange,
}: {
  calendar: Pick<Calendar, 'distances' | 'states' | 'months'>;
  search: CalendarSearch;
  /** The text in the search box. */
  text: string;
  /** How the races are shown. */
  view: CalendarView;
  /** How many races are shown. */
  found: number;
  onText: (text: string) => void;
  onChange: (change: CalendarChange) => void;
}) {
  const toOption = (name: string) => ({ id: name, label: name });
  const { view: chosen, month, ...others } = search;
  // The month view always shows one month, so there the month is no filter.
  const narrowing = view === 'month' ? others : { ...others, month };
  const narrowed = text.trim() !== '' || Object.values(narrowing).some(Boolean);
  return (
    <search className="mt-6 print:hidden" aria-label="Filter races">
      <div className="grid grid-cols-2 gap-3 md:grid-cols-3 md:items-end md:gap-4 desk:grid-cols-[minmax(0,1.6fr)_repeat(3,minmax(0,1fr))_auto]">
        <label className="relative flex min-w-0 flex-col gap-1 max-md:col-span-2 md:col-span-2 desk:col-span-1">
          <span className="label text-sm">Search by race or place</span>
          <Search
            size={18}
            aria-hidden="true"
            className="pointer-events-none absolute bottom-[13px] left-3 text-ink-3"
          />
          <input
            type="search"
            value={text}
            onChange={(event) => onText(event.target.value)}
            className="min-h-11 w-full rounded-control border border-control bg-card pr-3 pl-10 text-base hover:border-ink"
          />
        </label>
        <NativeSelect
          label="Distance"
          all="All distances"
          options={calendar.distances.map(toOption)}
          value={search.distance}
          onChange={(distance) => onChange({ distance })}
        />
        <NativeSelect
          label="State"
          all="All states"
          options={calendar.states.map(toOption)}
          value={search.state}
          onChange={(state) => onChange({ state })}
        />
        <NativeSelect
          label="Month"
          all="All months"
          options={calendar.months.map(({ key, title }) => ({ id: key, label: title }))}
          value={search.month}
          onChange={(month) => onChange({ month })}
          className="max-md:col-span-2"
        />
        <label className="flex min-h-11 cursor-pointer items-center gap-3 max-md:col-span-2">
          <input
            type="checkbox"
            checked={search.open === '1'}
            onChange={(event) => onChange({ open: event.target.checked ? '1' : undefined })}
            className="size-6 shrink-0 cursor-pointer"
          />
          Open for registration
        </label>
      </div>
      <div className="mt-3 flex min-h-11 flex-wrap items-center gap-x-4 gap-y-2 text-sm text-ink-3">
        <Segmented
          label="View"
          value={view}
          options={[
            { id: 'list', label: 'List' },
            { id: 'month', label: 'Month' },
            { id: 'bibs', label: 'Bibs' },
          ]}
          onChange={(id) => onChange({ view: id })}
        />
        <span role="status">
          {found === 1 ? '1 race' : `${found} races`}
          {narrowed && (found === 1 ? ' fits' : ' fit')}
        </span>
        {narrowed && (
          <Link
            to="/races"
            search={chosen ? { view: chosen } : {}}
            replace
            resetScroll={false}
            onClick={() => onText('')}
            className="link inline-flex min-h-11 items-center"
          >
            Clear filters
          </Link>
        )}
      </div>
    </search>
  );
}
