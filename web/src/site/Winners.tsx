import { queryOptions, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { get } from '@/api';
import { useNear } from '@/ui';

/** `GET /raceWinners`. */
interface RaceWinners {
  /** Whether the results may still change. */
  provisional: boolean;
  contests: { contest: string; winners: { name: string; gender: string; time: string }[] }[];
}

const winnersQuery = (race: string) =>
  queryOptions({
    queryKey: ['raceWinners', race],
    queryFn: ({ signal }) => get<RaceWinners>('raceWinners', { signal, query: { race } }),
    staleTime: 5 * 60_000,
  });

/** Who won a race, a line for each contest; asked for when it comes near the screen, and nothing as long as nobody has finished. */
export function Winners({ race }: { race: string }) {
  const box = useRef<HTMLSpanElement>(null);
  const near = useNear(box);
  const { data } = useQuery({ ...winnersQuery(race), enabled: near });
  return (
    <span ref={box} className="block text-sm text-ink-2">
      {data?.contests.map(({ contest, winners }) => (
        <span key={contest} className="block">
          <span className="label">{contest}</span>{' '}
          <span className="sr-only">{data.provisional ? 'unofficial winners: ' : 'winners: '}</span>
          {winners.map(({ name, time }) => `${name} ${time}`).join(', ')}
        </span>
      ))}
      {data && data.contests.length > 0 && data.provisional && (
        <span className="block text-ink-3" aria-hidden="true">
          Unofficial
        </span>
      )}
    </span>
  );
}
