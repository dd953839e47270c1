import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { raceWinnersQuery } from '@/api';
import type { FollowLink, Race, RacePhase } from '@/core';
import { FollowButton } from '@/racekit';
import { buttonStyle } from '@/ui';

/**
 * The link that replaces Register on a race's page: to the board while the race is live, to its times once somebody has finished.
 * `pending` while it is not known yet whether there are times: the caller then reserves the link's space, so that the page does not
 * shift, because most races were timed.
 */
export function useFollow(race: Race, phase: RacePhase): { follow?: FollowLink; pending: boolean } {
  const { follow } = phase;
  const results = follow?.to === 'results';
  const { data, isPending } = useQuery({ ...raceWinnersQuery(race.Race), enabled: results });
  if (!follow || !results) return { ...(follow ? { follow } : {}), pending: false };
  return isPending || (data && data.contests.length > 0) ? { follow, pending: isPending } : { pending: false };
}

/** The notice that a race is live or over, with links to its board or times, the search for a bib, its media and the coming races. */
export function PhaseNotice({ race, phase, media }: { race: Race; phase: RacePhase; media: boolean }) {
  const { follow, pending } = useFollow(race, phase);
  const live = follow?.to === 'board';
  return (
    <aside
      aria-labelledby="phase"
      className={`mt-8 rounded-control border border-l-[9px] border-rule bg-card p-5 ${live ? 'border-l-live' : 'border-l-line'}`}
    >
      <h2 id="phase" className="display flex items-center gap-3 text-xl">
        {live && <span className="size-3 animate-breathe rounded-full bg-live print:hidden" aria-hidden="true" />}
        {phase.title}
      </h2>
      <p className="mt-1 text-ink-2">{phase.text}</p>
      <div className="mt-4 flex flex-wrap gap-3 print:hidden">
        {follow && (
          <FollowButton
            race={race.Race}
            follow={follow}
            {...(live ? { size: 'lg' } : {})}
            {...(pending ? { className: 'invisible' } : {})}
          />
        )}
        {live && (
          <Link to="/RaceDaySearch/$RaceName" params={{ RaceName: race.Race }} className={buttonStyle({ size: 'lg' })}>
            Find your bib
          </Link>
        )}
        {media && (
          <Link
            to="/race/$RaceName/media"
            params={{ RaceName: race.Race }}
            className={buttonStyle(live ? { size: 'lg' } : {})}
          >
            Race media
          </Link>
        )}
        {!live && (
          <Link to="/races" className={buttonStyle()}>
            Coming races
          </Link>
        )}
      </div>
    </aside>
  );
}
