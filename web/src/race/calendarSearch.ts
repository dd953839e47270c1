/** What of the calendar stands in its address, so that a view can be shared. */

/** The calendar's search params; an absent one lets everything through. */
export interface CalendarSearch {
  distance?: string;
  state?: string;
  /** `2024-06` */
  month?: string;
  /** `1`: only races that can be registered for. */
  open?: string;
}

const NAMES = ['distance', 'state', 'month', 'open'] as const;

/** Takes only what belongs here, as text. */
export function calendarSearch(raw: Record<string, unknown>): CalendarSearch {
  const search: CalendarSearch = {};
  for (const name of NAMES) {
    const value = raw[name];
    if ((typeof value === 'string' && value !== '') || typeof value === 'number') search[name] = String(value);
  }
  return search;
}
