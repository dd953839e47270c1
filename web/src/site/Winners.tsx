import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { raceWinnersQuery } from '@/api';
import { useNearViewport } from '@/ui';

/** The winners of a race, one line for each contest; fetched when it comes near the screen, and empty while nobody has finished. */
export function Winners({ race }: { race: string }) {
  const box = useRef<HTMLSpanElement>(null);
  const near = useNearViewport(box);
  const { data } = useQuery({ ...raceWinnersQuery(race), enabled: near });
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
