import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { type Field, isMissing, outcomeOf, raceDatesQuery, useClock, useField } from '@/api';
import { core, type Filters } from '@/core';
import { FieldNotices, useFollowed, ZoneNote } from '@/racekit';
import { Button, DelayedSkeleton, Notice, Skeleton } from '@/ui';
import { type LiveRaceEntry, liveFiltersQuery, liveRacesQuery } from './api';
import { Freshness } from './Freshness';
import { FollowStrip } from './follow/FollowStrip';
import { useNoticesOf } from './follow/followed';
import { SharedFollows } from './follow/SharedFollows';
import { useFollow } from './follow/useFollow';
import { LiveBoard } from './LiveBoard';
import { LiveMap } from './LiveMap';
import { NextRace, NoRace } from './NoRace';
import { RaceChooser } from './RaceChooser';
import { ListSkeleton } from './RunnerList';
import type { LiveSearch } from './search';
import { useCachedRace, useRaceId, useStaying } from './shownRace';
import { useDialogPart } from './useDialogPart';

const loadRunnerDialog = async () => (await import('./RunnerDialog')).RunnerDialog;

/** The page `/liveRace`: the live board of a race (SPEC §2). Most of its visitors stand at the course with a phone. */
export function LivePage() {
  const search = useSearch({ from: '/liveRace' });
  const races = useQuery(liveRacesQuery);
  // A race named in the address is opened without the list; otherwise it is the first of the list (DESIGN §5).
  const [staying, stay] = useStaying(races.data);
  const listed = search.race ?? staying;
  const race = useCachedRace(listed, races.isError);
  const [paused, setPaused] = useState(false);
  const { screenId, markRenamed, markChosen } = useFollowed(race);
  const [raceId, takeOwnId] = useRaceId(races.data, race, screenId);
  const field = useField(race, screenId, paused, useNoticesOf(raceId) === 'page');
  const ownId = field.info?.raceID;
  useEffect(() => takeOwnId(ownId), [ownId, takeOwnId]);
  const currentName = field.info?.race;
  const queries = useQueryClient();
  const navigate = useNavigate({ from: '/liveRace' });
  const choose = (name: string) => {
    markChosen(name);
    void navigate({ to: '.', search: { race: name }, resetScroll: false });
  };
  const inAddress = search.race !== undefined;
  useEffect(() => {
    if (currentName === undefined || race === undefined || currentName === race) return;
    markRenamed(currentName);
    stay(currentName);
    void queries.invalidateQueries({ queryKey: liveRacesQuery.queryKey });
    if (!inAddress) return;
    void navigate({
      to: '.',
      search: (before) => ({ ...before, race: currentName }),
      replace: true,
      resetScroll: false,
    });
  }, [currentName, race, inAddress, markRenamed, stay, queries, navigate]);

  if (race === undefined) {
    return (
      <div className="column py-6 sm:py-8">
        {races.data ? <NoRace /> : races.isError ? <Failed retry={() => void races.refetch()} /> : <PageSkeleton />}
      </div>
    );
  }
  return (
    <LiveRace
      key={screenId}
      race={race}
      raceId={raceId}
      races={races.data ?? []}
      search={search}
      field={field}
      paused={paused}
      onPause={setPaused}
      onChoose={choose}
    />
  );
}

/** The note that names the time zone of the board's times of day. */
function LiveZone({ race }: { race: string }) {
  const { data } = useQuery(raceDatesQuery);
  const races = useMemo(() => (data ?? []).filter((one) => one.Race === race), [data, race]);
  return <ZoneNote races={races} className="mt-2" />;
}

