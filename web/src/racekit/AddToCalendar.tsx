import { CalendarPlus } from 'lucide-react';
import { buttonStyle } from '@/ui';

/** The address of a race's calendar entry, an iCalendar file. */
export const calendarEntry = (race: string) => `/calendar/${encodeURIComponent(race)}.ics`;

/** A small button for lists that adds a race to the visitor's calendar. */
export function AddToCalendar({ race }: { race: string }) {
  return (
    <a
      href={calendarEntry(race)}
      className={buttonStyle({ size: 'sm', tone: 'quiet', icon: true })}
      title="Add to calendar"
      aria-label={`Add ${race} to your calendar`}
    >
      <CalendarPlus size={20} aria-hidden="true" />
    </a>
  );
}
