import { useShallow } from 'zustand/react/shallow';
import { RaceTile } from '@/racekit';
import { useFormState } from '../kit/form';
import { readDate } from '../kit/rules';

/** The race's card as the calendar will show it, updated at every keystroke. */
export function CardPreview() {
  const race = useFormState(
    useShallow(({ draft }) => ({
      Race: draft.Race,
      Date: draft.Date,
      DistanceStartTimes: draft.DistanceStartTimes,
      Distance: draft.Distance,
      CardLocation: draft.CardLocation,
      Info: draft.Info,
      MaxCapacity: draft.MaxCapacity,
      isCanceled: draft.isCanceled,
      Link: draft.Link,
      RaceLogo: draft.RaceLogo,
    })),
  );
  const day = readDate(race.Date);
  return (
    <section aria-label="Preview of the race card" className="rounded-bib bg-sunk p-4">
      <div className="mx-auto max-w-sm">
        <RaceTile
          isPreview
          eager
          race={{
            ...race,
            Race: race.Race.trim() || 'Your race',
            Date: day?.text ?? '',
            Day: day?.weekday ?? '',
            DistanceStartTimes: race.DistanceStartTimes.filter((row) => row.distance.trim() !== ''),
          }}
        />
      </div>
    </section>
  );
}