function LiveRace({
  race,
  raceId,
  races,
  search,
  field,
  paused,
  onPause,
  onChoose,
}: {
  race: string;
  /** Its id; undefined until it is known. */
  raceId: string | undefined;
  races: readonly LiveRaceEntry[];
  search: LiveSearch;
  field: Field;
  paused: boolean;
  onPause: (paused: boolean) => void;
  onChoose: (name: string) => void;
}) {
  const { board, info } = field;
  const navigate = useNavigate({ from: '/liveRace' });
  const change = useCallback(
    (values: Partial<Record<keyof LiveSearch, string | undefined>>) =>
      void navigate({
        to: '.',
        search: (before) => clean({ ...before, ...values }),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  );
  const filtersQuery = useQuery(liveFiltersQuery(race));
  const filters = useFilters(filtersQuery.data, info?.filters);
  const { distance: asked, ageGroup, gender, wave, team } = search;
  const chosen = useMemo(
    () => core().liveChosen(filters, { distance: asked, ageGroup, gender, wave, team }),
    [filters, asked, ageGroup, gender, wave, team],
  );
  const waves = filters.waves.find((one) => one.distance === chosen.distance)?.waves ?? NO_NAMES;
  const query = useMemo(() => ({ ...chosen, search: search.q ?? '' }), [chosen, search.q]);
  const close = useCloseRunner(search.bib);
  const dialog = useDialogPart('runner', loadRunnerDialog, search.bib !== undefined, info !== undefined, close);
  const RunnerDialog = dialog?.loaded;
  const entry = races.find((one) => one.name === race);
  const follow = useFollow(raceId, field);
  // So that a reload shows the same runners, and a push message about them is not shown beside the page.
  const named = search.race !== undefined || follow.bibs.length === 0 || !entry?.live;
  useEffect(() => {
    if (!named) change({ race });
  }, [named, race, change]);
  const onlyLiveRace = entry?.live === true && races.filter((one) => one.live).length === 1;
  const chooser = races.some((one) => one.name !== race) && (
    <RaceChooser races={races} race={race} onChoose={onChoose} />
  );
  const title = info?.eventName ?? entry?.eventName ?? race;
  const { data: dates } = useQuery(raceDatesQuery);
  const dated = dates?.find((one) => one.Race === race);
  const now = useClock();
  const calledOff = dated && core().liveCanceledNotice(dated, now);
  const failure = field.failed ? core().liveFailure(outcomeOf(field.error)) : undefined;
  // The server does not have this race: there is no map, no filter and no race page to show.
  const missing = field.failed && !info && isMissing(field.error);

  return (
    <div className="column py-6 sm:py-10">
      <header className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <div className="min-w-0">
          <p className="tabular mb-2 min-h-[1lh] text-sm text-ink-2">
            {info?.raceDate}
            {info && ` · ${info.results}`}
          </p>
          <h1 className="display text-2xl sm:text-3xl desk:text-4xl">{title}</h1>
          <LiveZone race={race} />
          {missing ? (
            <Link to="/races" className="link mt-2 inline-flex min-h-11 items-center print:hidden">
              All races
            </Link>
          ) : (
            <Link
              to="/race/$RaceName"
              params={{ RaceName: race }}
              className="link mt-2 inline-flex min-h-11 items-center print:hidden"
            >
              Race page
            </Link>
          )}
        </div>
        {!missing && (
          <div className="flex w-full items-center gap-3 sm:w-auto">
            <Freshness
              field={field}
              live={entry?.live ?? false}
              failure={failure?.state}
              paused={paused}
              onPause={onPause}
            />
            <div className="print:hidden">
              <LiveMap
                race={info?.race ?? race}
                field={{ board, version: info?.version, checkedAt: field.checkedAt, query }}
              />
            </div>
          </div>
        )}
      </header>
      <div className="print:hidden">{!onlyLiveRace && chooser}</div>
      <div className="mt-6 flex flex-col gap-6">
        {/* The visitor did not choose this race: explain why an old one is shown, and when the next one is. */}
        {search.race === undefined && entry && !entry.live && <NextRace />}
        {entry?.isPublished && (
          <Notice tone="info">
            <p>{core().liveWords().published}</p>
            <Link to="/results" search={{ race }} className="link inline-flex min-h-11 items-center print:hidden">
              Results
            </Link>
          </Notice>
        )}
        <FieldNotices {...{ calledOff, failure }} isShown={info !== undefined} onRetry={field.retry} />
        {/* Not with `info`: the field contains the filters, too. */}
        {filtersQuery.isError && !info && !missing && (
          <Notice tone="error">
            <p>{core().liveWords().filtersFailed}</p>
            <Button size="sm" className="mt-2" onPress={() => location.reload()}>
              Retry
            </Button>
          </Notice>
        )}
        <LiveBoard
          race={race}
          search={search}
          field={field}
          filters={filters}
          waves={waves}
          chosen={chosen}
          follow={follow}
          missing={missing}
          failure={failure?.text}
          onChange={change}
        >
          {search.follow !== undefined && follow.race !== undefined && (
            <SharedFollows
              link={search.follow}
              follow={follow}
              field={field}
              onAnswered={() => change({ follow: undefined })}
            />
          )}
          <FollowStrip follow={follow} race={race} title={title} />
        </LiveBoard>
      </div>
      {/* With only one live race, the choice of another one is at the end of the page. */}
      {onlyLiveRace && info && chooser && <div className="mt-12 border-t border-rule pt-6 print:hidden">{chooser}</div>}
      {RunnerDialog && (
        <RunnerDialog
          race={title}
          name={info?.race ?? race}
          bib={search.bib}
          board={board}
          version={info?.version}
          zone={info?.timeZone}
          follow={follow}
          calledOff={calledOff !== undefined}
          onClose={close}
        />
      )}
    </div>
  );
}

/** No wave. */
const NO_NAMES: string[] = [];

/** The filters before any are loaded: each shows only its option "all". */
const NONE: Filters = {
  distances: [],
  ageGroups: [],
  defaultDistance: '',
  genders: [],
  waves: [],
  teams: [],
  moreTeams: 0,
};

/** The filters' options: the field's own; until it is loaded, those of `GET /liveFilters`. */
function useFilters(fetched: Partial<Filters> | undefined, own: Filters | undefined): Filters {
  return useMemo(() => own ?? { ...NONE, ...fetched }, [fetched, own]);
}

/** Returns a callback that closes the dialog: by `history.back()` if it was opened on this page, so that Back does not open it again. */
function useCloseRunner(bib: string | undefined) {
  const navigate = useNavigate({ from: '/liveRace' });
  const initialBib = useRef(bib);
  return () => {
    const openedHere = initialBib.current === undefined;
    if (openedHere) return history.back();
    initialBib.current = undefined;
    void navigate({
      to: '.',
      search: (before) => clean({ ...before, bib: undefined }),
      replace: true,
      resetScroll: false,
    });
  };
}

function clean(search: Partial<Record<keyof LiveSearch, string | undefined>>): LiveSearch {
  return Object.fromEntries(Object.entries(search).filter((pair) => pair[1] !== undefined)) as LiveSearch;
}

function Failed({ retry }: { retry: () => void }) {
  return (
    <Notice tone="error">
      <p>{core().liveWords().fetchFailed}</p>
      <Button size="sm" className="mt-2" onPress={retry}>
        Try again
      </Button>
    </Notice>
  );
}

function PageSkeleton() {
  return (
    <DelayedSkeleton label="Loading">
      <Skeleton className="h-10 w-2/3 max-w-lg" />
      <Skeleton className="mt-6 h-12 w-full" />
      <div className="mt-6">
        <ListSkeleton />
      </div>
    </DelayedSkeleton>
  );
}
