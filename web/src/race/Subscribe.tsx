import { CalendarSync, ChevronDown, Copy, Rss } from 'lucide-react';
import { Button, buttonStyle, ShareButton, toast } from '@/ui';

const item = 'link inline-flex min-h-11 items-center gap-2 text-sm';

/**
 * The links to the feed of all races, with which a calendar program stays up to date. Subscribe opens the device's calendar program;
 * next to it are links for other calendars, and the feed's address to copy.
 */
export function Subscribe() {
  const address = `${location.origin}/calendar.ics`;
  const webcal = `webcal://${location.host}/calendar.ics`;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address);
      toast.success('Link copied');
    } catch {
      // Without access to the clipboard, the address is selected in its field, so that it can be copied by hand.
      document.querySelector<HTMLInputElement>('#calendar-address')?.select();
    }
  };
  return (
    <div className="flex flex-wrap items-center gap-x-4 print:hidden">
      <a href={webcal} className={buttonStyle()}>
        <CalendarSync size={20} aria-hidden="true" /> Subscribe
      </a>
      <a href="/feed.xml" className={item}>
        <Rss size={16} aria-hidden="true" /> RSS
      </a>
      <details className="group relative">
        <summary className={`${item} cursor-pointer list-none [&::-webkit-details-marker]:hidden`}>
          Other calendars
          <ChevronDown size={16} aria-hidden="true" className="group-open:rotate-180" />
        </summary>
        <div className="absolute right-0 z-30 flex w-[min(24rem,100vw-2rem)] flex-col gap-1 rounded-control border border-rule bg-card p-4 shadow-float max-sm:right-auto max-sm:left-0">
          <a
            href={`https://calendar.google.com/calendar/r?cid=${encodeURIComponent(webcal)}`}
            target="_blank"
            rel="noopener noreferrer"
            className={item}
          >
            Google Calendar<span className="sr-only">(opens in a new tab)</span>
          </a>
          <a href="/calendar.ics" className={item} download>
            Calendar file
          </a>
          <label htmlFor="calendar-address" className="label mt-2 text-sm">
            Address for any other calendar
          </label>
          <div className="flex gap-2">
            <input
              id="calendar-address"
              readOnly
              value={address}
              onFocus={(event) => event.target.select()}
              className="min-h-11 w-full min-w-0 rounded-control border border-control bg-sunk px-3 text-sm"
            />
            <Button icon aria-label="Copy the calendar’s address" onPress={() => void copy()}>
              <Copy size={20} aria-hidden="true" />
            </Button>
          </div>
        </div>
      </details>
      <ShareButton title="Races" />
    </div>
  );
}
