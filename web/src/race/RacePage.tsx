import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { raceQuery } from '@/api';
import { core, type Race } from '@/core';
import { usePageName } from '@/ui';
import { LoadFailed } from './LoadFailed';
import { RaceHeader } from './RaceHeader';
import { RacePageSkeleton } from './RacePageSkeleton';
import { RaceSectionsView } from './RaceSectionsView';

/** The public page of a race. */
export function RacePage() {
  const { RaceName } = useParams({ strict: false }) as { RaceName: string };
  const name = core().raceNameFromSegment(RaceName);
  const { data: race, error } = useQuery(raceQuery(name));
  usePageName(race?.Race ?? name);
  if (race) return <RaceView race={race} />;
  return error ? <LoadFailed kind="race" error={error} /> : <RacePageSkeleton />;
}

/** A race as its page shows it. */
export function RaceView({ race }: { race: Race }) {
  return (
    <article>
      <RaceHeader race={race} />
      <RaceSectionsView race={race} />
    </article>
  );
}
