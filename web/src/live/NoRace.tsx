import { useQuery } from '@tanstack/react-query';
import { raceDatesQuery } from '@/api';
import { core, defaultZone, type RaceDateEntry } from '@/core';
import { buttonStyle, Notice, RaceBib } from '@/ui';

/** When there is nothing to follow: says so, and when there will be. */
export function NoRace() {
  const { data } = useQuery(raceDatesQuery);
  const entries = (data ?? []) as RaceDateEntry[];
  const next = data ? core().liveNextRace(entries, Date.now()) : undefined;
  const entry = entries.find((one) => one.Race === next?.race);
  const zone = entry?.TimeZone || defaultZone();
  return (
    <div className="grid items-center gap-8 py-8 sm:grid-cols-[minmax(0,1fr)_minmax(0,22rem)] sm:gap-12 sm:py-12">
      <div className="flex flex-col items-start gap-4">
        <h1 className="display text-2xl sm:text-3xl">No race is live right now</h1>
        {next && entry ? (
          <>
            <p className="max-w-prose text-ink-2">
              Live tracking opens one hour before the first start. Next is{' '}
              <strong className="text-ink">{next.race}</strong>, on {core().dateWeekday(entry.Date ?? '')}, {entry.Date}
              : from {shortClock(next.window.opens, zone)} you can follow every runner here, the first start is at{' '}
              {shortClock(next.window.starts, zone)}.
            </p>
            <a href={`/race/${encodeURIComponent(next.race)}`} className={buttonStyle({ tone: 'ink' })}>
              See the race
            </a>
          </>
        ) : (
          data && <Notice tone="info">{core().liveWords().noRaces}</Notice>
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

/** `6:30 AM` on the race's clocks, from the core's `6:30:00 AM`. */
function shortClock(ms: number, zone: string): string {
  return core()
    .clockText(ms, zone)
    .replace(/:\d\d (?=[AP]M)/, ' ');
}
