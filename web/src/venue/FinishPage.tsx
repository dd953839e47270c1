import { useMemo } from 'react';
import type { ArrivedLine } from '@/core';
import { distanceTone, toneFill } from '@/racekit';
import { BoardFrame } from './BoardFrame';
import type { Venue } from './useVenue';

/** How many finishers are asked for; a projector shows as many as fit. */
const SHOWN = 14;

/** The page `/board/{RaceName}/finish`: the last finishers for a projector at the finish line, new ones on top. */
export function FinishPage() {
  return <BoardFrame title="Finish line">{(venue) => <Finishers venue={venue} />}</BoardFrame>;
}

function Finishers({ venue: { field } }: { venue: Venue }) {
  const { board } = field;
  const version = field.info?.version;
  const page = useMemo(() => board?.ask(version, (one) => one.arrived('', SHOWN)), [board, version]);
  if (!page) return null;
  const newest = page.lines[0];
  return (
    <>
      <p role="status" className="sr-only">
        {newest && `${newest.name}, bib ${newest.bib}, ${newest.chip}`}
      </p>
      {page.empty ? (
        <p className="display text-[clamp(1.5625rem,3vw,4rem)] text-ink-2">{page.empty}</p>
      ) : (
        <ol aria-label="Latest finishers">
          {page.lines.map((line, at) => (
            <Finisher key={line.bib} line={line} isNewest={at === 0} />
          ))}
        </ol>
      )}
    </>
  );
}

function Finisher({ line, isNewest }: { line: ArrivedLine; isNewest: boolean }) {
  return (
    <li
      className={`grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-[2vw] gap-y-1 border-b border-rule px-[clamp(0px,0.8vw,16px)] py-[clamp(8px,1.1vh,20px)] motion-safe:animate-rise sm:grid-cols-[clamp(5rem,9vw,14rem)_minmax(0,1fr)_auto] ${isNewest ? 'bg-card' : ''}`}
    >
      <span className="col-start-1 flex items-center gap-2 sm:block">
        <span className="numerals block text-[clamp(1.9375rem,4.4vw,6rem)]">
          <span className="sr-only">Bib </span>
          {line.bib}
        </span>
        <span
          className={`mt-1 inline-block max-w-full truncate rounded-chip px-2 text-[clamp(0.8125rem,1.1vw,1.5rem)] ${toneFill[distanceTone(line.distance)]}`}
        >
          {line.distance}
        </span>
      </span>
      <span className="col-span-2 min-w-0 sm:col-span-1">
        <span className="label block text-[clamp(1.25rem,2.8vw,4rem)] leading-tight break-words">{line.name}</span>
        <span className="block text-[clamp(0.9375rem,1.5vw,2rem)] leading-tight text-ink-2">{line.place}</span>
      </span>
      <span className="tabular col-start-2 row-start-1 text-right sm:col-start-3">
        <span className="block text-[clamp(1.5625rem,3.8vw,5.5rem)] leading-none font-bold">{line.chip}</span>
        <span className="block text-[clamp(0.8125rem,1.2vw,1.75rem)] text-ink-2">{line.gun || 'Chip time'}</span>
      </span>
    </li>
  );
}
