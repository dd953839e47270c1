import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { raceWinnersQuery, useLiveRaces } from '@/api';
import { core, type Over, type Race, todayIn } from '@/core';
import { buttonStyle } from '@/ui';

/** What is to be said of a race that is over, by the day in its own zone; nothing of any other. */
export function useOver(race: Race): Over | undefined {
  const live = useLiveRaces().some((one) => one.race === race.Race);
  const over = core().raceOver(race.Date, race.isCanceled, live, todayIn(race.TimeZone));
  return over.title ? over : undefined;
}

/** That a race is over, and what there is instead: its times, once anybody finished, its media, the races to come. */
export function OverNotice({ race, over, media }: { race: Race; over: Over; media: boolean }) {
  const { data, isPending } = useQuery(raceWinnersQuery(race.Race));
  return (
    <aside
      aria-labelledby="over"
      className="mt-8 rounded-control border border-l-[9px] border-rule border-l-line bg-card p-5"
    >
      <h2 id="over" className="display text-xl">
        {over.title}
      </h2>
      <p className="mt-1 text-ink-2">{over.text}</p>
      <div className="mt-4 flex flex-wrap gap-3 print:hidden">
        {/* Most races were timed: the way there has its room before that is known, so that nothing moves. */}
        {(isPending || (data && data.contests.length > 0)) && (
          <Link
            to="/liveRace"
            search={{ race: race.Race }}
            className={buttonStyle({ tone: 'ink', className: isPending ? 'invisible' : '' })}
          >
            Times and ranks
          </Link>
        )}
        {media && (
          <Link to="/race/$RaceName/media" params={{ RaceName: race.Race }} className={buttonStyle()}>
            Race media
          </Link>
        )}
        <Link to="/races" className={buttonStyle()}>
          Coming races
        </Link>
      </div>
    </aside>
  );
}
