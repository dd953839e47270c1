import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { isMissing, raceQuery } from '@/api';
import { core, type Race } from '@/core';
import { NO_PAGE_NAME, usePageName } from '@/ui';
import { HiddenNotice } from './HiddenNotice';
import { LoadFailed } from './LoadFailed';
import { RaceHeader } from './RaceHeader';
import { RacePageSkeleton } from './RacePageSkeleton';
import { RaceSectionsView } from './RaceSectionsView';
import { useCurrentName } from './useCurrentName';

/** The public page of a race. */
export function RacePage() {
  const { RaceName } = useParams({ strict: false }) as { RaceName: string };
  const name = core().raceNameFromSegment(RaceName);
  const { data: race, error } = useQuery(raceQuery(name));
  usePageName(race?.Race ?? (isMissing(error) ? NO_PAGE_NAME : name));
  useCurrentName('/race/$RaceName', name, race);
  if (race) {
    return (
      <>
        <HiddenNotice race={race} />
        <RaceView race={race} />
      </>
    );
  }
  return error ? <LoadFailed kind="race" error={error} /> : <RacePageSkeleton />;
}

/** The content of a race's page. */
export function RaceView({ race }: { race: Race }) {
  return (
    <article>
      <RaceHeader race={race} />
      <RaceSectionsView race={race} />
    </article>
  );
}
