import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { callFailure, useSession } from '@/api';
import { deskCore, type Entrant } from '@/core';
import {
  buttonStyle,
  CallNotice,
  DelayedSkeleton,
  Notice,
  type RailSection,
  SectionRail,
  Skeleton,
  useFocusHomes,
  useMedia,
  WIDE_SCREEN,
} from '@/ui';
import { deskQuery } from './api';
import { ChecksPanel } from './ChecksPanel';
import { CorrectionsPanel } from './CorrectionsPanel';
import { EntrantDialog } from './EntrantDialog';
import { EntrantsPanel } from './EntrantsPanel';
import type { ChosenList } from './entrantsApi';
import { Freshness } from './Freshness';
import { Glance } from './Glance';
import { KeptStarts, SendStarts } from './KeptStarts';
import { useKeepDesk } from './keptDesk';
import { LastChange } from './LastChange';
import { LinePanel } from './LinePanel';
import { OfflineDesk } from './OfflineDesk';
import { PacketsPanel } from './PacketsPanel';
import { PrintPanel } from './PrintPanel';
import { ReadsPanel } from './ReadsPanel';
import { RunnerDesk } from './RunnerDesk';
import { RunnerSearch } from './RunnerSearch';
import { RunPanel } from './RunPanel';
import { SetupPanel } from './SetupPanel';
import { StartPanel } from './StartPanel';
import { StatusPanel } from './StatusPanel';
import { serverNow } from './serverClock';
import { TimersPanel } from './TimersPanel';
import type { Place } from './types';
import { useEntrantNews, useGunNews, useNews } from './useNews';

/**
 * The desk of a race. It is fetched every few seconds; each panel gets only the parts that it shows, so that an answer renders only the
 * panels for which something changed.
 */
export function RaceDesk({
  name,
  onRenamed,
}: {
  name: string;
  /** Called with the race's new name when it was renamed. */
  onRenamed: (name: string) => void;
}) {
  const session = useSession();
  // A timer times races, and changes no page.
  const isAdmin = session.loggedIn && session.profile.role === 'admin';
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
  useGunNews(fresh);
  useEntrantNews(fresh);
  useKeepDesk(fresh);
  useFocusHomes();
  const runner = useSearch({ from: '/Timing', select: (search) => search.runner });
  const navigate = useNavigate({ from: '/Timing' });
  const closeRunner = useCallback(
    () => void navigate({ to: '.', search: ({ runner: _, ...others }) => others, resetScroll: false }),
    [navigate],
  );
  const openEntrant = useCallback((entrant?: Entrant) => setOpened({ entrant }), []);
  const currentName = fresh?.race;
  useEffect(() => {
    if (currentName === undefined || currentName === name) return;
    queries.setQueryData(deskQuery({ name: currentName }, false).queryKey, fresh);
    onRenamed(currentName);
  }, [currentName, name, fresh, queries, onRenamed]);
  const [date, zone] = [desk?.date ?? '', desk?.timeZone ?? ''];
  const wide = useMedia(WIDE_SCREEN);
  // Once it is on top it stays there: the start must not move while somebody is about to press.
  const [wasNext, setWasNext] = useState(false);
  if (!wasNext && fresh?.setup && deskCore().startIsNext(fresh.setup, date, zone, serverNow())) setWasNext(true);
  const startFirst = wasNext && !wide;
  const place = useMemo<Place>(() => ({ timedRace, date, zone }), [timedRace, date, zone]);
  // The counts of the mats change all the time, their names hardly ever.
  const matNames = JSON.stringify((desk?.boxes ?? []).filter((box) => box.reads > 0).map((box) => box.mat));
  const mats = useMemo(() => JSON.parse(matNames) as string[], [matNames]);
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
  const {
    setup,
    setupVersion,
    counts,
    runners,
    boxes,
    missed,
    timers,
    unknownTotal,
    clockChange,
    corrections,
    entrantChanges,
    boxNames,
    run,
  } = desk;
  const latest = corrections[0]?.id ?? 0;
  const revision = `${run} ${setupVersion} ${latest} ${entrantChanges[0]?.id ?? ''}`;
  const undated = deskCore().deskUndated(date);
  const start = <StartPanel {...place} {...{ race: name, id: desk.id, run, setup }} buttonFirst={startFirst} />;
  const sections: RailSection[] = [
    ...(startFirst ? [] : [{ id: 'start', title: 'Start', open: true, content: start }]),
    {
      id: 'look',
      title: 'To look at',
      open: true,
      content: <ChecksPanel {...{ place, runners, timers, unknownTotal, revision }} />,
    },
    {
      id: 'line',
      title: 'At the line',
      open: true,
      content: <LinePanel {...place} {...{ id: desk.id, run, setup }} />,
    },
    {
      id: 'reads',
      title: 'Reads',
      open: true,
      content: <ReadsPanel {...{ runners, counts, boxes, missed, zone }} />,
    },
    {
      id: 'contests',
      title: 'Contests',
      open: true,
      content: <SetupPanel {...{ place, race: name, id: desk.id, setup, setupVersion, mats }} />,
    },
    {
      id: 'entrants',
      title: 'Entrants',
      content: (
        <EntrantsPanel {...{ timedRace, zone, list }} entrants={desk.entrants} onList={setList} onOpen={openEntrant} />
      ),
    },
    {
      id: 'status',
      title: 'Runner status',
      content: <StatusPanel {...{ place, setup, revision }} out={runners.out} />,
    },
    { id: 'corrections', title: 'Corrections', content: <CorrectionsPanel {...{ place, boxNames, revision }} /> },
    { id: 'print', title: 'Print', content: <PrintPanel {...place} race={name} setup={setup} /> },
    { id: 'packets', title: 'Packets', content: <PacketsPanel {...place} />, onScreenOnly: true },
    { id: 'timers', title: 'Timers', content: <TimersPanel {...{ timedRace, zone }} keys={desk.keys} /> },
    {
      id: 'run',
      title: 'New run',
      content: <RunPanel {...{ place, race: name, run, setup, latest }} reads={counts.reads} />,
    },
  ];
  return (
    <>
      <Freshness race={timedRace} zone={zone} paused={paused} onPause={setPaused} />
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
            {isAdmin && (
              <Link to="/EditRaces" search={{ race: name }} hash="header" className={buttonStyle({ size: 'sm' })}>
                Set its date
              </Link>
            )}
          </Notice>
        </div>
      )}
      <SendStarts race={timedRace} />
      <Glance
        {...{ setup, counts, runners, boxes, timers, unknownTotal, clockChange }}
        start={
          startFirst && (
            <section aria-labelledby="start-title" id="start" className="flex flex-col gap-3">
              <h2 id="start-title" className="display text-lg">
                Start
              </h2>
              {start}
            </section>
          )
        }
      />
      <div className="mb-6">
        <RunnerSearch race={timedRace} />
        {isAdmin && (
          <Link
            to="/announcements"
            search={{ race: name }}
            className={`${buttonStyle({ size: 'sm' })} mt-3 print:hidden`}
          >
            Write to the entrants
          </Link>
        )}
      </div>
      <SectionRail label="Timing" sections={sections} />
      <LastChange race={timedRace} />
      <RunnerDesk place={place} bib={runner} onClose={closeRunner} />
      {opened && (
        <EntrantDialog
          key={opened.entrant?.bib ?? ''}
          timedRace={timedRace}
          entrant={opened.entrant}
          onClose={() => setOpened(undefined)}
        />
      )}
    </>
  );
}
