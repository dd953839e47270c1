import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { allPageRacesQuery, callFailure } from '@/api';
import { deskCore, now } from '@/core';
import { useFollowed } from '@/racekit';
import { CallNotice, DelayedSkeleton, EmptyState, SelectField, Skeleton, useFocusHomes } from '@/ui';
import { RaceAnnouncements } from './RaceAnnouncements';
import type { AnnouncementsSearch } from './search';

/** The page `/announcements`: mails to the entrants of a race. */
export function AnnouncementsPage() {
  const search = useSearch({ strict: false }) as AnnouncementsSearch;
  const navigate = useNavigate();
  useFocusHomes();
  const names = useQuery(allPageRacesQuery);
  const races = deskCore().listingAdmin(names.data ?? [], now());
  const race = search.race ?? races[0]?.name;
  const { screenId, markRenamed, markChosen } = useFollowed(race);
  const go = useCallback(
    (values: AnnouncementsSearch, replace: boolean) =>
      void navigate({ to: '/announcements', search: values as never, replace, resetScroll: false }),
    [navigate],
  );
  const rename = useCallback(
    (name: string) => {
      markRenamed(name);
      go({ ...search, race: name }, true);
    },
    [markRenamed, go, search],
  );
  return (
    <div className="column pt-8 pb-16 desk:pt-12">
      <h1 id="announcements-title" tabIndex={-1} className="display text-2xl outline-none sm:text-3xl desk:text-4xl">
        Announcements
      </h1>
      <p className="mt-2 max-w-[65ch] text-ink-2 print:hidden">
        A mail to everybody who is entered in a race and has an address: the start has moved, where packets are handed
        out.
      </p>
      <div className="mt-6">
        {names.error && <CallNotice {...callFailure(names.error)} onRetry={() => void names.refetch()} />}
        {names.isPending && !names.error && (
          <DelayedSkeleton label="Loading races">
            <Skeleton className="h-12 max-w-md" />
          </DelayedSkeleton>
        )}
        {names.data && race === undefined && (
          <EmptyState title="No races yet">
            Create a race and take its list of entrants in; then write to them here.
          </EmptyState>
        )}
      </div>
      {race !== undefined && (
        <>
          <SelectField
            label="Race"
            className="mt-4 max-w-xl print:hidden"
            value={race}
            onChange={(name) => {
              markChosen(name);
              go({ race: name }, false);
            }}
            options={withRace(races, race).map((one) => ({
              id: one.name,
              label: [one.name, one.date].filter(Boolean).join(', '),
            }))}
          />
          <RaceAnnouncements key={screenId} name={race} search={search} go={go} onRenamed={rename} />
        </>
      )}
    </div>
  );
}

/** Returns the races, with the one in the address added if the list does not contain it. */
function withRace(races: readonly { name: string; date?: string }[], race: string) {
  return races.some((one) => one.name === race) ? races : [{ name: race }, ...races];
}
