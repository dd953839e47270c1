import { useMemo } from 'react';
import { useClock } from '@/api';
import { type ContestStatus, venueRules } from '@/core';
import { distanceTone, toneFill } from '@/racekit';
import { BoardFrame } from './BoardFrame';
import type { Venue } from './useVenue';

/** The page `/board/{RaceName}/status`: how many are where, who leads at each point, and the guns' clocks, for a projector. */
export function StatusPage() {
  return <BoardFrame title="Race status">{(venue) => <Contests venue={venue} />}</BoardFrame>;
}

function Contests({ venue: { field, calledOff } }: { venue: Venue }) {
  const { board } = field;
  const version = field.info?.version;
  const page = useMemo(() => board?.ask(version, (one) => one.status()), [board, version]);
  if (!page) return null;
  if (page.empty) return <p className="display text-[clamp(1.5625rem,3vw,4rem)] text-ink-2">{page.empty}</p>;
  return (
    <div className="grid gap-[clamp(16px,2vw,48px)] desk:grid-cols-[repeat(auto-fit,minmax(28rem,1fr))]">
      {page.contests.map((contest) => (
        <Contest key={contest.name} contest={contest} isCalledOff={calledOff !== undefined} />
      ))}
    </div>
  );
}

function Contest({ contest, isCalledOff }: { contest: ContestStatus; isCalledOff: boolean }) {
  return (
    <section aria-label={contest.name} className="min-w-0 overflow-hidden rounded-bib border border-control bg-card">
      <h2
        className={`display px-[clamp(12px,1.4vw,32px)] py-2 text-[clamp(1.25rem,2vw,2.75rem)] leading-tight ${toneFill[distanceTone(contest.name)]}`}
      >
        {contest.name}
      </h2>
      <div className="flex flex-col gap-[clamp(12px,1.6vh,28px)] p-[clamp(12px,1.4vw,32px)]">
        {!isCalledOff && <Clocks guns={contest.guns} />}
        <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(6.5rem,40%),1fr))] gap-x-4 gap-y-3">
          {contest.counts.map(({ label, count }) => (
            <div key={label} className="flex flex-col-reverse">
              <dt className="text-[clamp(0.9375rem,1.1vw,1.5rem)] text-ink-2">{label}</dt>
              <dd className="numerals text-[clamp(1.9375rem,3.4vw,4.75rem)]">{count.toLocaleString('en-US')}</dd>
            </div>
          ))}
        </dl>
        {contest.points.length > 0 && (
          <div className="flex flex-col gap-3">
            {contest.points.map(({ point, leaders }) => (
              <div key={point} className="border-t border-rule pt-2">
                <h3 className="label text-[clamp(0.9375rem,1.2vw,1.625rem)] text-ink-2">{point}</h3>
                <ol>
                  {leaders.map((leader) => (
                    <li
                      key={leader.bib}
                      className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-baseline gap-x-3 text-[clamp(1.0625rem,1.5vw,2.125rem)] leading-snug"
                    >
                      <span className="numerals min-w-[3ch]">
                        <span className="sr-only">Bib </span>
                        {leader.bib}
                      </span>
                      <span className="truncate">{leader.name}</span>
                      <span className="tabular">{leader.time}</span>
                    </li>
                  ))}
                </ol>
              </div>
            ))}
          </div>
        )}
      </div>
    </section>
  );
}

/** The clocks of the guns; only they are rendered each second. */
function Clocks({ guns }: { guns: ContestStatus['guns'] }) {
  const now = useClock(1000);
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-2">
      {guns.map(({ wave, gun }) => {
        const clock = venueRules().venueClock(gun, now);
        return (
          <div key={wave}>
            <dt className="text-[clamp(0.9375rem,1.1vw,1.5rem)] text-ink-2">{wave || 'Race clock'}</dt>
            <dd
              className={
                clock.running
                  ? 'numerals text-[clamp(2.4375rem,5.4vw,7.5rem)]'
                  : 'label text-[clamp(1.25rem,2vw,2.75rem)]'
              }
            >
              {clock.text}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
