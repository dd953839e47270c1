import { CalendarPlus } from 'lucide-react';
import { buttonStyle } from '@/ui';

/** A race's entry for the visitor's own calendar, as a file. */
export const calendarEntry = (race: string) => `/calendar/${encodeURIComponent(race)}.ics`;

/** The small button of a list that adds a race to the visitor's calendar. */
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
