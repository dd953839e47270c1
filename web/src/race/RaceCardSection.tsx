import type { Race } from '@/core';
import { BibArt, dateNumerals, distanceNames, distanceTone, raceTone, toneFill } from '@/racekit';
import { Picture } from '@/ui';

/** The race card: its picture, start times, date and place. */
export function RaceCardSection({ race }: { race: Race }) {
  return (
    <div className="grid gap-8 print:block md:grid-cols-[minmax(0,1.3fr)_minmax(0,1fr)]">
      <Picture
        image={race.RaceLogo}
        alt={`Picture of ${race.Race}`}
        sizes="(min-width: 1024px) 520px, 100vw"
        eager
        className="aspect-[3/2] w-full rounded-control object-cover print:hidden"
        fallback={
          <BibArt
            tone={raceTone(distanceNames(race))}
            seed={dateNumerals(race.Date)}
            className="aspect-[3/2] rounded-control border border-rule print:hidden"
          />
        }
      />
      <div>
        <table className="w-full border-collapse">
          <caption className="sr-only">Start times</caption>
          <thead>
            <tr className="border-b border-control text-left text-sm text-ink-3">
              <th scope="col" className="py-2 font-medium">
                Distance
              </th>
              <th scope="col" className="py-2 text-right font-medium">
                Start
              </th>
            </tr>
          </thead>
          <tbody>
            {race.DistanceStartTimes.map((row, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two starts may be equal.
              <tr key={at} className="border-b border-rule">
                <th scope="row" className="label py-3 text-left">
                  <span
                    className={`mr-3 inline-block h-4 w-2 translate-y-0.5 rounded-chip ${toneFill[distanceTone(row.distance)]}`}
                    aria-hidden="true"
                  />
                  {row.distance}
                </th>
                <td className="tabular py-3 text-right text-lg">{row.startTime}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <dl className="mt-4 grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2">
          <dt className="text-ink-3">Day</dt>
          <dd>{[race.Day, race.Date].filter(Boolean).join(', ') || 'To be announced'}</dd>
          {race.CardLocation && (
            <>
              <dt className="text-ink-3">Place</dt>
              <dd>{race.CardLocation}</dd>
            </>
          )}
        </dl>
      </div>
    </div>
  );
}
