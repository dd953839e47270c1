import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Pause, Play } from 'lucide-react';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { allPageRacesQuery, callFailure, outcomeOf, raceDatesQuery } from '@/api';
import { core, deskCore, type Entrant, now } from '@/core';
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
import { ChecksPanel } from './ChecksPanel';
import { CorrectionsPanel } from './CorrectionsPanel';
import { EntrantDialog } from './EntrantDialog';
import { EntrantsPanel } from './EntrantsPanel';
import type { ChosenList } from './entrantsApi';
import { Glance } from './Glance';
import { KeptStarts } from './KeptStarts';
import { useKeepDesk } from './keptDesk';
import { LastChange } from './LastChange';
import { LinePanel } from './LinePanel';
import { OfflineDesk } from './OfflineDesk';
import { PrintPanel } from './PrintPanel';
import { ReadsPanel } from './ReadsPanel';
import { RunnerDesk } from './RunnerDesk';
import { RunnerSearch } from './RunnerSearch';
import { RunPanel } from './RunPanel';
import { SetupPanel } from './SetupPanel';
import { StartPanel } from './StartPanel';
import { StatusPanel } from './StatusPanel';
import { TimersPanel } from './TimersPanel';
import type { DeskProps, Place } from './types';
import { useNews } from './useNews';

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
  const [list, setList] = useState<ChosenList>({ typed: '' });
  /** The entrant whose form is open; none in the form of a new one. */
  const [opened, setOpened] = useState<{ entrant?: Entrant | undefined }>();
  // Set once: so a renamed race is not confused with another race that takes its name.
  const [id, setId] = useState<string>();
  const timedRace = useMemo(() => ({ name, id }), [name, id]);
  const queries = useQueryClient();
  const query = useQuery(deskQuery(timedRace, paused));
  const desk = query.data;
  // Cached data from before may be of another race with this name.
  const fresh = query.isFetchedAfterMount ? desk : undefined;
  if (id === undefined && fresh) setId(fresh.id);
  useNews(fresh?.corrections);
  useKeepDesk(fresh);
  const runner = useSearch({ from: '/Timing', select: (search) => search.runner });
  const navigate = useNavigate({ from: '/Timing' });
  const closeRunner = () =>
    void navigate({ to: '.', search: ({ runner: _, ...others }) => others, resetScroll: false });
  const currentName = fresh?.race;
  useEffect(() => {
    if (currentName === undefined || currentName === name) return;
    queries.setQueryData(deskQuery({ name: currentName }, false).queryKey, fresh);
    onRenamed(currentName);
  }, [currentName, name, fresh, queries, onRenamed]);
  if (!desk) {
    return (
      <div className="mt-6 flex flex-col gap-8">
        {query.isError ? (
          <>
            <CallNotice {...callFailure(query.error)} onRetry={() => void query.refetch()} />
            <OfflineDesk race={timedRace} error={query.error} />
          </>
        ) : (
          <>
            <KeptStarts race={timedRace} />
            <DelayedSkeleton label="Loading the timing desk">
              <Skeleton className="h-64" />
            </DelayedSkeleton>
          </>
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
  const { setup, counts, runners, boxes, missed, checks, unknownTags, corrections, boxNames } = desk;
  const place: Place = { timedRace, date: desk.date, zone: desk.timeZone };
  const undated = deskCore().deskUndated(props.date);
  const failed = query.isError ? core().liveFailure(outcomeOf(query.error)).state : undefined;
  const sections: RailSection[] = [
    {
      id: 'start',
      title: 'Start',
      open: true,
      content: <StartPanel {...place} {...{ race: name, id: desk.id, setup }} />,
    },
    {
      id: 'look',
      title: 'To look at',
      open: true,
      content: <ChecksPanel {...place} {...{ checks, runners, unknownTags }} />,
    },
    {
      id: 'line',
      title: 'At the line',
      open: true,
      content: <LinePanel {...place} {...{ id: desk.id, run: desk.run, setup }} />,
    },
    {
      id: 'reads',
      title: 'Reads',
      open: true,
      content: <ReadsPanel {...{ runners, counts, boxes, missed, zone: desk.timeZone }} />,
    },
    { id: 'contests', title: 'Contests', open: true, content: <SetupPanel {...props} /> },
    {
      id: 'entrants',
      title: 'Entrants',
      content: <EntrantsPanel {...props} list={list} onList={setList} onOpen={(entrant) => setOpened({ entrant })} />,
    },
    { id: 'status', title: 'Runner status', content: <StatusPanel {...place} setup={setup} /> },
    {
      id: 'corrections',
      title: 'Corrections',
      content: <CorrectionsPanel {...place} latest={corrections[0]?.id ?? 0} boxNames={boxNames} />,
    },
    { id: 'print', title: 'Print', content: <PrintPanel {...place} race={name} setup={setup} /> },
    { id: 'timers', title: 'Timers', content: <TimersPanel {...props} /> },
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
      <KeptStarts race={{ name, id: desk.id }} />
      <Glance {...{ setup, counts, runners, boxes }} timers={checks.timers} unknownTags={unknownTags.length} />
      <div className="mb-6">
        <RunnerSearch race={timedRace} />
      </div>
      <SectionRail label="Timing" sections={sections} />
      <LastChange race={timedRace} />
      <RunnerDesk place={place} bib={runner} onClose={closeRunner} />
      {opened && (
        <EntrantDialog
          key={opened.entrant?.bib ?? ''}
          {...props}
          entrant={opened.entrant}
          onClose={() => setOpened(undefined)}
        />
      )}
    </>
  );
}
