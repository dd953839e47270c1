import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { raceWinnersQuery } from '@/api';
import type { FollowLink, Race, RacePhase } from '@/core';
import { FollowButton } from '@/racekit';
import { buttonStyle } from '@/ui';

/**
 * What a race's page leads to in place of Register: the board while it is live, its times once anybody has finished. While that
 * is not known yet it is `pending`, with its room kept, so that nothing moves: most races were timed.
 */
export function useFollow(race: Race, phase: RacePhase): { follow?: FollowLink; pending: boolean } {
  const { follow } = phase;
  const results = follow?.to === 'results';
  const { data, isPending } = useQuery({ ...raceWinnersQuery(race.Race), enabled: results });
  if (!follow || !results) return { ...(follow ? { follow } : {}), pending: false };
  return isPending || (data && data.contests.length > 0) ? { follow, pending: isPending } : { pending: false };
}

/** That a race is live or over, and where it can be followed: its board, its times, its media, the races to come. */
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
