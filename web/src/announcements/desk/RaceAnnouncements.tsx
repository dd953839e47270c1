import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { callFailure, isMissing } from '@/api';
import { deskCore } from '@/core';
import { buttonStyle, CallNotice, DelayedSkeleton, EmptyState, Notice, Skeleton } from '@/ui';
import { AnnouncementList } from './AnnouncementList';
import { AnnouncementView } from './AnnouncementView';
import { announcementsQuery, type OfRace } from './api';
import { Composer } from './Composer';
import type { AnnouncementsSearch } from './search';

/** What was announced to a race, and the form of another announcement. */
export function RaceAnnouncements({
  name,
  search,
  go,
  onRenamed,
}: {
  name: string;
  search: AnnouncementsSearch;
  go: (values: AnnouncementsSearch, replace: boolean) => void;
  /** Called with the race's new name when it was renamed. */
  onRenamed: (name: string) => void;
}) {
  // Set once: so a renamed race is not confused with another race that takes its name.
  const [id, setId] = useState<string>();
  const race = useMemo(() => ({ name, id }), [name, id]);
  const { data, error, refetch, isFetchedAfterMount } = useQuery(announcementsQuery(race));
  // Cached data from before may be of another race with this name.
  if (id === undefined && data && isFetchedAfterMount) setId(data.raceID);
  const current = data?.race;
  useEffect(() => {
    if (current !== undefined && current !== name) onRenamed(current);
  }, [current, name, onRenamed]);
  const open = (announcement: string | undefined) =>
    go({ race: name, ...(announcement === undefined ? {} : { open: announcement }) }, false);

  if (isMissing(error)) {
    return (
      <div className="mt-6">
        <EmptyState title="There is no such race any more">
          It may have been deleted or renamed. What was not sent of its announcements is stopped. Choose another race
          above.
        </EmptyState>
      </div>
    );
  }
  return (
    <div className="mt-6 flex flex-col gap-6">
      {error && (
        <CallNotice {...callFailure(error)} onRetry={() => void refetch()}>
          {data ? 'What you see is from the last answer, and nothing you typed is lost.' : undefined}
        </CallNotice>
      )}
      {!data && !error && (
        <DelayedSkeleton label="Loading the announcements">
          <Skeleton className="h-16 w-full" />
          <Skeleton className="mt-6 h-64 w-full" />
        </DelayedSkeleton>
      )}
      {data && (
        <>
          <About race={data} />
          {search.open !== undefined ? (
            <AnnouncementView
              key={search.open}
              race={race}
              announcement={search.open}
              search={search}
              go={go}
              onClose={() => open(undefined)}
            />
          ) : (
            data.audience.entrants > 0 && <Composer key={data.raceID} race={race} data={data} onSent={open} />
          )}
          <AnnouncementList race={race} items={data.items} open={search.open} />
        </>
      )}
    </div>
  );
}

/** Whom an announcement reaches now, and what its author should know about the race. */
function About({ race: { race, audience, isHidden, isCanceled } }: { race: OfRace }) {
  return (
    <div className="flex flex-col gap-3 print:hidden">
      {isCanceled && <Notice tone="info">{race} is canceled. Its entrants can still be written to.</Notice>}
      {isHidden && <Notice tone="info">The page of {race} is hidden: entrants who look for it do not find it.</Notice>}
      <p role="status" className="tabular text-lg">
        {deskCore().announcementAudience(audience)}
      </p>
      {(audience.entrants === 0 || audience.withoutAddress > 0) && (
        <p>
          <Link to="/Timing" search={{ race }} className={buttonStyle({ size: 'sm' })}>
            {audience.entrants === 0 ? 'Take the list of entrants in' : 'Entrants and their addresses'}
          </Link>
        </p>
      )}
    </div>
  );
}
