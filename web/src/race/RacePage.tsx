import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { raceQuery } from '@/api';
import { core } from '@/core';
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
  if (race) {
    return (
      <article>
        <RaceHeader race={race} />
        <RaceSectionsView race={race} />
      </article>
    );
  }
  return error ? <LoadFailed kind="race" error={error} /> : <RacePageSkeleton />;
}
