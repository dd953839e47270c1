import { memo } from 'react';
import type { BoardRow } from '@/core';
import { BibTag } from '@/racekit';
import { LineProgress } from '@/ui';
import { FollowStar } from './follow/FollowStar';
import type { RunnerLink } from './useRunnerLink';

/** The assumed height of a row before it is measured, in pixels; a row may be higher. */
export const ROW_HEIGHT = 98;

/**
 * One runner: the bib, the name, the time and the pace, and the blue line up to the runner's position. A click anywhere in the row opens
 * the details. The `reachable` row is the list's stop in the tab order; the arrow keys move between rows.
 */
export const RunnerRow = memo(function RunnerRow({
  row,
  index,
  reachable,
  ranked,
  link,
  followed,
  onFollow,
}: {
  row: BoardRow;
  index: number;
  reachable: boolean;
  /** Whether the list shows ranks: the list of active runners does not. */
  ranked: boolean;
  link: RunnerLink;
  followed: boolean;
  /** Called with the bib when the star is pressed; undefined when nobody can be followed. */
  onFollow: ((bib: string) => void) | undefined;
}) {
  const { out } = row;
  return (
    <div
      className={`relative grid min-h-[98px] content-center items-center gap-x-3 gap-y-2 border-b max-[22rem]:gap-x-2 border-rule px-3 py-2.5 hover:bg-sunk has-[:focus-visible]:bg-sunk sm:px-4 ${ranked ? 'grid-cols-[auto_4.25rem_minmax(0,1fr)_auto]' : 'grid-cols-[4.25rem_minmax(0,1fr)_auto]'}`}
    >
      {ranked && (
        <span className="numerals min-w-7 text-center text-xl text-ink-2">
          <span className="sr-only">Rank </span>
          {row.rank}
        </span>
      )}
      <span>
        <BibTag bib={row.bib} distance={row.distance} />
      </span>
      <span className="min-w-0">
        <a
          href={link.of(row.bib)}
          onClick={link.onClick}
          data-bib={row.bib}
          tabIndex={reachable ? 0 : -1}
          data-row={index}
          className="label line-clamp-3 text-ink no-underline after:absolute sm:block sm:truncate after:inset-0 focus-visible:outline-none focus-visible:after:outline-3 focus-visible:after:-outline-offset-3 focus-visible:after:outline-line"
        >
          {row.name}
        </a>
        <span className="tabular block text-sm text-ink-2 sm:truncate">
          {[row.distance, row.gender].filter(Boolean).join(' · ')}
          {row.ageGroup && (
            <>
              {(row.distance || row.gender) && ' · '}
              {/* A range is not parted at its hyphen. */}
              <span className="whitespace-nowrap">{row.ageGroup}</span>
            </>
          )}
        </span>
      </span>
      <span className="text-right">
        {out ? (
          <strong className="label inline-block rounded-chip border border-live px-2 py-0.5 text-sm text-live">
            {row.status}
          </strong>
        ) : (
          <span className="tabular block text-lg leading-tight font-[650]">{row.time || '–'}</span>
        )}
        <span className="tabular block text-sm text-ink-2">
          {!out && row.pace && (
            <>
              {row.pace}
              <span className="text-ink-3"> /mi</span>
            </>
          )}
        </span>
      </span>
      <span className="col-span-full flex items-center gap-3">
        <span className="min-w-0 flex-1">
          <LineProgress
            value={row.progress.percent / 100}
            ticks={row.ticks.map((tick) => ({ at: tick.at / 100, label: tick.label, done: tick.passed }))}
            label={`${row.name}: ${row.progress.text}`}
          />
        </span>
        <span className="tabular shrink-0 text-right text-sm text-ink-2">
          {row.suspicious ? (
            <Mark urgent note={row.note}>
              Suspicious
            </Mark>
          ) : row.note ? (
            <Mark note={row.note}>{row.progress.text}</Mark>
          ) : (
            row.progress.text
          )}
        </span>
        {onFollow && (row.followable || followed) && (
          <FollowStar
            name={row.name}
            pressed={followed}
            tabIndex={reachable ? 0 : -1}
            className="relative z-10 -my-2 -mr-2 print:hidden"
            onPress={() => onFollow(row.bib)}
          />
        )}
      </span>
    </div>
  );
});

/** A text with a mark and a note about the row: the mark is filled (`urgent`) for a suspicious time, else hollow (a missed mat). */
function Mark({ children, note, urgent = false }: { children: string; note: string; urgent?: boolean }) {
  return (
    <span className={`inline-flex items-center gap-2 ${urgent ? 'label text-live' : ''}`} title={note}>
      <span
        className={`inline-block size-2 rotate-45 ${urgent ? 'bg-live' : 'border-[1.5px] border-ink-2'}`}
        aria-hidden="true"
      />
      {children}
      <span className="sr-only">. {note}</span>
    </span>
  );
}
