import { useWatch } from 'react-hook-form';
import { RaceTile } from '@/racekit';
import { useFileUrl } from '@/ui';
import { readDate } from './rules';
import type { Values } from './values';

const SHOWN = [
  'Race',
  'Date',
  'DistanceStartTimes',
  'Distance',
  'CardLocation',
  'Info',
  'MaxCapacity',
  'isCanceled',
  'Link',
  'pictures.raceLogo',
] as const;

/** The race's card as the calendar will show it, following every keystroke of the fields in it. */
export function CardPreview() {
  const [name, date, rows, Distance, CardLocation, Info, MaxCapacity, isCanceled, Link, logo] = useWatch<
    Values,
    typeof SHOWN
  >({ name: SHOWN });
  const photo = useFileUrl(logo);
  const day = readDate(date);
  return (
    <section aria-label="Preview of the race card" className="rounded-bib bg-sunk p-4">
      <div className="mx-auto max-w-sm">
        <RaceTile
          still
          eager
          race={{
            Race: name.trim() || 'Your race',
            Date: day?.text ?? '',
            Day: day?.weekday ?? '',
            Distance,
            DistanceStartTimes: rows.filter((row) => row.distance.trim() !== ''),
            CardLocation,
            Info,
            MaxCapacity,
            isCanceled,
            Link,
            RaceLogo: logo && photo ? { contentType: logo.type, url: photo } : undefined,
          }}
        />
      </div>
    </section>
  );
}
