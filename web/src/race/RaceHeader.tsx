import { Link } from '@tanstack/react-router';
import { CalendarPlus, MapPin } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useRacePhase } from '@/api';
import { core, type Race, raceStart } from '@/core';
import {
  calendarEntry,
  Distances,
  dateNumerals,
  FollowButton,
  RaceBib,
  RegisterButton,
  Stamp,
  ZoneNote,
} from '@/racekit';
import { buttonStyle, Countdown, LineSweep, ShareButton } from '@/ui';
import { PhaseNotice, useFollow } from './PhaseNotice';

/** A race's header: bib, date, start times, Register. The blue line runs behind the bib and continues as the rail of the sections. */
export function RaceHeader({ race }: { race: Race }) {
  const canceled = race.isCanceled === 'True';
  const registration = core().raceRegistration(race.isCanceled, race.MaxCapacity, race.Link);
  const { short, year } = core().dateText(race.Day, race.Date);
  const button = useRef<HTMLDivElement>(null);
  const buttonInView = useInView(button);
  const start = canceled ? undefined : raceStart(race);
  const one = useMemo(() => [race], [race]);
  const phase = useRacePhase(race);
  const { follow, pending } = useFollow(race, phase);
  const hasMedia = core()
    .mediaParts(race, phase.stage)
    .some((part) => part.frame);
  return (
    <>
      <header className="relative isolate overflow-x-clip">
        <div className="column relative grid items-center gap-x-16 gap-y-8 pt-4 pb-32 md:grid-cols-[minmax(0,1.15fr)_minmax(0,1fr)] md:pt-12 md:pb-40 print:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] print:py-4">
          <LineSweep className="absolute bottom-0 left-[4.5px] -z-10 h-28 w-[calc(100%+(100vw-100%)/2)] md:h-[min(24rem,62%)] print:hidden" />
          <RaceBib
            race={race}
            heading="h1"
            void={canceled}
            className="w-full max-w-[40rem] max-md:mx-auto"
            {...(canceled ? { stamp: <Stamp tone="live">{registration.label}</Stamp> } : {})}
          />
          <div className="relative">
            <p className="big-day">
              {race.Day}
              {race.Day && <br />}
              <span className={year && 'whitespace-nowrap'}>{short}</span>
              {year && (
                <>
                  {/* The year can wrap to its own line, so the comma is for screen readers only. */}
                  <span className="sr-only">,</span> <span className="text-[0.45em] text-ink-3">{year}</span>
                </>
              )}
            </p>
            {race.CardLocation && (
              <p className="mt-4 flex items-center gap-2 text-lg text-ink-2">
                <MapPin size={20} className="shrink-0 text-ink-3" aria-hidden="true" />
                {race.CardLocation}
              </p>
            )}
            <Distances rows={race.DistanceStartTimes} className="mt-4" />
            <ZoneNote races={one} className="mt-3" />
            {start !== undefined && (
              <div className="mt-6">
                <Countdown to={start} label="Until the first start" />
              </div>
            )}
            {phase.title && <PhaseNotice race={race} phase={phase} media={hasMedia} />}
            <div ref={button} className="mt-8 flex flex-wrap items-start gap-3 print:hidden">
              <RegisterButton race={race} size="lg" hideReason secondary={phase.title !== ''} />
              {hasMedia && !phase.title && (
                <Link
                  to="/race/$RaceName/media"
                  params={{ RaceName: race.Race }}
                  className={buttonStyle({ size: 'lg' })}
                >
                  Race media
                </Link>
              )}
              {core().calendarOffered(!phase.past, race.isCanceled, race.Date) && (
                <a
                  href={calendarEntry(race.Race)}
                  className={buttonStyle({ size: 'lg', icon: true })}
                  title="Add to calendar"
                  aria-label="Add to calendar"
                >
                  <CalendarPlus size={22} aria-hidden="true" />
                </a>
              )}
              <ShareButton title={race.Race} size="lg" />
            </div>
            {registration.tooltip && <p className="mt-3 text-sm text-ink-2">{registration.tooltip}</p>}
          </div>
        </div>
      </header>
      {/* Not inside the header: the header's stacking context would place this bar below the sections. */}
      {!buttonInView && (!phase.past || (follow && !pending)) && (
        <div className="fixed inset-x-0 bottom-[calc(4rem+env(safe-area-inset-bottom))] short:bottom-0 z-30 animate-fade border-t border-rule bg-card desk:hidden print:hidden">
          <div className="column flex items-center gap-4 py-2">
            <span className="numerals text-2xl leading-none" aria-hidden="true">
              {dateNumerals(race.Date)}
            </span>
            <span className="label min-w-0 flex-1 truncate text-sm">{race.Race}</span>
            {follow ? <FollowButton race={race.Race} follow={follow} /> : <RegisterButton race={race} hideReason />}
          </div>
        </div>
      )}
    </>
  );
}

/** Whether an element is on the screen; true until the observer first reports that it is not. */
function useInView(target: React.RefObject<HTMLElement | null>): boolean {
  const [inView, setInView] = useState(true);
  useEffect(() => {
    if (!target.current || typeof IntersectionObserver === 'undefined') return;
    const watcher = new IntersectionObserver((entries) => setInView(entries.at(-1)?.isIntersecting ?? true), {
      // The document that contains the element: in a preview that is a frame's, not the page's.
      root: target.current.ownerDocument,
    });
    watcher.observe(target.current);
    return () => watcher.disconnect();
  }, [target]);
  return inView;
}
