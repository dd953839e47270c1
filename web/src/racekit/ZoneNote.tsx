import { Clock } from 'lucide-react';
import { useMemo } from 'react';
import { core, raceStart } from '@/core';
import type { RaceFacts } from './RaceBib';

/** Names the time zone of a page's times for a visitor whose own clock differs; renders nothing for other visitors. */
export function ZoneNote({
  races,
  className = '',
}: {
  races: readonly (Pick<RaceFacts, 'Date' | 'DistanceStartTimes'> & { TimeZone: string })[];
  className?: string;
}) {
  const note = useMemo(() => {
    const times = races.map((race) => {
      // biome-ignore lint/nursery/useReactCompiler: without a date, the difference between the zones is today's.
      const at = raceStart({ ...race, DistanceStartTimes: [...race.DistanceStartTimes] }) ?? Date.now();
      return { zone: race.TimeZone, at, visitor: -new Date(at).getTimezoneOffset() };
    });
    return core().zoneNote(times);
  }, [races]);
  if (!note) return null;
  return (
    <p className={`flex items-center gap-2 text-sm text-ink-2 ${className}`}>
      <Clock size={16} className="shrink-0 text-ink-3" aria-hidden="true" />
      {note}
    </p>
  );
}
