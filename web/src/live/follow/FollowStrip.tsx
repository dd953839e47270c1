import { Link } from '@tanstack/react-router';
import { Bell, BellOff } from 'lucide-react';
import { useId } from 'react';
import { core, type FollowedRow } from '@/core';
import { BibTag } from '@/racekit';
import { Button, ShareButton } from '@/ui';
import { FollowStar } from './FollowStar';
import type { Follow } from './useFollow';
import { useNotices } from './useNotices';

/** The followed runners above the lists: the last point and the time of each, and what has just happened. */
export function FollowStrip({ follow, race, title }: { follow: Follow; race: string; title: string }) {
  const heading = useId();
  const { bibs, rows, told } = follow;
  const notices = useNotices(follow, race);
  const share = new URL('/liveRace', location.href);
  share.search = String(new URLSearchParams({ race, follow: core().followLink([...bibs]) }));
  return (
    <>
      {/* Always rendered: a screen reader does not announce a live region that is inserted together with its text. */}
      <p
        role="status"
        className={
          told
            ? 'rounded-control border border-l-4 border-rule border-l-line bg-card px-4 py-3 whitespace-pre-line print:hidden'
            : 'sr-only'
        }
      >
        {told}
      </p>
      {bibs.length > 0 && (
        <section aria-labelledby={heading} className="print:hidden">
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 pb-3">
            <h2 id={heading} className="display text-lg sm:text-xl">
              Followed
            </h2>
            <div className="flex items-center gap-2">
              {notices.possible && (
                <Button size="sm" pending={notices.pending} onPress={notices.toggle}>
                  {notices.on ? <BellOff size={18} aria-hidden="true" /> : <Bell size={18} aria-hidden="true" />}
                  {notices.on ? 'Stop notices' : 'Notify me'}
                </Button>
              )}
              <ShareButton title={`Followed runners · ${title}`} url={share.href} />
            </div>
          </div>
          {notices.refused && <p className="pb-3 text-ink-2">{notices.refused}</p>}
          <ul className="grid gap-2 sm:grid-cols-2 desk:grid-cols-3">
            {rows.map((row) => (
              <FollowedCard key={row.bib} row={row} race={race} onPress={() => follow.toggle(row.bib)} />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function FollowedCard({ row, race, onPress }: { row: FollowedRow; race: string; onPress: () => void }) {
  const name = row.known ? (
    <Link
      from="/liveRace"
      to="."
      search={(search) => ({ ...search, race, bib: row.bib })}
      resetScroll={false}
      className="label block truncate text-ink no-underline after:absolute after:inset-0"
    >
      {row.name}
    </Link>
  ) : (
    <span className="label block truncate">{row.name}</span>
  );
  return (
    <li className="relative grid grid-cols-[4.25rem_minmax(0,1fr)_auto_auto] items-center gap-x-3 rounded-control border border-control bg-card py-2 pr-1 pl-3 hover:bg-sunk">
      <BibTag bib={row.bib} distance={row.distance} />
      <span className="min-w-0">
        {name}
        <span className="tabular block truncate text-sm text-ink-2">
          {[row.point, row.tod].filter(Boolean).join(' · ')}
        </span>
      </span>
      <span className="tabular text-right text-lg leading-tight font-[650]">{row.time}</span>
      <FollowStar name={row.name} pressed className="relative z-10" onPress={onPress} />
    </li>
  );
}
