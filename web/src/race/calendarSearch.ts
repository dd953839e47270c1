import { knownTexts } from '@/ui/knownTexts';

/** The calendar's search parameters: the part of its state that is in the address, so that a view can be shared. */

/** The calendar's search parameters; an absent one does not filter. */
export interface CalendarSearch {
  distance?: string;
  state?: string;
  /** `2024-06` */
  month?: string;
  /** `1`: only races that are open for registration. */
  open?: string;
  /** Text to find in the name or place. */
  q?: string;
  /** How the races are shown; by default as a list on a wide screen and as bibs on a narrow one. */
  view?: CalendarView;
}

/** New values for some of the parameters; undefined removes one. */
export type CalendarChange = { [Name in keyof CalendarSearch]?: CalendarSearch[Name] | undefined };

/** The views of the calendar: large bibs, a compact list, a table of one month. */
export type CalendarView = 'bibs' | 'list' | 'month';

const VIEWS: readonly CalendarView[] = ['bibs', 'list', 'month'];

const NAMES = ['distance', 'state', 'month', 'open', 'q'] as const;

/** Returns the known parameters as text and drops the rest. */
export function calendarSearch(raw: Record<string, unknown>): CalendarSearch {
  const search: CalendarSearch = knownTexts(raw, NAMES);
  const view = VIEWS.find((one) => one === raw.view);
  return view ? { ...search, view } : search;
}
