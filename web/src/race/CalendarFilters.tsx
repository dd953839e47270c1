import { Link } from '@tanstack/react-router';
import type { Calendar } from '@/core';
import { Choice } from '@/ui';
import type { CalendarSearch } from './calendarSearch';

/** What the calendar can be narrowed to; every change goes to the address. */
export function CalendarFilters({
  calendar,
  search,
  found,
  onChange,
}: {
  calendar: Pick<Calendar, 'distances' | 'states' | 'months'>;
  search: CalendarSearch;
  /** How many races are shown. */
  found: number;
  onChange: (change: CalendarSearch | Partial<Record<keyof CalendarSearch, undefined>>) => void;
}) {
  const plain = (name: string) => ({ id: name, label: name });
  const narrowed = Object.values(search).some(Boolean);
  return (
    <search className="mt-6 print:hidden" aria-label="Filter races">
      <div className="grid grid-cols-2 gap-3 md:grid-cols-[repeat(3,minmax(0,12rem))_auto] md:items-end md:gap-4">
        <Choice
          label="Distance"
          all="All distances"
          options={calendar.distances.map(plain)}
          value={search.distance}
          onChange={(distance) => onChange({ distance })}
        />
        <Choice
          label="State"
          all="All states"
          options={calendar.states.map(plain)}
          value={search.state}
          onChange={(state) => onChange({ state })}
        />
        <Choice
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
      <p className="mt-3 flex min-h-11 flex-wrap items-center gap-x-4 text-sm text-ink-3">
        <span role="status">
          {found === 1 ? '1 race' : `${found} races`}
          {narrowed && (found === 1 ? ' fits' : ' fit')}
        </span>
        {narrowed && (
          <Link to="/races" search={{}} replace resetScroll={false} className="link inline-flex min-h-11 items-center">
            Clear filters
          </Link>
        )}
      </p>
    </search>
  );
}
