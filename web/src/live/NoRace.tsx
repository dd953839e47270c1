import { useQuery } from '@tanstack/react-query';
import { raceDatesQuery } from '@/api';
import { core, defaultZone, type LiveRace, type RaceDateEntry } from '@/core';
import { RaceBib, ZoneNote } from '@/racekit';
import { buttonStyle, Notice } from '@/ui';

/** When there is nothing to follow: says so, and when there will be. */
export function NoRace() {
  const { next, entry, known } = useNext();
  return (
    <div className="grid items-center gap-8 py-8 sm:grid-cols-[minmax(0,1fr)_minmax(0,22rem)] sm:gap-12 sm:py-12">
      <div className="flex flex-col items-start gap-4">
        <h1 className="display text-2xl sm:text-3xl">No race is live right now</h1>
        {next && entry ? (
          <>
            <p className="max-w-prose text-ink-2">
              <When next={next} entry={entry} />
            </p>
            <ZoneNote races={[entry]} />
            <a href={`/race/${encodeURIComponent(next.race)}`} className={buttonStyle({ tone: 'ink' })}>
              See the race
            </a>
          </>
        ) : (
          known && <Notice tone="info">{core().liveWords().noRaces}</Notice>
        )}
      </div>
      {next && entry && (
        <RaceBib
          race={{
            Race: next.race,
            Date: entry.Date ?? '',
            Distance: '',
            DistanceStartTimes: entry.DistanceStartTimes ?? [],
          }}
        />
      )}
    </div>
  );
}

/** The same in a line, above the board of a race that is over. */
export function NextRace() {
  const { next, entry } = useNext();
  return (
    <Notice tone="info" title="No race is live right now">
      <p className="text-ink-2">This is the race timed last. {next && entry && <When next={next} entry={entry} />}</p>
    </Notice>
  );
}

function When({ next, entry }: { next: LiveRace; entry: RaceDateEntry }) {
  const zone = entry.TimeZone || defaultZone();
  return (
    <>
      Next is <strong className="text-ink">{next.race}</strong>, on {core().dateWeekday(entry.Date ?? '')}, {entry.Date}
      : from {shortClock(next.window.opens, zone)} you can follow every runner here, the first start is at{' '}
      {shortClock(next.window.starts, zone)}.
    </>
  );
}

function useNext(): { next: LiveRace | undefined; entry: RaceDateEntry | undefined; known: boolean } {
  const { data } = useQuery(raceDatesQuery);
  const entries = (data ?? []) as RaceDateEntry[];
  // biome-ignore lint/nursery/useReactCompiler: the next race is that of the moment.
  const next = data ? core().liveNextRace(entries, Date.now()) : undefined;
  return { next, entry: entries.find((one) => one.Race === next?.race), known: data !== undefined };
}

/** `6:30 AM` on the race's clocks, from the core's `6:30:00 AM`. */
function shortClock(ms: number, zone: string): string {
  return core()
    .clockText(ms, zone)
    .replace(/:\d\d (?=[AP]M)/, ' ');
}
