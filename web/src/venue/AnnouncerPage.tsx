import { useLocation, useNavigate, useSearch } from '@tanstack/react-router';
import { Undo2 } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { isLost, loadWords, useClock } from '@/api';
import { venueRules } from '@/core';
import { Button, CallNotice, DelayedSkeleton, LogInLink, NativeSelect, Notice, Skeleton, useShortcut } from '@/ui';
import { ArrivedList } from './ArrivedList';
import { dayQuery } from './api';
import { ComingList } from './ComingList';
import { Freshness } from './Freshness';
import { useSaid } from './said';
import { usePeople } from './usePeople';
import { useRaceName, useVenue, useVenueRules, useVersionEvents, type Venue } from './useVenue';

/** How often the list is made anew between the mats' reads, in milliseconds: the place in the making changes with the time. */
const EVERY_MS = 5000;

/** The page `/announcer/{RaceName}#token`: who comes next to the line, for the announcer. With the link of the day, or a login of the desk. */
export function AnnouncerPage() {
  const race = useRaceName();
  const rules = useVenueRules();
  return (
    <div className="column py-6 sm:py-10">
      {rules.isError ? (
        <Failed error={rules.error} retry={() => void rules.refetch()} />
      ) : rules.data ? (
        <Announcer race={race} />
      ) : (
        <Loading />
      )}
    </div>
  );
}

function Announcer({ race }: { race: string }) {
  const token = useLocation().hash;
  const venue = useVenue(race, dayQuery);
  useVersionEvents(venue);
  const { board } = venue.field;
  const people = usePeople(venue.race, token, board);
  const { info, refused, error } = people;
  if (refused) {
    return (
      <>
        <h1 className="display text-2xl sm:text-3xl">Announcer</h1>
        <div className="mt-6 max-w-3xl">
          <Notice tone="error">
            <p>{refused.message}</p>
            {token === '' && refused.status === 401 && (
              <LogInLink className="link mt-2 inline-flex min-h-11 items-center">Log in</LogInLink>
            )}
          </Notice>
        </div>
      </>
    );
  }
  const missing = venue.missing && !venue.field.info;
  if (missing || !info) {
    return (
      <>
        <h1 className="display text-2xl sm:text-3xl">Announcer</h1>
        {missing ? (
          <Failed error={venue.field.error} retry={venue.field.retry} />
        ) : error ? (
          <Failed error={error} retry={people.refetch} />
        ) : (
          <Loading />
        )}
      </>
    );
  }
  return (
    <>
      <p className="tabular mb-2 min-h-[1lh] text-sm text-ink-2">
        {info.link ? `${info.link} · until ${info.until}` : venue.field.info?.raceDate}
      </p>
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
        <h1 className="display min-w-0 text-2xl sm:text-3xl">
          <span className="sr-only">Announcer: </span>
          {venue.race}
        </h1>
        <Freshness venue={venue} />
      </div>
      <Lists venue={venue} raceID={info.raceID} revision={info.revision} />
    </>
  );
}

function Lists({ venue, raceID, revision }: { venue: Venue; raceID: string; revision: string }) {
  const { field, calledOff, failure } = venue;
  const { board } = field;
  const version = field.info?.version;
  const { distance = '' } = useSearch({ strict: false }) as { distance?: string };
  const navigate = useNavigate();
  const now = useClock(EVERY_MS);
  const said = useSaid(raceID);
  const [told, setTold] = useState('');
  const words = venueRules().venueWords();
  const distances = field.info?.filters.distances;
  const isCalledOff = calledOff !== undefined;
  // The people are part of what is asked about.
  const asked = version && `${version} ${revision}`;
  const page = useMemo(
    () =>
      board?.ask(asked, (one) =>
        one.announcer({ distance: distances?.includes(distance) ? distance : '', now, calledOff: isCalledOff }),
      ),
    [board, asked, distances, distance, now, isCalledOff],
  );
  const { undo, toggle } = said;
  const takeBack = useCallback(() => {
    const bib = undo();
    setTold(bib === undefined ? '' : `Bib ${bib} is not said`);
    return bib !== undefined;
  }, [undo]);
  useShortcut('u', takeBack);
  const say = (bib: string) => {
    setTold(said.bibs.has(bib) ? `Bib ${bib} is not said` : `Bib ${bib} is said`);
    toggle(bib);
  };
  const lost = field.failed && isLost(field.error);
  return (
    <div className="mt-6 flex flex-col gap-6">
      {calledOff && (
        <Notice tone="info">
          <p>{calledOff.text}</p>
        </Notice>
      )}
      {failure && (
        <Notice tone={lost ? 'info' : 'error'}>
          <p>{lost ? words.offline : failure.text}</p>
          {!lost && field.info && <p className="text-sm text-ink-2">{failure.shown}</p>}
          {!field.info && (
            <Button size="sm" className="mt-2" onPress={field.retry}>
              Try again
            </Button>
          )}
        </Notice>
      )}
      <p role="status" className="sr-only">
        {told}
      </p>
      {page ? (
        <>
          <div className="flex flex-wrap items-end gap-4">
            {page.distances.length > 1 && (
              <NativeSelect
                label="Contest"
                all="All contests"
                options={page.distances.map((name) => ({ id: name, label: name }))}
                value={page.distances.includes(distance) ? distance : undefined}
                onChange={(chosen) =>
                  void navigate({
                    to: '.',
                    search: (chosen ? { distance: chosen } : {}) as never,
                    hash: true,
                    replace: true,
                    resetScroll: false,
                  })
                }
                className="w-full sm:w-64"
              />
            )}
            <Button onPress={takeBack} isDisabled={said.bibs.size === 0} focusable>
              <Undo2 size={18} aria-hidden="true" /> Take back the last one
            </Button>
          </div>
          <div className="grid items-start gap-8 desk:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
            <section aria-labelledby="coming">
              <h2 id="coming" className="display text-xl">
                Next to the line
              </h2>
              <p className="mt-1 mb-3 text-sm text-ink-2">
                {words.place} <span className="hidden sm:inline">{words.keys}</span> {words.saidHere}
              </p>
              <ComingList page={page} said={said.bibs} onSay={say} now={now} />
            </section>
            <section aria-labelledby="arrived">
              <h2 id="arrived" className="display mb-3 text-xl">
                Just finished
              </h2>
              <ArrivedList lines={page.arrived} empty={words.nobodyArrived} />
            </section>
          </div>
        </>
      ) : (
        !failure && <Loading />
      )}
    </div>
  );
}

function Failed({ error, retry }: { error: unknown; retry: () => void }) {
  return (
    <div className="mt-6">
      <CallNotice words={loadWords(error)} loggedOut={false} onRetry={retry} />
    </div>
  );
}

function Loading() {
  return (
    <div className="mt-6">
      <DelayedSkeleton label="Loading the runners">
        <Skeleton className="h-24" />
        <Skeleton className="mt-4 h-24" />
        <Skeleton className="mt-4 h-24" />
      </DelayedSkeleton>
    </div>
  );
}
