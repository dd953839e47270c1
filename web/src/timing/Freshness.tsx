import { useQuery } from '@tanstack/react-query';
import { Pause, Play } from 'lucide-react';
import { outcomeOf } from '@/api';
import { core } from '@/core';
import { Button } from '@/ui';
import { deskQuery, type TimedRace } from './api';

/** How old the desk's answer is, and the button that pauses the updates. Alone, because it is rendered with every answer. */
export function Freshness({
  race,
  zone,
  paused,
  onPause,
}: {
  race: TimedRace;
  zone: string;
  paused: boolean;
  onPause: (paused: boolean) => void;
}) {
  // The page fetches the desk.
  const query = useQuery({ ...deskQuery(race, true), enabled: false });
  const failed = query.isError ? core().liveFailure(outcomeOf(query.error)).state : undefined;
  return (
    <div className="mt-4 mb-6 flex flex-wrap items-center gap-x-4 gap-y-2">
      <p className="text-sm text-ink-2">
        <span role="status" className="label text-ink">
          {core().liveFreshness(failed, paused, false)}
        </span>{' '}
        <span className="tabular">Last updated {core().clockText(query.dataUpdatedAt, zone)}</span>
      </p>
      <Button size="sm" onPress={() => onPause(!paused)} aria-label={paused ? 'Resume refresh' : 'Pause refresh'}>
        {paused ? <Play size={16} aria-hidden="true" /> : <Pause size={16} aria-hidden="true" />}
        {paused ? 'Resume' : 'Pause'}
      </Button>
    </div>
  );
}
