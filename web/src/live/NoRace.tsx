import { useQuery } from '@tanstack/react-query';
import { raceDatesQuery } from '@/api';
import { core, defaultZone, type LiveRace, type RaceDateEntry } from '@/core';
import { RaceBib, ZoneNote } from '@/racekit';
import { buttonStyle, Notice } from '@/ui';

/** The page's content when no race is live and none has a board: a message, and the next race. */
export function NoRace() {
  const { next, entry, isLoaded } = useNextRace();
  return (
    <div className="grid items-center gap-8 py-8 sm:grid-cols-[minmax(0,1fr)_minmax(0,22rem)] sm:gap-12 sm:py-12">
      <div className="flex flex-col items-start gap-4">
        <h1 className="display text-2xl sm:text-3xl">No race is live right now</h1>
        {next && entry ? (
          <>
            <p className="max-w-prose text-ink-2">
              <NextRaceText next={next} entry={entry} />
            </p>
            <ZoneNote races={[entry]} />
            <a href={`/race/${encodeURIComponent(next.race)}`} className={buttonStyle({ tone: 'ink' })}>
              See the race
            </a>
          </>
        ) : (
          isLoaded && <Notice tone="info">{core().liveWords().noRaces}</Notice>
        )}
      </div>
      {next && entry && (
        <RaceBib
          race={{
            Race: next.race,
            Date: entry.Date,
            Distance: '',
            DistanceStartTimes: entry.DistanceStartTimes,
          }}
        />
      )}
    </div>
  );
}

/** The same information in one notice, shown above the board of a race that is over. */
export function NextRace() {
  const { next, entry } = useNextRace();
  return (
    <Notice tone="info" title="No race is live right now">
      <p className="text-ink-2">
        This is the race timed last. {next && entry && <NextRaceText next={next} entry={entry} />}
      </p>
    </Notice>
  );
}

function NextRaceText({ next, entry }: { next: LiveRace; entry: RaceDateEntry }) {
  const zone = entry.TimeZone || defaultZone();
  return (
    <>
      Next is <strong className="text-ink">{next.race}</strong>, on {core().dateWeekday(entry.Date)}, {entry.Date}: from{' '}
      {shortClock(next.window.opens, zone)} you can follow every runner here, the first start is at{' '}
      {shortClock(next.window.starts, zone)}.
    </>
  );
}

function useNextRace(): { next: LiveRace | undefined; entry: RaceDateEntry | undefined; isLoaded: boolean } {
  const { data } = useQuery(raceDatesQuery);
  const entries = data ?? [];
  // biome-ignore lint/nursery/useReactCompiler: the next race depends on the current time.
  const next = data ? core().liveNextRace(entries, Date.now()) : undefined;
  return { next, entry: entries.find((one) => one.Race === next?.race), isLoaded: data !== undefined };
}

/** The time in the race's time zone as `6:30 AM`, made from the core's `6:30:00 AM`. */
function shortClock(ms: number, zone: string): string {
  return core()
    .clockText(ms, zone)
    .replace(/:\d\d (?=[AP]M)/, ' ');
}
