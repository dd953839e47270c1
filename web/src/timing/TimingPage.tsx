import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { allPageRacesQuery, callFailure, raceDatesQuery } from '@/api';
import { core, deskCore, now } from '@/core';
import { useFollowed } from '@/racekit';
import { CallNotice, DelayedSkeleton, EmptyState, SelectField, Skeleton } from '@/ui';
import { OfflineDesk } from './OfflineDesk';
import { RaceDesk } from './RaceDesk';

/** The page `/Timing`: the desk of timers and administrators on race day, with everything for the timing of one race. */
export function TimingPage() {
  const search = useSearch({ from: '/Timing' });
  const navigate = useNavigate({ from: '/Timing' });
  const names = useQuery(allPageRacesQuery);
  const dates = useQuery(raceDatesQuery);
  const entries = dates.data ?? [];
  const races = deskCore().listingAdmin(names.data ?? [], now());
  // biome-ignore lint/nursery/useReactCompiler: the live race depends on the current time.
  const race = search.race ?? core().liveRaces(entries, Date.now())[0]?.race ?? races[0]?.name;
  const { screenId, markRenamed, markChosen } = useFollowed(race);
  const choose = (name: string) => {
    markChosen(name);
    void navigate({ to: '.', search: { race: name } });
  };
  const rename = useCallback(
    (name: string) => {
      markRenamed(name);
      void navigate({ to: '.', search: (before) => ({ ...before, race: name }), replace: true });
    },
    [markRenamed, navigate],
  );
  const isLoading = names.isPending || dates.isPending;

  return (
    <div className="column py-6 sm:py-10">
      <h1 className="display text-2xl sm:text-3xl">Timing</h1>
      {names.isError || dates.isError ? (
        <div className="mt-6 flex flex-col gap-8">
          <CallNotice
            {...callFailure(names.error ?? dates.error)}
            onRetry={() => void Promise.all([names.refetch(), dates.refetch()])}
          />
          <OfflineDesk race={search.race === undefined ? undefined : { name: search.race }} error={names.error} />
        </div>
      ) : isLoading ? (
        <div className="mt-6">
          <DelayedSkeleton label="Loading races">
            <Skeleton className="h-12 max-w-md" />
          </DelayedSkeleton>
        </div>
      ) : race === undefined ? (
        <div className="mt-6">
          <EmptyState title="No races yet">Create a race first; then its timing can be set up here.</EmptyState>
        </div>
      ) : (
        <>
          <SelectField
            label="Race"
            className="mt-4 max-w-xl"
            value={race}
            onChange={choose}
            options={withRace(races, race).map((one) => ({
              id: one.name,
              label: [one.name, one.date].filter(Boolean).join(', '),
            }))}
          />
          <RaceDesk key={screenId} name={race} onRenamed={rename} />
        </>
      )}
    </div>
  );
}

/** Returns the races, with the one in the address added if the list does not contain it. */
function withRace(races: readonly { name: string; date?: string }[], race: string) {
  return races.some((one) => one.name === race) ? races : [{ name: race }, ...races];
}
