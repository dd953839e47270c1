import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Pause, Play } from 'lucide-react';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { allPageRacesQuery, callFailure, outcomeOf, raceDatesQuery } from '@/api';
import { core, deskCore, now } from '@/core';
import { useFollowed } from '@/racekit';
import {
  Button,
  buttonStyle,
  CallNotice,
  DelayedSkeleton,
  EmptyState,
  Notice,
  type RailSection,
  SectionRail,
  SelectField,
  Skeleton,
} from '@/ui';
import { deskQuery } from './api';
import { EntrantsPanel } from './EntrantsPanel';
import { KeysPanel } from './KeysPanel';
import { ReadsPanel } from './ReadsPanel';
import { RunPanel } from './RunPanel';
import { SetupPanel } from './SetupPanel';
import { StatusPanel } from './StatusPanel';
import type { DeskProps } from './types';

/** The page `/Timing`: the administrators' desk on race day, with everything for the timing of one race. */
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
      void navigate({ to: '.', search: { race: name }, replace: true });
    },
    [markRenamed, navigate],
  );
  const isLoading = names.isPending || dates.isPending;

  return (
    <div className="column py-6 sm:py-10">
      <h1 className="display text-2xl sm:text-3xl">Timing</h1>
      {names.isError || dates.isError ? (
        <div className="mt-6">
          <CallNotice
            {...callFailure(names.error ?? dates.error)}
            onRetry={() => void Promise.all([names.refetch(), dates.refetch()])}
          />
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
          <Desk key={screenId} name={race} onRenamed={rename} />
        </>
      )}
    </div>
  );
}

/** Returns the races, with the one in the address added if the list does not contain it. */
function withRace(races: readonly { name: string; date?: string }[], race: string) {
  return races.some((one) => one.name === race) ? races : [{ name: race }, ...races];
}

function Desk({
  name,
  onRenamed,
}: {
  name: string;
  /** Called with the race's new name when it was renamed. */
  onRenamed: (name: string) => void;
}) {
  const [paused, setPaused] = useState(false);
  // Set once: so a renamed race is not confused with another race that takes its name.
  const [id, setId] = useState<string>();
  const timedRace = useMemo(() => ({ name, id }), [name, id]);
  const queries = useQueryClient();
  const query = useQuery(deskQuery(timedRace, paused));
  const desk = query.data;
  // Cached data from before may be of another race with this name.
  const fresh = query.isFetchedAfterMount ? desk : undefined;
  if (id === undefined && fresh) setId(fresh.id);
  const currentName = fresh?.race;
  useEffect(() => {
    if (currentName === undefined || currentName === name) return;
    queries.setQueryData(deskQuery({ name: currentName }, false).queryKey, fresh);
    onRenamed(currentName);
  }, [currentName, name, fresh, queries, onRenamed]);
  if (!desk) {
    return (
      <div className="mt-6">
        {query.isError ? (
          <CallNotice {...callFailure(query.error)} onRetry={() => void query.refetch()} />
        ) : (
          <DelayedSkeleton label="Loading the timing desk">
            <Skeleton className="h-64" />
          </DelayedSkeleton>
        )}
      </div>
    );
  }
  const props: DeskProps = {
    race: name,
    timedRace,
    date: desk.date,
    zone: desk.timeZone,
    desk,
  };
  const undated = deskCore().deskUndated(props.date);
  const failed = query.isError ? core().liveFailure(outcomeOf(query.error)).state : undefined;
  const sections: RailSection[] = [
    { id: 'reads', title: 'Reads', open: true, content: <ReadsPanel {...props} /> },
    { id: 'contests', title: 'Contests', open: true, content: <SetupPanel {...props} /> },
    { id: 'entrants', title: 'Entrants', content: <EntrantsPanel {...props} /> },
    { id: 'status', title: 'Runner status', content: <StatusPanel {...props} /> },
    { id: 'keys', title: 'Timing keys', content: <KeysPanel {...props} /> },
    { id: 'run', title: 'New run', content: <RunPanel {...props} /> },
  ];
  return (
    <>
      <div className="mt-4 mb-6 flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="text-sm text-ink-2">
          <span role="status" className="label text-ink">
            {core().liveFreshness(failed, paused, false)}
          </span>{' '}
          <span className="tabular">Last updated {core().clockText(query.dataUpdatedAt, desk.timeZone)}</span>
        </p>
        <Button size="sm" onPress={() => setPaused(!paused)} aria-label={paused ? 'Resume refresh' : 'Pause refresh'}>
          {paused ? <Play size={16} aria-hidden="true" /> : <Pause size={16} aria-hidden="true" />}
          {paused ? 'Resume' : 'Pause'}
        </Button>
      </div>
      {query.isError && (
        <div className="mb-6">
          <CallNotice {...callFailure(query.error)}>
            What you see is from the last update, and nothing you typed is lost.
          </CallNotice>
        </div>
      )}
      {undated && (
        <div className="mb-6">
          <Notice tone={undated.tone}>
            <p>{undated.text}</p>
            <Link to="/EditRaces" search={{ race: name }} hash="header" className={buttonStyle({ size: 'sm' })}>
              Set its date
            </Link>
          </Notice>
        </div>
      )}
      <SectionRail label="Timing" sections={sections} />
    </>
  );
}
