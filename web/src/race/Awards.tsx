import type { Prize, Race } from '@/core';
import { Picture, Prose } from '@/ui';

/** The awards. With `four`, the prizes are four in a row; without, three, and on a phone the first of three takes a whole row. */
export function Awards({ race, prizes, four }: { race: Race; prizes: readonly Prize[]; four: boolean }) {
  return (
    <div className="flex flex-col gap-8">
      {race.AwardText.trim() && <Prose text={race.AwardText} />}
      {prizes.length > 0 && (
        <ul
          className={`grid gap-4 ${four ? 'grid-cols-2 md:grid-cols-4' : 'grid-cols-2 md:grid-cols-3'} print:grid-cols-4`}
          data-layout={four ? 4 : 3}
        >
          {prizes.map((prize, index) => (
            <li key={prize.kind} className={!four && index === 0 && prizes.length === 3 ? 'max-md:col-span-2' : ''}>
              <figure className="overflow-hidden rounded-control border border-rule bg-card">
                <Picture
                  image={prize.image}
                  alt={`${prize.label} of ${race.Race}`}
                  sizes="(min-width: 1024px) 260px, 50vw"
                  className="paper aspect-square w-full object-contain"
                />
                <figcaption className="label border-t border-rule px-3 py-2 text-sm">{prize.label}</figcaption>
              </figure>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
