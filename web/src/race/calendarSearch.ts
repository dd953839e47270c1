/** What of the calendar stands in its address, so that a view can be shared. */

/** The calendar's search params; an absent one lets everything through. */
export interface CalendarSearch {
  distance?: string;
  state?: string;
  /** `2024-06` */
  month?: string;
  /** `1`: only races that can be registered for. */
  open?: string;
  /** Words of the name or place. */
  q?: string;
  /** How the races are shown; without it the list on a desk and the bibs on a phone. */
  view?: CalendarView;
}

/** Another choice of some of them; undefined takes one away. */
export type CalendarChange = { [Name in keyof CalendarSearch]?: CalendarSearch[Name] | undefined };

/** The ways to show the calendar: big bibs, a compact list, a sheet of one month. */
export type CalendarView = 'bibs' | 'list' | 'month';

const VIEWS: readonly CalendarView[] = ['bibs', 'list', 'month'];

const NAMES = ['distance', 'state', 'month', 'open', 'q'] as const;

/** Takes only what belongs here, as text. */
export function calendarSearch(raw: Record<string, unknown>): CalendarSearch {
  const search: CalendarSearch = {};
  for (const name of NAMES) {
    const value = raw[name];
    if ((typeof value === 'string' && value !== '') || typeof value === 'number') search[name] = String(value);
  }
  const view = VIEWS.find((one) => one === raw.view);
  return view ? { ...search, view } : search;
}
